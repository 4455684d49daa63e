// Context of a write: transaction, actor, time, random source, and the steps for allocations, lookups and
// notifications.
import type {
  Collection,
  LookupName,
  LookupResults,
  Field,
  RuleViolation,
  Row,
  AllocationName,
  FollowUpName,
  NotificationKind,
} from "#domain/schema/collection.ts";
import type { Actor } from "#domain/access/roles.ts";
import type { Tx } from "#server/db/pool.ts";

type RelatedRows = { [field: string]: Row | null };

/** `R` is the row and `I` the included rows, as in `RuleArgs`. */
export interface AllocationInput<R = Row, I = RelatedRows> {
  ctx: WriteContext;
  collection: Collection;
  before: R | null;
  after: R;
  changes: Partial<R>;
  related: I;
}

/** Allocates one limited value under a lock; returns the changes of the row, or a violation if none is available. */
export type AllocationStep<R = Row, I = RelatedRows> = BivariantSteps<R, I>["allocate"];

/** Reads data of other rows; undefined if it does not apply to this write. */
export type LookupStep<N extends LookupName = LookupName, R = Row, I = RelatedRows> = BivariantSteps<R, I, N>["load"];

/** Queues the notifications about a written change. */
export type NotificationStep<R = Row> = BivariantSteps<R>["notify"];

/**
 * Writes what follows from a change; `before` is null for a new row, `after` for a deleted one, which has no `related`
 * rows.
 */
export type FollowUpStep<R = Row, I = RelatedRows> = BivariantSteps<R, I>["followUp"];

/** Steps are registered for the collections that name them, so that each may declare the row of its collections. */
interface BivariantSteps<R, I = RelatedRows, N extends LookupName = LookupName> {
  allocate(args: AllocationInput<R, I>): Promise<Row | RuleViolation>;
  load(args: Omit<AllocationInput<R, I>, "collection">): Promise<LookupResults[N] | undefined>;
  followUp(args: { ctx: WriteContext; before: R | null; after: R | null; related: I }): Promise<void>;
  notify(args: { ctx: WriteContext; collection: Collection; before: R; after: R; changes: Partial<R> }): Promise<void>;
}

export interface RowWrite {
  ctx: WriteContext;
  collection: Collection;
  action: "create" | "update" | "delete";
  before: Row | null;
  /** A new row has no id until it is written. */
  after: Row;
  changes: Row;
}

/**
 * Called when the statement of a row has been sent, so that what is read for it goes along in the same round trip. Returns what
 * is to be done with the written row, or undefined.
 */
export type RowWriteListener = (write: RowWrite) => ((after: Row) => Promise<void> | undefined) | undefined;

export interface WriteContext {
  tx: Tx;
  /** Whether the work may start before the idempotency key of its request is claimed, see `runOnce`. */
  isAhead?: boolean;
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
  lookups: { readonly [name in LookupName]: LookupStep<name> };
  notifications: { readonly [name in NotificationKind]: NotificationStep };
  followUps: { readonly [name in FollowUpName]: FollowUpStep };
  onRowWrite: RowWriteListener;
  /** Converts a secret to its stored form. */
  storeSecret: (args: { field: Field; value: string }) => Promise<string>;
  /** Encrypts a text with the key of the product. */
  seal: (text: string) => string;
  /** Receives a secret generated in this write before it is hashed. */
  revealSecret?: (secret: { field: string; value: string }) => void;
}
export type { Row };
