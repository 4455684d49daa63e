// §7: steps 6 and 7 of the write path: row, activity, revision, history and what decides who receives the live event in one
// statement.
import { findAccessRule } from "#domain/access/access-rule.ts";
import { can } from "#domain/access/capabilities.ts";
import { roleNames } from "#domain/access/roles.ts";
import type { Collection, Field, Row } from "#domain/schema/collection.ts";
import { noteForCommit } from "#server/db/after-commit.ts";
import { getPrepareOptions } from "#server/db/prepared.ts";
import { getColumnType } from "#server/db/schema.ts";
import { findCollection } from "#domain/collections.ts";
import { getMatchBaseColumns, buildMatchRowSql } from "#server/items/read/match-columns-sql.ts";
import { quoteIdentifier, SqlText } from "#server/items/query/sql-text.ts";
import { toDatabase, toWire, toWireRow } from "#server/items/field-values.ts";
import { toRevisionData } from "#server/items/write/revision-data.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

interface WriteRowInput {
  ctx: WriteContext;
  collection: Collection;
  action: "create" | "update" | "delete";
  /** The row after the write, or the last state of a deleted one. */
  row: Row;
  changes: Row;
  before: Row | null;
}

/** Inserts a row and returns its id. */
export async function insertRow(input: Omit<WriteRowInput, "action" | "before">): Promise<number | string> {
  const { collection, row, ctx } = input;
  const sql = new SqlText();
  const columns: string[] = [];
  const values: string[] = [];
  for (const name of Object.keys(row)) {
    const value = row[name];
    const column = getColumnText({ collection, name });
    // Null values are omitted unless the column has a default, which would replace the null.
    if (!column || value === undefined || (value === null && !column.hasDefault)) continue;
    columns.push(column.quoted);
    values.push(sql.bind(toDatabase(column.field, value), column.type));
  }
  const write = `insert into ${quoteIdentifier(collection.name)} (${columns.join(", ")}) values (${values.join(", ")}) ${buildReturningSql(collection)}`;
  const text = buildWriteSql({ ...input, sql, write, action: "create", before: null });
  const [inserted] = await ctx.tx.unsafe<{ id: number | string }[]>(
    text,
    sql.values as never[],
    getPrepareOptions(text),
  );
  return inserted!.id;
}

/** Updates a row if its version is unchanged; false if it was changed concurrently. */
export async function updateRow(
  input: Omit<WriteRowInput, "action"> & { id: number | string; version: string },
): Promise<boolean> {
  const { collection, changes, ctx, id, version } = input;
  const sql = new SqlText();
  const assignments = Object.entries(changes).flatMap(([name, value]) => {
    const column = getColumnText({ collection, name });
    return column ? `${column.quoted} = ${sql.bind(toDatabase(column.field, value), column.type)}` : [];
  });
  const key = sql.bind(id, getColumnType(collection.fields["id"]!));
  const write =
    `update ${quoteIdentifier(collection.name)} set ${assignments.join(", ")} where "id" = ${key}` +
    ` and xmin = ${sql.bind(version, "text")}::xid ${buildReturningSql(collection)}`;
  const text = buildWriteSql({ ...input, sql, write, action: "update" });
  const updated = await ctx.tx.unsafe(text, sql.values as never[], getPrepareOptions(text));
  return updated.length === 1;
}

export async function deleteRow(
  input: Omit<WriteRowInput, "action" | "changes"> & { id: number | string },
): Promise<void> {
  const { collection, ctx, id } = input;
  const sql = new SqlText();
  const key = sql.bind(id, getColumnType(collection.fields["id"]!));
  const write = `delete from ${quoteIdentifier(collection.name)} where "id" = ${key} ${buildReturningSql(collection)}`;
  const text = buildWriteSql({ ...input, sql, write, action: "delete", changes: {} });
  await ctx.tx.unsafe(text, sql.values as never[], getPrepareOptions(text));
}

interface ColumnText {
  field: Field;
  quoted: string;
  /** Of the bound value. */
  type: string;
  hasDefault: boolean;
}

const columnTexts = new WeakMap<Collection, Map<string, ColumnText | null>>();

/** Null for the key and for to-many relations, which are not written. */
function getColumnText({ collection, name }: { collection: Collection; name: string }): ColumnText | null {
  let known = columnTexts.get(collection);
  if (!known) columnTexts.set(collection, (known = new Map()));
  let column = known.get(name);
  if (column === undefined) {
    const field = collection.fields[name]!;
    const isWritten = name !== "id" && field.kind !== "many";
    known.set(name, (column = isWritten ? toColumnText({ name, field }) : null));
  }
  return column;
}

function toColumnText({ name, field }: { name: string; field: Field }): ColumnText {
  const type = field.kind === "json" ? "text::jsonb" : getColumnType(field);
  return { field, quoted: quoteIdentifier(name), type, hasDefault: field.default !== undefined };
}

/** RETURNING clause with the id, and for the event the columns that decide read access. */
function buildReturningSql(collection: Collection): string {
  const names = collection.isLive ? getMatchBaseColumns(collection) : [];
  return `returning ${["id", ...names].map(quoteIdentifier).join(", ")}`;
}

function buildWriteSql(input: WriteRowInput & { sql: SqlText; write: string }): string {
  const { collection, write } = input;
  if (!collection.isAudited) return `with written as (${write}) select "id" from written`;
  const expressions = [`written as (${write})`, buildActivitySql(input), buildRevisionSql(input)];
  const history = input.action === "delete" ? undefined : buildHistorySql(input);
  if (history) expressions.push(history);
  if (collection.isLive) {
    expressions.push(buildLiveMatchSql(input));
    noteForCommit(input.ctx.tx, "events");
  }
  return `with ${expressions.join(", ")} select written."id" from written, active`;
}

const getCompanyId = ({ row }: WriteRowInput) => row["company"] ?? row["default_company"] ?? null;
const getBranchId = ({ row }: WriteRowInput) => row["branch"] ?? row["default_branch"] ?? null;

/** A company and a branch belong to themselves; the id of a new one is known once it is written. */
const ownId = `written."id"`;

/** Company of the row, or of its branch if the row has no company. */
function buildCompanySql(input: WriteRowInput & { sql: SqlText }): string {
  const { sql, collection } = input;
  if (collection.name === "Companies") return ownId;
  const [company, branch] = [getCompanyId(input), getBranchId(input)];
  return company === null && branch !== null
    ? `(select "company" from "Branch" where "id" = ${sql.bind(branch, "bigint")})`
    : sql.bind(company, "bigint");
}

const buildBranchSql = (input: WriteRowInput & { sql: SqlText }): string =>
  input.collection.name === "Branch" ? ownId : input.sql.bind(getBranchId(input), "bigint");

function buildActivitySql(input: WriteRowInput & { sql: SqlText }): string {
  const { sql, ctx, collection, action } = input;
  const bind = (value: unknown, type: string) => sql.bind(value, type);
  return (
    `active as (insert into "activity" ("action", "user", "timestamp", "ip", "user_agent", "collection", "item", "company", "branch")` +
    ` select ${bind(action, "text")}, ${bind(ctx.actor.id, "uuid")}, ${bind(ctx.now.toISOString(), "timestamptz")}, ${bind(ctx.origin.ip, "text")},` +
    ` ${bind(ctx.origin.userAgent?.slice(0, 255) ?? null, "text")}, ${bind(collection.name, "text")}, written."id"::text,` +
    ` ${buildCompanySql(input)}, ${buildBranchSql(input)} from written returning "id", "company")`
  );
}

const revisionReaders = roleNames.filter((role) => can({ role }, "history.read"));

/** True if all who read a company's revisions read all fields of the collection. */
function isFullyReadable({ access }: Collection): boolean {
  return revisionReaders.every((role) => {
    const rule = findAccessRule({ rules: access.read, actor: { role } });
    return rule === true || typeof rule === "function";
  });
}

/** True if some users read rows of this collection only partially. */
function hasPartialAccess({ access }: Collection): boolean {
  return Object.values(access.read ?? {}).some((rule) => typeof rule === "object" && rule.partial !== undefined);
}

function buildRevisionSql({ sql, collection, row, changes, action }: WriteRowInput & { sql: SqlText }): string {
  const bindJson = (values: Row): string => `${sql.bind(JSON.stringify(toWireRow(collection, values)), "text")}::jsonb`;
  const data = bindJson(action === "create" ? toRevisionData({ collection, row }) : row);
  // Of a new row both are the same, which is sent and parsed once.
  const delta = action === "create" ? `"data"` : bindJson(changes);
  return (
    `revised as (insert into "revisions" ("activity", "company", "collection", "item", "data", "delta")` +
    ` select active."id", ${isFullyReadable(collection) ? `active."company"` : "null"}, ${sql.bind(collection.name, "text")}, written."id"::text, "data", ${delta}` +
    ` from written, active, (select ${data} as "data" offset 0) as revision)`
  );
}

function buildHistorySql({
  sql,
  ctx,
  collection,
  row,
  changes,
  before,
}: WriteRowInput & { sql: SqlText }): string | undefined {
  if (!collection.history) return undefined;
  const { collection: name, field } = collection.history;
  const stateField = Object.entries(collection.fields).find(([, field]) => field.stateTable)?.[0];
  const differences = Object.fromEntries(
    Object.entries(before ? changes : {})
      .filter(([field]) => collection.fields[field]!.kind !== "many")
      .filter(([field]) => !field.startsWith("date_") && !field.startsWith("user_"))
      .map(([field, value]) => [
        field,
        [toWire(collection.fields[field]!, before?.[field]), toWire(collection.fields[field]!, value)],
      ]),
  );
  const child = findCollection(name)!;
  return (
    `history as (insert into ${quoteIdentifier(child.name)} (${quoteIdentifier(field)}, "status_id", "changes", "user_created", "date_created")` +
    ` select written."id", ${sql.bind(stateField ? (row[stateField] ?? null) : null, "bigint")}, ${sql.bind(JSON.stringify(differences), "text")}::jsonb,` +
    ` ${sql.bind(ctx.actor.id, "uuid")}, ${sql.bind(ctx.now.toISOString(), "timestamptz")} from written)`
  );
}

/**
 * The columns that decide read access, as of this write, so that readers of the event match it per subscriber without a query
 * (`server/live/event-reader.ts`).
 */
function buildLiveMatchSql({ sql, collection, action, changes }: WriteRowInput & { sql: SqlText }): string {
  const changed = action === "update" && hasPartialAccess(collection) ? Object.keys(changes) : null;
  return (
    `matched as (insert into "live_matches" ("activity", "row", "changed")` +
    ` select active."id", ${buildMatchRowSql({ collection, alias: "written" })}, ${sql.bind(changed, "text[]")} from written, active)`
  );
}
