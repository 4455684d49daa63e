// §7: 'The service worker is unregistered on load'. The app ships none; an older build may have registered one.
export function unregisterServiceWorkers(): void {
  // Undefined on insecure origins, which cannot register one.
  if (!("serviceWorker" in navigator)) return;
  void navigator.serviceWorker.getRegistrations().then(
    (registrations) => Promise.all(registrations.map((registration) => registration.unregister())),
    () => undefined,
  );
}
