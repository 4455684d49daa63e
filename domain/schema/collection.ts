// §3: types of a collection definition, the single source of the table, its checks, access rules and wire shape.
import type { ErrorCode } from "#domain/errors.ts";
import type { Role, Actor } from "#domain/access/roles.ts";
import type { StateTable } from "#domain/schema/state-table.ts";

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type Filter = { [key: string]: Json };
export type Row = { [field: string]: unknown };

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

export interface Field<T = unknown> {
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
  /** one: the keys of the related collection are uuids. */
  hasUuidTarget?: boolean;
  onDelete?: "cascade" | "set null" | "restrict";
  /** State field: changes only by the transitions of the table, with compare-and-set. */
  stateTable?: StateTable | ((row: Row) => StateTable);
  /** Set by the write path only; requests that contain the field are rejected. */
  serverSet?: boolean;
  /**
   * Storage of a secret: a password as argon2id hash, a code as keyed hash that can be looked up, `sealed` encrypted
   * and readable by the server.
   */
  secret?: "password" | "code" | "sealed";
  /** Never set; carries the value type for the inference of row types. */
  valueType?: T;
}

export type Fields = { [name: string]: Field };

type Value<F> = F extends Field<infer T> ? T : never;
/** A row of a collection in its database form: money is a number of paise, a relation is the id of the related row. */
export type RowOf<C> = C extends Collection<infer F> ? { [K in keyof F]: Value<F[K]> } : never;

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
export type Access = { [O in Operation]?: { [R in Role]?: AccessRule } };

export interface RuleArgs {
  before: Row | null;
  /** The row after the write, and `changes`: the fields sent by the caller or set by earlier rules. */
  after: Row;
  changes: Row;
  actor: Actor;
  now: Date;
  /** Related rows listed in `include`, by field. */
  related: { [field: string]: Row | null };
  /**
   * Results of the lookups listed in `lookups`, read in the transaction; absent if a lookup does not apply to the
   * write.
   */
  lookups?: { [name in LookupName]?: unknown };
  /** Number of nested rows per `many` field; nested rows are written after this row. */
  nestedCounts?: { [field: string]: number };
}

/** A pure rule of the write path; returns additional changes, a violation or undefined. */
export type WriteRule = (args: RuleArgs) => Row | RuleViolation | undefined;

/** Limited values (numbers, slots, codes), allocated once, late in the write and under a lock. */
export type AllocationName = "receipt" | "slot" | "token" | "otp" | "invoice" | "message";

/**
 * Data of other rows that rules need; read under a lock if concurrent writes could base their decision on the same
 * state.
 */
export type LookupName =
  | "matchingVisitors"
  | "openEntry"
  | "highestOccupied"
  | "movement"
  | "parentFolders"
  | "openShift"
  | "shiftCash"
  | "activeChat"
  | "bannerCount"
  | "presetCount"
  | "publishing";

/** Notifications by email or SMS about a change, queued in the transaction of the change. */
export type NotificationKind = "onboardingDecision" | "changeRequestDecision" | "areaRequestDecision";

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
  constructor(code: ErrorCode, field?: string, detail: { [key: string]: Json } = {}) {
    this.code = code;
    this.field = field;
    this.details = detail;
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
  }[];
  indexes?: readonly (readonly string[])[];
  checks?: readonly { name: string; sql: string }[];
  access: Access;
  /** Default values on create for fields the caller does not send. */
  createDefaults?: { [field: string]: (actor: Actor) => Json };
  /** Related rows loaded for the rules: `branch` or `branch.parking_config`. */
  include?: readonly string[];
  rules?: readonly WriteRule[];
  lookups?: readonly LookupName[];
  /** Rules checked before a row is deleted; `after` is the current row and `changes` is empty. */
  deleteRules?: readonly WriteRule[];
  allocations?: readonly AllocationName[];
  /** Changes of related rows caused by a write, applied in the same transaction through the write path. */
  propagates?: (args: RuleArgs) => { to: string; set: Row }[];
  /** Rows created in other collections by a write, in the same transaction through the write path. */
  derivedRows?: (args: RuleArgs) => DerivedRow[];
  /** History collection that receives one row per change, and its field that points to this row. */
  history?: { collection: string; field: string };
  notifications?: readonly NotificationKind[];
  /** Publishes changes as live events to subscribers who may read the row. */
  isLive?: boolean;
  /**
   * Records who created and changed each row; false for history and log collections, which the write path itself
   * writes.
   */
  isAudited?: boolean;
}

export interface Collection<F extends Fields = Fields> extends CollectionDefinition<F & StandardFields> {
  name: string;
  keyType: "integer" | "uuid";
}

const standardFields = {
  date_created: { kind: "timestamp", serverSet: true } as Field<Date>,
  date_updated: { kind: "timestamp", serverSet: true } as Field<Date | null>,
  user_created: { kind: "one", target: "users", hasUuidTarget: true, onDelete: "set null", serverSet: true } as Field<
    string | null
  >,
  user_updated: { kind: "one", target: "users", hasUuidTarget: true, onDelete: "set null", serverSet: true } as Field<
    string | null
  >,
};
export type StandardFields = typeof standardFields & { id: Field<number | string> };

/** Defines a collection and adds the standard fields (reading.md §3). */
export function defineCollection<const F extends Fields>(
  name: string,
  definition: CollectionDefinition<F>,
): Collection<F> {
  const keyType = definition.keyType ?? "integer";
  const id: Field<number | string> = { kind: keyType === "uuid" ? "uuid" : "integer", serverSet: true };
  return {
    isAudited: true,
    ...definition,
    name,
    keyType,
    fields: { id, ...definition.fields, ...standardFields },
  };
}
