// §7: steps 1 to 4 of the write path: who may, what is sent, which moves, what the rules say. Nothing is written here.
import { type Collection, type Field, Refusal, type Row, type RuleArgs } from "#domain/collection.ts";
import { errors, type ErrorCode } from "#domain/errors.ts";
import { fieldError, requiredText } from "#domain/fields.ts";
import { refuseMove } from "#domain/states/state-table.ts";
import { countSent, isChildren } from "#server/items/children.ts";
import { type Grant, mayNameField } from "#server/items/grants.ts";
import { refuse, refuseField, Refused, type RefusalEntry, refusePayload } from "#server/items/refused.ts";
import { fromWire } from "#server/items/values.ts";
import type { WriteContext } from "#server/items/write-context.ts";

/** Refuses a body that names what there is not, or what the caller may not set. */
export function authoriseFields({
  collection,
  grant,
  payload,
  isNew,
}: {
  collection: Collection;
  grant: Grant;
  payload: Row;
  isNew: boolean;
}): void {
  if (typeof payload !== "object" || payload === null || Array.isArray(payload))
    refusePayload("The body must be an object.");
  for (const name of Object.keys(payload)) {
    const field = Object.hasOwn(collection.fields, name) ? collection.fields[name] : undefined;
    // A key that comes back with the row it belongs to is no change; a new row's is the database's to give.
    const isKey = name === "id" && !isNew;
    if (!field || (field.serverSet && !isKey) || !mayNameField(grant, name))
      refuseField({ field: name, collection: collection.name, path: "" });
  }
}

/** Checks every value sent and answers them in the form the rules work with; one error for each field that does not hold. */
export function validated({
  collection,
  payload,
  isNew,
}: {
  collection: Collection;
  payload: Row;
  isNew: boolean;
}): Row {
  const wrong: RefusalEntry[] = [];
  const values: Row = {};
  const note = (name: string, field: Field, message: string) =>
    wrong.push({
      code: "FAILED_VALIDATION",
      message,
      details: { field: name, path: [name], type: message === requiredText(name, field) ? "required" : "invalid" },
    });
  for (const [name, value] of Object.entries(payload)) {
    const field = collection.fields[name]!;
    if (name === "id") continue;
    if (field.kind === "many" && !isChildren(value)) note(name, field, `*${name} must be a list`);
    const message = isNested(field, value) ? undefined : fieldError({ name, field, value });
    if (message) note(name, field, message);
    else values[name] = isNested(field, value) ? value : fromWire(field, value);
  }
  if (isNew)
    for (const [name, field] of Object.entries(collection.fields))
      if (field.required && !(name in payload) && field.default === undefined)
        note(name, field, requiredText(name, field));
  if (wrong.length > 0) throw new Refused(wrong);
  return values;
}

/** A relation given as the other row itself rather than by its key. */
export function isNested(field: Field, value: unknown): value is Row {
  return field.kind === "one" && typeof value === "object" && value !== null && !Array.isArray(value);
}

export function defaults(collection: Collection): Row {
  const row: Row = {};
  for (const [name, field] of Object.entries(collection.fields))
    if (field.kind !== "many" && name !== "id" && name !== "date_created") row[name] = field.default ?? null;
  return row;
}

/** §4: a state may only move as its table says; a new row starts where the table starts. */
export function checkMoves({
  collection,
  before,
  changes,
}: {
  collection: Collection;
  before: Row | null;
  changes: Row;
}): void {
  for (const [name, field] of Object.entries(collection.fields)) {
    if (!field.states || !(name in changes)) continue;
    const to = changes[name] as number | string | null;
    const table = typeof field.states === "function" ? field.states({ ...before, ...changes }) : field.states;
    const from = (before?.[name] ?? null) as number | string | null;
    if (from === null) {
      if (to !== null && !table.initial.includes(to)) refuse(table.noMove, { field: name });
    } else {
      const code = to === null ? table.noMove : refuseMove(table, from, to);
      if (code) refuse(code, { field: name });
    }
  }
}

export interface Decision {
  before: Row | null;
  changes: Row;
  related: { [field: string]: Row | null };
  facts?: RuleArgs["facts"];
}

/** What the collection's rules must know of other rows. */
export async function factsOf({
  ctx,
  collection,
  before,
  base,
  changes,
  related,
}: {
  ctx: WriteContext;
  collection: Collection;
  before: Row | null;
  base: Row;
  changes: Row;
  related: Decision["related"];
}): Promise<NonNullable<RuleArgs["facts"]>> {
  const facts: NonNullable<RuleArgs["facts"]> = {};
  for (const name of collection.facts ?? [])
    facts[name] = await ctx.facts[name]({ ctx, before, after: { ...base, ...changes }, changes, related });
  return facts;
}

/** Runs the collection's rules in their order; each sees what the ones before it changed. */
export function applyRules({
  ctx,
  collection,
  decision,
  base,
}: {
  ctx: WriteContext;
  collection: Collection;
  decision: Decision;
  base: Row;
}): Row {
  let { changes } = decision;
  const nested = Object.fromEntries(
    Object.entries(changes).flatMap(([name, value]) =>
      collection.fields[name]?.kind === "many" ? [[name, countSent(value)]] : [],
    ),
  );
  for (const rule of collection.rules ?? []) {
    const answer = rule({
      before: decision.before,
      after: { ...base, ...changes },
      changes,
      who: ctx.who,
      now: ctx.now,
      related: decision.related,
      facts: decision.facts ?? {},
      nested,
    });
    if (answer instanceof Refusal) throwRefusal(answer);
    if (answer) changes = { ...changes, ...answer };
  }
  return changes;
}

export function throwRefusal(refusal: Refusal): never {
  const details = { ...refusal.detail, ...(refusal.field ? { field: refusal.field, path: [refusal.field] } : {}) };
  refuse(refusal.code, details, textOf(refusal.code));
}

function textOf(code: ErrorCode): string {
  return errors[code].text;
}
