// §8: a refusal on its way to the caller: one or more catalogue codes, each with its text and details.
import type { Collection, Json } from "#domain/collection.ts";
import { type ErrorCode, errors } from "#domain/errors.ts";

export interface RefusalEntry {
  code: ErrorCode;
  message: string;
  details: { [key: string]: Json };
}

export class Refused extends Error {
  readonly entries: readonly RefusalEntry[];
  constructor(entries: readonly RefusalEntry[]) {
    super(entries.map((entry) => entry.message).join(" "));
    this.entries = entries;
  }
  get code(): ErrorCode {
    return this.entries[0]!.code;
  }
  get status(): number {
    return errors[this.code].status;
  }
}

/** Throws the catalogue's error; `message` replaces its text where the wire contract has one of its own. */
export function refuse(code: ErrorCode, details: { [key: string]: Json } = {}, message?: string): never {
  throw new Refused([{ code, message: message ?? errors[code].text, details }]);
}

export function refuseField({ field, collection, path }: { field: string; collection: string; path: string }): never {
  const where = path === "" ? "root" : `"${path}"`;
  const message = `You don't have permission to access field "${field}" in collection "${collection}" or it does not exist. Queried in ${where}.`;
  refuse("FORBIDDEN", { reason: message }, message);
}

export function refuseCollection(collection: string): never {
  const message = `You don't have permission to access collection "${collection}" or it does not exist. Queried in root.`;
  refuse("FORBIDDEN", { reason: message }, message);
}

/** Refuses a write that is nobody's to make, and says why; any other as one that is not this person's. */
export function refuseWrite(collection: Pick<Collection, "name" | "isDeclared" | "tracked">): never {
  const reason = collection.isDeclared
    ? `"${collection.name}" is declared in the program itself: it can be read here and changed only with a new version.`
    : collection.tracked
      ? undefined
      : `"${collection.name}" is written by the server itself: it can be read here and not changed.`;
  if (reason) refuse("FORBIDDEN", { reason }, reason);
  refuseCollection(collection.name);
}

export function refuseQuery(reason: string): never {
  refuse("INVALID_QUERY", { reason }, `Invalid query. ${reason}`);
}

export function refusePayload(reason: string): never {
  refuse("INVALID_PAYLOAD", { reason }, `Invalid payload. ${reason}`);
}
