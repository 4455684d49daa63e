// Event types of the security log.
import type { Json } from "#domain/schema/collection.ts";
import type { Role } from "#domain/access/roles.ts";
import type { SecurityEventKind } from "#domain/security/events.ts";

export interface SecurityEntry {
  kind: SecurityEventKind;
  at: Date;
  /** User who caused the event, if the session was accepted. */
  person: string | null;
  role: Role | null;
  /** Affected account, if known. */
  account: string | null;
  /** Typed account name; resolved when the event is written and never stored. */
  typed: string | null;
  /** First characters of an integration token, which identify its company. */
  tokenStart: string | null;
  /** Masked name of the subject. */
  subject: string | null;
  ip: string | null;
  userAgent: string | null;
  company: number | null;
  branch: number | null;
  requestId: string | null;
  detail: { [name: string]: Json };
  /** Requested row. */
  item: { collection: string; id: string } | null;
}

/** Creates an event of the product itself, without an actor; visible to the platform only. */
export function createProductEntry({ kind, at, detail }: Pick<SecurityEntry, "kind" | "at" | "detail">): SecurityEntry {
  return {
    kind,
    at,
    detail,
    person: null,
    role: null,
    account: null,
    typed: null,
    tokenStart: null,
    subject: null,
    ip: null,
    userAgent: null,
    company: null,
    branch: null,
    requestId: null,
    item: null,
  };
}

/** Equal events within a time window, with their count. */
export interface SecurityBucket extends SecurityEntry {
  bucket: string;
  count: number;
  firstAt: Date;
  lastAt: Date;
}
