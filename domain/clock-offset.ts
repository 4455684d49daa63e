// How far the clock of a device is from that of the server.

/**
 * Milliseconds that a device's clock is behind the server's, negative if ahead: from the server's time in whole seconds
 * and the device's before and after the request. 0 if the request alone can explain the difference.
 */
export function computeClockOffset({
  server,
  sentAt,
  receivedAt,
}: {
  server: number;
  sentAt: number;
  receivedAt: number;
}): number {
  const [least, most] = [server - receivedAt, server + 1_000 - sentAt];
  return least <= 0 && most >= 0 ? 0 : Math.round((least + most) / 2);
}
