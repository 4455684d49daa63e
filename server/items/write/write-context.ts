// Context of a write: transaction, actor, time, random source, and the steps for allocations, lookups and
// notifications.
import type {
  Collection,
  LookupName,
  Field,
  RuleViolation,
  Row,
  AllocationName,
  NotificationKind,
} from "#domain/schema/collection.ts";
import type { Actor } from "#domain/access/roles.ts";
import type { Tx } from "#server/db/pool.ts";

export interface AllocationInput {
  ctx: WriteContext;
  collection: Collection;
  before: Row | null;
  after: Row;
  changes: Row;
  related: { [field: string]: Row | null };
}

/** Allocates one limited value under a lock; returns the changes of the row, or a violation if none is available. */
export type AllocationStep = (args: AllocationInput) => Promise<Row | RuleViolation>;

/** Reads data of other rows; undefined if it does not apply to this write. */
export type LookupStep = (args: Omit<AllocationInput, "collection">) => Promise<unknown>;

/** Queues the notifications about a written change. */
export type NotificationStep = (args: {
  ctx: WriteContext;
  collection: Collection;
  before: Row;
  after: Row;
  changes: Row;
}) => Promise<void>;

/** Called after a row is written; returns undefined if there is nothing to do. */
export type RowWrittenListener = (args: {
  ctx: WriteContext;
  collection: Collection;
  action: "create" | "update" | "delete";
  before: Row | null;
  after: Row;
  changes: Row;
}) => Promise<void> | undefined;

export interface WriteContext {
  tx: Tx;
  actor: Actor;
  now: Date;
  /** Returns bytes from a cryptographic source. */
  random: (bytes: number) => Uint8Array;
  origin: {
    ip: string | null;
    userAgent: string | null;
    /** Id and route pattern of the request. */
    requestId?: string;
    route?: string;
  };
  allocations: { readonly [name in AllocationName]?: AllocationStep };
  lookups: { readonly [name in LookupName]: LookupStep };
  notifications: { readonly [name in NotificationKind]: NotificationStep };
  onRowWritten: RowWrittenListener;
  /** Converts a secret to its stored form. */
  storeSecret: (args: { field: Field; value: string }) => Promise<string>;
  /** Encrypts a text with the key of the product. */
  seal: (text: string) => string;
  /** Receives a secret generated in this write before it is hashed. */
  revealSecret?: (secret: { field: string; value: string }) => void;
}
export type { Row };
