// reading.md §2: the worker that shows notifications; browsers keep no other one (docs/decisions/032-notification-worker.md).

/** Path of its script, in web/public. */
export const notificationWorkerPath = "/notifications.js";
