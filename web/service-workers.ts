// §7: 'The service worker is unregistered on load', one left by an older build too. The exception is the worker of
// notifications, which a person turns on for a device (reading.md §2).
import { notificationWorkerPath } from "#domain/messages/notification-worker.ts";

export function unregisterServiceWorkers(): void {
  // Undefined on insecure origins, which cannot register one.
  if (!("serviceWorker" in navigator)) return;
  void navigator.serviceWorker.getRegistrations().then(
    (registrations) => registrations.forEach((found) => isOfNotifications(found) || void found.unregister()),
    () => undefined,
  );
}

/** Also false once the person has withdrawn the permission in the browser. */
function isOfNotifications({ active, waiting, installing }: ServiceWorkerRegistration): boolean {
  const url = (active ?? waiting ?? installing)?.scriptURL;
  return url === location.origin + notificationWorkerPath && Notification.permission === "granted";
}
