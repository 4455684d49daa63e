// The requests that the manager's alert counts beside the one it shows.

/** Those without a driver, also those that are still offered to drivers, besides the one that is shown. */
export function countOthersWaiting(requests: readonly { pickup_request_assigned: object | null }[]): number {
  return Math.max(0, requests.filter((request) => request.pickup_request_assigned === null).length - 1);
}
