import { getErrorCode } from "#domain/error-code.ts";

/** Error codes of the driver and of a stopping PostgreSQL for a lost connection. */
const connectionLostCodes = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  "ECONNRESET",
  "ECONNREFUSED",
  "EPIPE",
  "57P01",
  "57P02",
  "57P03",
]);

export function isConnectionLost(error: unknown): boolean {
  return connectionLostCodes.has(getErrorCode(error) ?? "");
}
