import { throwApiError } from "#server/items/api-error.ts";

/** Throws CONTENT_TOO_LARGE with the reason as text. */
export function throwTooLarge(reason: string): never {
  return throwApiError("CONTENT_TOO_LARGE", { reason }, reason);
}
