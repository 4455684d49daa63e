// §7: 'The service worker is unregistered on load'. We ship none; an older build may have left one.
export function removeOldServiceWorkers(): void {
  // Absent on plain http addresses, where none could have been left either.
  if (!("serviceWorker" in navigator)) return;
  void navigator.serviceWorker.getRegistrations().then(
    (left) => Promise.all(left.map((worker) => worker.unregister())),
    () => undefined,
  );
}
