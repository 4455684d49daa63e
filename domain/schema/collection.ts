// §3: types of a collection definition, the single source of the table, its checks, access rules and wire shape.
import type { FilledText } from "#domain/text/filled-text.ts";
import type { ErrorCode } from "#domain/errors.ts";
import type { Capability } from "#domain/access/capability-labels.ts";
import type { ServiceName } from "#domain/branches/services.ts";
import type { Actor } from "#domain/access/roles.ts";
import type { StateTable } from "#domain/schema/state-table.ts";

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type Filter = { [key: string]: Json };
export type Row = { [field: string]: unknown };
/** What a change did: field → value before and after. */
export type FieldChanges = { [field: string]: readonly [before: unknown, after: unknown] };

export type FieldKind =
  | "text"
  | "integer"
  | "money"
  | "boolean"
  | "timestamp"
  | "json"
  | "uuid"
  | "secret"
  | "one"
  | "many";

/** `T` is the type of the value in rows, `W` its type on the wire. */
export interface Field<T = unknown, W = T> {
  kind: FieldKind;
  /** Name of the field in error texts: '*{Label} is required'. Default: derived from the field name. */
  label?: string;
  required?: boolean;
  /** text: maximum and minimum length in characters; integer: maximum and minimum value. */
  max?: number;
  min?: number;
  pattern?: RegExp;
  /** Checks that a pattern cannot express, such as a check character; receives the normalised value. */
  isValid?: (stored: string) => boolean;
  /** Error text if the value violates `pattern`, `allowedValues` or the kind. */
  message?: string;
  minMessage?: string;
  allowedValues?: readonly string[];
  default?: Json;
  unique?: boolean;
  index?: boolean;
  /** Converts an input to its stored form before validation. */
  normalise?: (input: string) => string;
  /** one, many: the related collection; many: `inverseField` is its field that points back to this one. */
  target?: string;
  inverseField?: string;
  /** integer: the id of a row, which has 64 bits in the database. */
  isId?: boolean;
  /** one: the keys of the related collection are uuids. */
  hasUuidTarget?: boolean;
  onDelete?: "cascade" | "set null" | "restrict";
  /** State field: changes only by the transitions of the table, with compare-and-set. */
  stateTable?: StateTable | ((row: Row) => StateTable);
  /** Set by the write path only; requests that contain the field are rejected. */
  serverSet?: boolean;
  /** The server or the seed sets the field on creation, so that it is never null, although its column may be. */
  isSetOnCreate?: boolean;
  /**
   * Storage of a secret: a password as argon2id hash, a code as keyed hash that can be looked up, `sealed` encrypted
   * and readable by the server.
   */
  secret?: "password" | "code" | "sealed";
  /** Never set; they carry the types for the inference of rows (domain/schema/registry.ts). */
  valueType?: T;
  wireType?: W;
}

/** Many-to-one relation to the collection `N`; the value is the related row's key. */
export interface One<N extends string = string, T = unknown> extends Field<T> {
  target: N;
  kind: "one";
}
/** One-to-many relation to the collection `N`; has no column. */
export interface Many<N extends string = string> extends Field<(number | string)[]> {
  target: N;
  kind: "many";
}

export type Fields = { [name: string]: Field };

export type Operation = "read" | "create" | "update" | "delete";

/** Allowed, denied, or a filter that is ANDed with the query; denied by default. */
export type RowAccess = boolean | ((actor: Actor) => Filter | boolean);
/** `fields` lists the accessible fields, all by default. `partial` restricts the fields of some rows. */
export type AccessRule = RowAccess | { rows: RowAccess; fields?: readonly string[]; partial?: PartialAccess };

/**
 * Outside `fullAccessRows` only `fields` have values: all other columns are null in results, filters, sorting and
 * aggregates. To-many relations follow the access rules of their own collection.
 */
export interface PartialAccess {
  fullAccessRows: (actor: Actor) => Filter;
  fields: readonly string[];
}
/**
 * Rules by capability; the first one that the actor has decides (domain/access/access-rule.ts). A rule limits its rows
 * by the scope of the actor's role (`byScope`).
 */
export type AccessRules = { readonly [capability in Capability]?: AccessRule };
export type Access = { [O in Operation]?: AccessRules };

/** `R` is the row and `I` the included rows; `RuleArgsOf` (domain/schema/registry.ts) derives both. */
export interface RuleArgs<R = Row, I = { [field: string]: Row | null }> {
  before: R | null;
  /** The row after the write, and `changes`: the fields sent by the caller or set by earlier rules. */
  after: R;
  changes: Partial<R>;
  actor: Actor;
  now: Date;
  /** Related rows listed in `include`, by field. */
  related: I;
  /**
   * Results of the lookups listed in `lookups`, read in the transaction; absent if a lookup does not apply to the
   * write.
   */
  lookups?: { [N in LookupName]?: LookupResults[N] | undefined };
  /** Number of nested rows per `many` field; nested rows are written after this row. */
  nestedCounts?: { [field: string]: number };
}

interface BivariantRule {
  check(args: RuleArgs): Row | RuleViolation | undefined;
}
/**
 * A pure rule of the write path; returns additional changes, a violation or undefined. Its parameter is bivariant, so
 * that a rule can declare the row and the included rows of its collection.
 */
export type WriteRule = BivariantRule["check"];

/** Limited values (numbers, slots, codes), allocated once, late in the write and under a lock. */
export type AllocationName =
  | "receipt"
  | "slot"
  | "keptSlot"
  | "token"
  | "otp"
  | "invoice"
  | "message"
  | "tariffNumber"
  | "image";

export interface ShiftCash {
  /** Cash of the shift without its opening float, in paise: collected, plus received, minus handed over. */
  paise: number;
  /** Whether cash is offered to a colleague who has not confirmed it. */
  isHandoverPending: boolean;
}

/**
 * Data of other rows that rules need; read under a lock if concurrent writes could base their decision on the same
 * state. The areas that read them declare their types.
 */
export interface LookupResults {
  /** Highest slot number in use. */
  highestOccupied: number;
  /** Id of the actor's open shift. */
  openShift: number | null;
  /** What a shift's count is compared with. */
  shiftCash: ShiftCash & { vehicles: number };
  /** Ids of the folder's ancestors. */
  parentFolders: string[];
  /** Id of the chat that a user going off duty holds. */
  activeChat: number;
  bannerCount: number;
  presetCount: number;
  /** Only acquires the lock of a tariff. */
  tariffLock: undefined;
}
export type LookupName = keyof LookupResults;

/** Notifications by email or SMS about a change, queued in the transaction of the change. */
export type NotificationKind =
  | "onboardingDecision"
  | "changeRequestDecision"
  | "areaRequestDecision"
  | "enquiryAnswer"
  | "twoPersonDecision";

/**
 * Writes in another collection that keep it consistent with a change, in the transaction of the change and through the
 * write path.
 */
export type FollowUpName =
  | "timeCharges"
  | "tariffVersion"
  | "visitNotices"
  | "testEntries"
  | "offerUses"
  | "creditNotes"
  | "supportNotices";

/**
 * A row that a write creates in another collection; a relation value can be another derived row, which is created
 * first.
 */
export interface DerivedRow {
  collection: string;
  values: { [field: string]: unknown };
}

export class RuleViolation {
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly details: { [key: string]: Json };
  /** Replaces the text of the catalogue. */
  readonly text: string | FilledText | undefined;
  constructor(code: ErrorCode, field?: string, detail: { [key: string]: Json } = {}, text?: string | FilledText) {
    this.code = code;
    this.field = field;
    this.details = detail;
    this.text = text;
  }
}

export interface CollectionDefinition<F extends Fields> {
  fields: F;
  keyType?: "integer" | "uuid";
  /** A system collection has its own route (`/users`) and is not available under `/items`. */
  isSystem?: boolean;
  isSingleton?: boolean;
  /** The rows are part of the code (for example roles): public to read and never written. */
  isStatic?: boolean;
  /** Manual sort order: the position field, and the fields that define the scope of one list. */
  manualOrder?: { field: string; scope: readonly string[] };
  /**
   * Unique constraints; optionally ignoring case and spaces of text, and limited to rows that match `where` (SQL over
   * the row's own columns).
   */
  unique?: readonly {
    fields: readonly string[];
    where?: string;
    ignoreCase?: boolean;
    ignoreSpaces?: boolean;
    nullsEqual?: boolean;
    error?: ErrorCode;
    /** The field that the error names, if it is not the last of `fields`. */
    errorField?: string;
  }[];
  indexes?: readonly (readonly string[])[];
  checks?: readonly { name: string; sql: string }[];
  access: Access;
  /** Service of the rows: staff who do not work for it cannot read them (domain/people/staff-service.ts). */
  service?: ServiceName;
  /** Default values on create for fields the caller does not send. */
  createDefaults?: { [field: string]: (actor: Actor) => Json };
  /** Values on create, made from what the caller sends, for fields the caller does not send; undefined for none. */
  derivedDefaults?: { [field: string]: (payload: Row) => Json | undefined };
  /** Related rows loaded for the rules: `branch` or `branch.parking_config`. */
  include?: readonly string[];
  rules?: readonly WriteRule[];
  /**
   * Those of `rules` that check one field each. They also run on a row with invalid fields, so that one reply names all that
   * are to be corrected: they use no lookups and rely on no other rule.
   */
  fieldRules?: ReadonlySet<WriteRule>;
  lookups?: readonly LookupName[];
  /** Rules checked before a row is deleted; `after` is the current row and `changes` is empty. */
  deleteRules?: readonly WriteRule[];
  allocations?: readonly AllocationName[];
  /** Changes of related rows caused by a write, applied in the same transaction through the write path. */
  propagates?(args: RuleArgs): { to: string; set: Row }[];
  /** Rows created in other collections by a write, in the same transaction through the write path. */
  derivedRows?(args: RuleArgs): DerivedRow[];
  /** History collection that receives one row per change, and its field that points to this row. */
  history?: { collection: string; field: string };
  notifications?: readonly NotificationKind[];
  /** Run after a row is created, updated or deleted. */
  followUps?: readonly FollowUpName[];
  /** Publishes changes as live events to subscribers who may read the row. */
  isLive?: boolean;
  /**
   * Records who created and changed each row; false for history and log collections, which the write path itself
   * writes.
   */
  isAudited?: boolean;
}

export interface Collection<F extends Fields = Fields, N extends string = string> extends CollectionDefinition<
  F & StandardFields
> {
  name: N;
  keyType: "integer" | "uuid";
}

/** Fields that every collection has besides its key. */
export type AuditFields = {
  date_created: Field<Date, string>;
  date_updated: Field<Date | null, string | null>;
  user_created: One<"users", string | null>;
  user_updated: One<"users", string | null>;
};
export type StandardFields = AuditFields & { id: Field<number | string> };

const userReference: One<"users", string | null> = {
  kind: "one",
  target: "users",
  hasUuidTarget: true,
  onDelete: "set null",
  serverSet: true,
};
const auditFields: AuditFields = {
  date_created: { kind: "timestamp", serverSet: true },
  date_updated: { kind: "timestamp", serverSet: true },
  user_created: userReference,
  user_updated: userReference,
};

/** Defines a collection and adds the standard fields (reading.md §3). */
export function defineCollection<const N extends string, const F extends Fields>(
  name: N,
  definition: CollectionDefinition<F>,
): Collection<F, N> {
  const keyType = definition.keyType ?? "integer";
  const id: Field<number | string> =
    keyType === "uuid" ? { kind: "uuid", serverSet: true } : { kind: "integer", isId: true, serverSet: true };
  return {
    isAudited: true,
    ...definition,
    name,
    keyType,
    fields: { id, ...definition.fields, ...auditFields },
  };
}
