// §2: the subscription of this browser to notifications, and what the server knows of it.
import { queryOptions } from "@tanstack/react-query";
import type { ActionReply } from "#domain/contracts.ts";
import type { PushKind } from "#domain/messages/notifications.ts";
import { notificationWorkerPath } from "#domain/messages/notification-worker.ts";
import { call } from "#web/api/call.ts";
import { queryClient } from "#web/api/query-client.ts";

type Notifications = ActionReply<"GET /actions/notifications">;
export type NotifiedDevice = Notifications["devices"][number];

export type BrowserState =
  /** No notifications in this browser: an old one, an address without https, or an iPhone before the app is installed. */
  | "unsupported"
  /** The person has refused them in the browser. */
  | "denied"
  | "ready";

export function getBrowserState(): BrowserState {
  const isSupported = "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;
  if (!isSupported) return "unsupported";
  return Notification.permission === "denied" ? "denied" : "ready";
}

export interface DeviceNotifications extends Notifications {
  /** This browser, if it is among the devices. */
  own: NotifiedDevice | undefined;
}

export const notificationsQuery = queryOptions({
  queryKey: ["account", "notifications"],
  queryFn: async ({ signal }): Promise<DeviceNotifications> => {
    const stored = await call({ route: "GET /actions/notifications" }, { signal });
    const endpoint = (await findSubscription())?.endpoint;
    const hash = endpoint === undefined ? undefined : await hashEndpoint(endpoint);
    return { ...stored, own: stored.devices.find(({ endpoint_hash: known }) => known === hash) };
  },
});

async function findSubscription(): Promise<PushSubscription | null> {
  if (getBrowserState() !== "ready") return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

async function hashEndpoint(endpoint: string): Promise<string> {
  return toBase64Url(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint)));
}

function toBase64Url(bytes: ArrayBuffer): string {
  const text = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Without one: a browser without Google's services, a network that blocks them, or one in which it is turned off. */
async function subscribe(key: string): Promise<PushSubscription | "no-service"> {
  await navigator.serviceWorker.register(notificationWorkerPath);
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  return pushManager.subscribe(options).catch(() => "no-service" as const);
}

/** Saves what this browser shows, after the question to the person, and turns on notifications in it before. */
export async function saveSubscription({
  key,
  kinds,
  showsDetails,
}: {
  key: string;
  kinds: readonly PushKind[];
  showsDetails: boolean;
}): Promise<"saved" | "refused" | "no-service"> {
  if ((await Notification.requestPermission()) !== "granted") return "refused";
  const subscription = await subscribe(key);
  if (subscription === "no-service") return subscription;
  const [p256dh, auth] = [subscription.getKey("p256dh"), subscription.getKey("auth")];
  if (!p256dh || !auth) return "no-service";
  await call({
    route: "POST /actions/notifications/devices",
    body: {
      endpoint: subscription.endpoint,
      p256dh: toBase64Url(p256dh),
      auth: toBase64Url(auth),
      kinds: [...kinds],
      shows_details: showsDetails,
    },
  });
  await refreshNotifications();
  return "saved";
}

/** Turns off all notifications on a device; on this one the browser forgets them, too. */
export async function removeSubscription(device: NotifiedDevice, isOwn: boolean): Promise<void> {
  await call({ route: "POST /actions/notifications/devices/:id/remove", id: device.id });
  if (isOwn) {
    await (await findSubscription())?.unsubscribe();
    await (await navigator.serviceWorker.getRegistration())?.unregister();
  }
  await refreshNotifications();
}

function refreshNotifications(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: notificationsQuery.queryKey });
}

/** Does nothing without a subscription, or without a network. */
export async function renewSubscription(): Promise<void> {
  const endpoint = (await findSubscription())?.endpoint;
  if (endpoint === undefined) return;
  await call({ route: "POST /actions/notifications/devices/renew", body: { endpoint } }).catch(() => undefined);
}
