// §7: steps 1 to 4 of the write path: access, validation, state transitions and rules. Nothing is written here.
import {
  type Collection,
  type Field,
  type LookupName,
  RuleViolation,
  type Row,
  type RuleArgs,
} from "#domain/schema/collection.ts";
import { checkField, requiredMessage } from "#domain/schema/fields.ts";
import { errorCatalogue } from "#domain/errors.ts";
import { checkTransition } from "#domain/schema/state-table.ts";
import { countChildRows, isChildChanges } from "#server/items/write/children.ts";
import { type AccessGrant, canNameField } from "#server/items/access/grants.ts";
import {
  throwApiError,
  throwFieldForbidden,
  ApiError,
  type ApiErrorEntry,
  createErrorEntry,
  throwInvalidPayload,
} from "#server/items/api-error.ts";
import { fromWire, toFastRow, toWire } from "#server/items/field-values.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

/** Throws FORBIDDEN for fields that do not exist or that the actor may not set. */
export function assertFieldsAllowed({
  collection,
  grant,
  payload,
  isNew,
}: {
  collection: Collection;
  grant: AccessGrant;
  payload: Row;
  isNew: boolean;
}): void {
  if (typeof payload !== "object" || payload === null || Array.isArray(payload))
    throwInvalidPayload("The body must be an object.");
  for (const name of Object.keys(payload)) {
    const field = Object.hasOwn(collection.fields, name) ? collection.fields[name] : undefined;
    // An update can contain the row's own id; the id of a new row is assigned by the database.
    const isKey = name === "id" && !isNew;
    if (!field || (field.serverSet && !isKey) || !canNameField(grant, name))
      throwFieldForbidden({ field: name, collection: collection.name, path: "" });
  }
}

/** What the sender of a write has to correct, by field: reported together, in the order in which it was found. */
export type FieldProblems = ApiErrorEntry[];

interface PayloadInput {
  collection: Collection;
  payload: Row;
  isNew: boolean;
}

/** Validates the payload and converts its values to the internal format; throws one error per invalid field. */
export function validatePayload(input: PayloadInput): Row {
  const problems: FieldProblems = [];
  const values = parsePayload({ ...input, problems });
  throwProblems(problems);
  return values;
}

/** Throws nothing for none. */
export function throwProblems(problems: FieldProblems): void {
  if (problems.length > 0) throw new ApiError(problems);
}

/** Returns the valid values, and adds a problem for each invalid field. */
export function parsePayload({
  collection,
  payload,
  isNew,
  problems,
}: PayloadInput & { problems: FieldProblems }): Row {
  const values: Row = {};
  const addError = (name: string, field: Field, message: string) =>
    problems.push({
      code: "FAILED_VALIDATION",
      message,
      details: { field: name, path: [name], type: message === requiredMessage(name, field) ? "required" : "invalid" },
    });
  for (const [name, value] of Object.entries(payload)) {
    const field = collection.fields[name]!;
    if (name === "id") continue;
    if (field.kind === "many" && !isChildChanges(value)) addError(name, field, `*${name} must be a list`);
    const message = isNestedRow(field, value) ? undefined : checkField({ name, field, value });
    if (message) addError(name, field, message);
    else values[name] = isNestedRow(field, value) ? value : fromWire(field, value);
  }
  if (isNew)
    for (const [name, field] of getFieldsOfRules(collection).required)
      if (!(name in payload)) addError(name, field, requiredMessage(name, field));
  return values;
}

/** True for a relation value that is a row instead of a key. */
export function isNestedRow(field: Field, value: unknown): value is Row {
  return field.kind === "one" && typeof value === "object" && value !== null && !Array.isArray(value);
}

interface FieldsOfRules {
  /** Without a default. */
  required: [name: string, field: Field][];
  withStates: [name: string, field: Field][];
}
const fieldsOfRules = new WeakMap<Collection, FieldsOfRules>();

/** The few fields that every write asks for, of the many that a collection has. */
function getFieldsOfRules(collection: Collection): FieldsOfRules {
  const known = fieldsOfRules.get(collection);
  if (known) return known;
  const fields = Object.entries(collection.fields);
  const found: FieldsOfRules = {
    required: fields.filter(([, field]) => field.required && field.default === undefined),
    withStates: fields.filter(([, field]) => field.stateTable),
  };
  fieldsOfRules.set(collection, found);
  return found;
}

const defaults = new WeakMap<Collection, Readonly<Row>>();

export function getDefaults(collection: Collection): Readonly<Row> {
  const known = defaults.get(collection);
  if (known) return known;
  const entries = Object.entries(collection.fields)
    .filter(([name, field]) => field.kind !== "many" && name !== "id" && name !== "date_created")
    .map(([name, field]) => [name, field.default ?? null]);
  // Every write copies it several times.
  const row = toFastRow(Object.fromEntries(entries) as Row);
  defaults.set(collection, row);
  return row;
}

/** §4: checks state changes against the state tables; a new row must be in an initial state. */
export function assertTransitions({
  collection,
  before,
  changes,
}: {
  collection: Collection;
  before: Row | null;
  changes: Row;
}): void {
  for (const [name, field] of getFieldsOfRules(collection).withStates) {
    if (!field.stateTable || !(name in changes)) continue;
    const newState = changes[name] as number | string | null;
    const stateTable =
      typeof field.stateTable === "function" ? field.stateTable({ ...before, ...changes }) : field.stateTable;
    const currentState = (before?.[name] ?? null) as number | string | null;
    if (currentState === null) {
      if (newState !== null && !stateTable.initial.includes(newState))
        throwApiError(stateTable.invalidTransitionError, { field: name });
    } else {
      const code =
        newState === null ? stateTable.invalidTransitionError : checkTransition(stateTable, currentState, newState);
      if (code) throwApiError(code, { field: name });
    }
  }
}

export interface WriteDecision {
  before: Row | null;
  changes: Row;
  related: { [field: string]: Row | null };
  lookups?: RuleArgs["lookups"];
}

/** Lookups that use no related rows and can be sent together with their query. */
const lookupsOfRow: ReadonlySet<LookupName> = new Set(["visitPermissions", "matchingVisitors"]);

interface LookupInput {
  ctx: WriteContext;
  collection: Collection;
  before: Row | null;
  base: Row;
  changes: Row;
  related: WriteDecision["related"];
}

/** Runs the lookups of a collection. */
export async function loadAllLookups(input: LookupInput): Promise<NonNullable<RuleArgs["lookups"]>> {
  return { ...(await loadLookups({ ...input, related: null })), ...(await loadLookups(input)) };
}

/** Runs those that use no related rows if these are null, and the others otherwise. */
export async function loadLookups({
  ctx,
  collection,
  before,
  base,
  changes,
  related,
}: Omit<LookupInput, "related"> & { related: WriteDecision["related"] | null }): Promise<
  NonNullable<RuleArgs["lookups"]>
> {
  const results: NonNullable<RuleArgs["lookups"]> = {};
  const names = (collection.lookups ?? []).filter((name) => lookupsOfRow.has(name) === (related === null));
  if (names.length === 0) return results;
  const after = { ...base, ...changes };
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- relates the step to its result
  async function load<N extends LookupName>(name: N): Promise<void> {
    results[name] = await ctx.lookups[name]({ ctx, before, after, changes, related: related ?? {} });
  }
  for (const name of names) await load(name);
  return results;
}

interface RulesInput {
  ctx: WriteContext;
  collection: Collection;
  decision: WriteDecision;
  base: Row;
}

/** Runs the rules of a collection in order; each rule sees the changes of the previous ones. */
export function applyRules(input: RulesInput): Row {
  const problems: FieldProblems = [];
  const changes = runRules({ ...input, problems });
  throwProblems(problems);
  return changes;
}

/**
 * Adds what the sender has to correct in a field to `problems`, and throws any other violation. Once there is a problem only
 * the field rules run, as the other rules rely on what was checked before them.
 */
export function runRules({ ctx, collection, decision, base, problems }: RulesInput & { problems: FieldProblems }): Row {
  const changes = { ...decision.changes };
  const nestedCounts = Object.fromEntries(
    Object.entries(changes).flatMap(([name, value]) =>
      collection.fields[name]?.kind === "many" ? [[name, countChildRows(value)]] : [],
    ),
  );
  const after = { ...base, ...changes };
  for (const rule of collection.rules ?? []) {
    if (problems.length > 0 && !collection.fieldRules?.has(rule)) continue;
    const result = rule({
      before: decision.before,
      after,
      changes,
      actor: ctx.actor,
      now: ctx.now,
      related: decision.related,
      lookups: decision.lookups ?? {},
      nestedCounts,
    });
    if (result instanceof RuleViolation) {
      addViolation({ violation: result, collection, problems });
      continue;
    }
    if (!result) continue;
    Object.assign(changes, result);
    Object.assign(after, result);
  }
  assertInRange(collection, changes);
  return changes;
}

interface ViolationInput {
  violation: RuleViolation;
  collection: Collection;
  problems: FieldProblems;
}

/** The first problem of a field is the one that its form shows. */
function addViolation({ violation, collection, problems }: ViolationInput): void {
  const isOfField = violation.field !== undefined && errorCatalogue[violation.code].presentation === "field";
  if (!isOfField && problems.length === 0) throwViolation(violation, collection);
  const isNew = problems.every(({ details }) => details["field"] !== violation.field);
  if (isOfField && isNew) problems.push(toErrorEntry(violation, collection));
}

/** The highest number of an integer and of a numeric(12,2) column, in paise. */
const highestNumbers = { integer: 2_147_483_647, money: 999_999_999_999 } as const;

/** VALUE_OUT_OF_RANGE with the field: amounts that each fit their column may have a sum that does not. */
function assertInRange(collection: Collection, changes: Row): void {
  for (const [name, value] of Object.entries(changes)) {
    const field = collection.fields[name];
    if (typeof value !== "number" || !field || field.isId || (field.kind !== "money" && field.kind !== "integer"))
      continue;
    if (Math.abs(value) <= highestNumbers[field.kind]) continue;
    throwApiError("VALUE_OUT_OF_RANGE", { collection: collection.name, field: name, value: toWire(field, value) });
  }
}

export function throwViolation(violation: RuleViolation, collection?: Collection): never {
  throw new ApiError([toErrorEntry(violation, collection)]);
}

/** §5: a field of `collection` that is required and empty is named by its label. */
function toErrorEntry(violation: RuleViolation, collection?: Collection): ApiErrorEntry {
  const { field: name = "" } = violation;
  const field = violation.details["type"] === "required" ? collection?.fields[name] : undefined;
  const details = {
    ...violation.details,
    ...(violation.field ? { field: violation.field, path: [violation.field] } : {}),
  };
  return createErrorEntry(violation.code, details, violation.text ?? (field && requiredMessage(name, field)));
}
