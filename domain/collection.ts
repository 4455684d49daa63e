// §3: how a collection is declared. One declaration gives the table, the checks, the access and the wire shape.
import type { ErrorCode } from "#domain/errors.ts";
import type { Role, Who } from "#domain/roles.ts";
import type { StateTable } from "#domain/states/state-table.ts";

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
  /** The words an error names the field by: '*{Label} is required'. Default: the field's name in words. */
  label?: string;
  required?: boolean;
  /** text: longest and shortest length in characters; integer: largest and smallest value. */
  max?: number;
  min?: number;
  pattern?: RegExp;
  /** What no pattern can say of a text, such as its check character; asked of the form that is stored. */
  holds?: (stored: string) => boolean;
  /** The text shown by the field when `pattern`, `values` or the kind does not hold. */
  message?: string;
  minMessage?: string;
  values?: readonly string[];
  default?: Json;
  unique?: boolean;
  index?: boolean;
  /** Brings a typed value to the form that is stored, before it is checked. */
  normalise?: (typed: string) => string;
  /** one, many: the other collection; `via` is its field that points back here. */
  to?: string;
  via?: string;
  /** one: the other collection's keys are uuids. */
  isByUuid?: boolean;
  onDelete?: "cascade" | "set null" | "restrict";
  /** Moves only as the table allows, by compare-and-set. */
  states?: StateTable | ((row: Row) => StateTable);
  /** Set by the write path alone; a caller who names it is refused. */
  serverSet?: boolean;
  /** How a secret is kept: a password by argon2id, a code by a keyed hash that can still be looked up, a key we must use sealed. */
  secret?: "password" | "code" | "sealed";
  /** Never a value, only here for TypeScript to infer rows from. */
  type?: T;
}

export type Fields = { [name: string]: Field };

type Value<F> = F extends Field<infer T> ? T : never;
/** A row of a collection as the database has it: money in paise is `number`, a relation is the other row's id. */
export type RowOf<C> = C extends Collection<infer F> ? { [K in keyof F]: Value<F[K]> } : never;

export type Operation = "read" | "create" | "update" | "delete";

/** Yes, no, or a filter that is ANDed into the query; absent is no. */
export type Rows = boolean | ((who: Who) => Filter | boolean);
/** `fields` lists what may be named; absent is every field of the collection. */
export type Rule = Rows | { rows: Rows; fields: readonly string[] };
export type Access = { [O in Operation]?: { [R in Role]?: Rule } };

export interface RuleArgs {
  before: Row | null;
  /** The row as it would stand, and what of it the caller sent or an earlier rule set. */
  after: Row;
  changes: Row;
  who: Who;
  now: Date;
  /** What `needs` names, by field: the rows this one points to. */
  related: { [field: string]: Row | null };
  /** What `facts` names, as the database has it at this moment; absent where a step had nothing to look for. */
  facts?: { [name in Fact]?: unknown };
  /** How many rows were sent nested in a `many` field, by field: they are written after this one. */
  nested?: { [field: string]: number };
}

/** A pure rule of the write path: further changes, a refusal, or nothing to say. */
export type WriteRule = (args: RuleArgs) => Row | Refusal | undefined;

/** What is scarce, taken late, once and under a lock, by the step of that name. */
export type Scarce = "receipt" | "slot" | "token" | "otp" | "invoice" | "message";

/** What a rule must know of other rows; read by the step of that name, under a lock where two could read the same at once. */
export type Fact =
  | "sameVisitor"
  | "openVisit"
  | "takenInBlock"
  | "movement"
  | "foldersAbove"
  | "openShift"
  | "shiftCash"
  | "heldChat"
  | "bannersThere"
  | "publishing";

/** Whom a change concerns and is told of it by mail or SMS, queued in its transaction by the step of that name. */
export type Telling = "onboardingDecision" | "changeAnswer" | "areaAnswer";

/** A row of another collection that a change leaves behind; a relation may be given as the row to be made first. */
export interface LedgerRow {
  in: string;
  set: { [field: string]: unknown };
}

export class Refusal {
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly detail: { [key: string]: Json };
  constructor(code: ErrorCode, field?: string, detail: { [key: string]: Json } = {}) {
    this.code = code;
    this.field = field;
    this.detail = detail;
  }
}

export interface CollectionDeclaration<F extends Fields> {
  fields: F;
  key?: "integer" | "uuid";
  /** A system collection answers at its own address (`/users`) and not under `/items`. */
  system?: boolean;
  singleton?: boolean;
  /** Its rows are part of the program, as the roles are: everybody may read them, and nobody writes them. */
  isDeclared?: boolean;
  /** The field that holds a row's place in a list, and the fields whose values rows of one list share. */
  sorted?: { by: string; within: readonly string[] };
  /**
   * Unique over these fields, for text whatever its capitals and its spaces where said, for rows that match `while` (SQL over
   * own columns).
   */
  unique?: readonly {
    on: readonly string[];
    while?: string;
    ignoreCase?: boolean;
    ignoreSpaces?: boolean;
    nullsEqual?: boolean;
    error?: ErrorCode;
  }[];
  indexes?: readonly (readonly string[])[];
  checks?: readonly { name: string; sql: string }[];
  access: Access;
  /** Filled in on create where the caller is silent. */
  presets?: { [field: string]: (who: Who) => Json };
  /** Relations whose rows the rules look at: `branch` or `branch.parking_config`. */
  needs?: readonly string[];
  rules?: readonly WriteRule[];
  facts?: readonly Fact[];
  /** What is asked before a row is removed; `after` is the row as it stands, and changes are of no account. */
  removal?: readonly WriteRule[];
  scarce?: readonly Scarce[];
  /** What a change of this row brings to a row it points to, in the same transaction and through the same path. */
  carries?: (args: RuleArgs) => { to: string; set: Row }[];
  /** What a change of this row leaves behind in other collections, in the same transaction and through the same path. */
  ledger?: (args: RuleArgs) => LedgerRow[];
  /** The collection that gets one row for every change of this one, and its field that points here. */
  history?: { in: string; via: string };
  tells?: readonly Telling[];
  /** Changes are told live, to those who may read the row. */
  live?: boolean;
  /** Who changed a row is its business: absent for history and log collections that are written by the path itself. */
  tracked?: boolean;
}

export interface Collection<F extends Fields = Fields> extends CollectionDeclaration<F & StandardFields> {
  name: string;
  key: "integer" | "uuid";
}

const standardFields = {
  date_created: { kind: "timestamp", serverSet: true } as Field<Date>,
  date_updated: { kind: "timestamp", serverSet: true } as Field<Date | null>,
  user_created: { kind: "one", to: "users", isByUuid: true, onDelete: "set null", serverSet: true } as Field<
    string | null
  >,
  user_updated: { kind: "one", to: "users", isByUuid: true, onDelete: "set null", serverSet: true } as Field<
    string | null
  >,
};
export type StandardFields = typeof standardFields & { id: Field<number | string> };

/** Declares a collection; adds the fields every one has (reading.md §3). */
export function collection<const F extends Fields>(name: string, declaration: CollectionDeclaration<F>): Collection<F> {
  const key = declaration.key ?? "integer";
  const id: Field<number | string> = { kind: key === "uuid" ? "uuid" : "integer", serverSet: true };
  return {
    tracked: true,
    ...declaration,
    name,
    key,
    fields: { id, ...declaration.fields, ...standardFields },
  };
}
