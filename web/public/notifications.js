// Shows notifications and opens their page: the only service worker of the product, registered when a person turns on
// notifications on this device. It answers no requests of pages and stores nothing (docs/decisions/032-notification-worker.md).
(function (worker) {
  // A changed version replaces the earlier one at once.
  worker.addEventListener("install", () => worker.skipWaiting());
  worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

  worker.addEventListener("push", (event) => event.waitUntil(show(readMessage(event.data))));

  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    const message = event.notification.data;
    event.waitUntil(event.action ? answer(message, event.action) : open(message.path));
  });

  function readMessage(data) {
    try {
      return data.json();
    } catch {
      // Browsers require a notification for every push.
      return { title: "Chaavi", path: "/my-pages" };
    }
  }

  async function show(message) {
    await showNotification(message, message.body, message.answers || []);
    // The server then withdraws the SMS that would replace this notification.
    if (message.token) await post("/actions/notifications/seen", { token: message.token }).catch(() => undefined);
  }

  function showNotification(message, body, actions) {
    return worker.registration.showNotification(message.title, {
      body,
      actions,
      tag: message.tag,
      renotify: Boolean(message.tag),
      icon: "/icon-192.png",
      data: {
        title: message.title,
        path: message.path,
        tag: message.tag,
        token: message.token,
        failed: message.failed,
      },
    });
  }

  async function answer(message, chosen) {
    const text = await post("/actions/notifications/answer", { token: message.token, answer: chosen })
      .then(async (response) => (response.ok ? (await response.json()).data.text : message.failed))
      .catch(() => message.failed);
    await showNotification(message, text, []);
  }

  function post(path, body) {
    return fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      // The token authorises; the session of whoever uses the browser now does not matter.
      credentials: "omit",
      body: JSON.stringify(body),
    });
  }

  /** Opens a page of this product only, in a window that is open already if there is one. */
  async function open(path) {
    const url = new URL(path || "/my-pages", worker.location.origin);
    if (url.origin !== worker.location.origin) return;
    const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
    const same = windows.find((client) => client.url === url.href);
    if (same) return same.focus();
    await worker.clients.openWindow(url.href);
  }
})(self);
