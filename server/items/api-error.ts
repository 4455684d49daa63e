// §8: API errors: one or more codes of the error catalogue, each with text and details.
import type { FilledText } from "#domain/text/filled-text.ts";
import type { Collection, Json } from "#domain/schema/collection.ts";
import { type ErrorCode, errorCatalogue } from "#domain/errors.ts";

export interface ApiErrorEntry {
  code: ErrorCode;
  message: string;
  details: { [key: string]: Json };
}

export class ApiError extends Error {
  readonly entries: readonly ApiErrorEntry[];
  constructor(entries: readonly ApiErrorEntry[]) {
    super(entries.map((entry) => entry.message).join(" "));
    this.entries = entries;
  }
  get code(): ErrorCode {
    return this.entries[0]!.code;
  }
  get status(): number {
    return errorCatalogue[this.code].status;
  }
}

/**
 * An error of the catalogue; `message` replaces its text if the wire contract defines another one. Of a text with values
 * the reply has `translation`, too.
 */
export function createErrorEntry(
  code: ErrorCode,
  details: { [key: string]: Json } = {},
  message: string | FilledText = errorCatalogue[code].text,
): ApiErrorEntry {
  if (typeof message === "string") return { code, message, details };
  const { text, translation } = message;
  return { code, message: text, details: { ...details, translation } };
}

export function throwApiError(...error: Parameters<typeof createErrorEntry>): never {
  throw new ApiError([createErrorEntry(...error)]);
}

export function throwFieldForbidden({
  field,
  collection,
  path,
}: {
  field: string;
  collection: string;
  path: string;
}): never {
  const location = path === "" ? "root" : `"${path}"`;
  const message = `You don't have permission to access field "${field}" in collection "${collection}" or it does not exist. Queried in ${location}.`;
  throwApiError("FORBIDDEN", { reason: message }, message);
}

export function throwCollectionForbidden(collection: string): never {
  const message = `You don't have permission to access collection "${collection}" or it does not exist. Queried in root.`;
  throwApiError("FORBIDDEN", { reason: message }, message);
}

/**
 * Throws FORBIDDEN for a collection that is read-only for everybody, with the reason; otherwise as for a missing
 * permission.
 */
export function throwWriteForbidden(collection: Pick<Collection, "name" | "isStatic" | "isAudited">): never {
  const reason = collection.isStatic
    ? `"${collection.name}" is declared in the program itself: it can be read here and changed only with a new version.`
    : collection.isAudited
      ? undefined
      : `"${collection.name}" is written by the server itself: it can be read here and not changed.`;
  if (reason) throwApiError("FORBIDDEN", { reason }, reason);
  throwCollectionForbidden(collection.name);
}

export function throwInvalidQuery(reason: string): never {
  throwApiError("INVALID_QUERY", { reason }, `Invalid query. ${reason}`);
}

/** As for a path without a route. */
export function throwRouteNotFound(path: string): never {
  throwApiError("ROUTE_NOT_FOUND", { path }, `Route ${path} doesn't exist.`);
}

export function throwInvalidPayload(reason: string): never {
  throwApiError("INVALID_PAYLOAD", { reason }, `Invalid payload. ${reason}`);
}
