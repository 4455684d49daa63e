// §2: binds the notifications of this device to the session of whoever is logged in, since a log-out has ended them.
import { useEffect } from "react";

export function useNotificationRenewal(user: string | undefined): void {
  useEffect(() => {
    if (user === undefined || !("serviceWorker" in navigator) || !("Notification" in globalThis)) return;
    // Loaded only where notifications are turned on.
    if (Notification.permission === "granted")
      void import("#web/product/notifications/subscription.ts").then(({ renewSubscription }) => renewSubscription());
  }, [user]);
}
