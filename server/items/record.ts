// §7: steps 6 and 7 of the write path: the row, its activity, revision and history, and the live event, in one statement.
import type { Collection, Row } from "#domain/collection.ts";
import { prepared } from "#server/db/prepared.ts";
import { columnType } from "#server/db/schema.ts";
import { collectionNamed } from "#domain/collections/all.ts";
import { quote, SqlText } from "#server/items/sql-text.ts";
import { toDatabase, toWire, wireRow } from "#server/items/values.ts";
import type { WriteContext } from "#server/items/write-context.ts";

export const liveChannel = "chaavi_live";

interface Recording {
  ctx: WriteContext;
  collection: Collection;
  action: "create" | "update" | "delete";
  /** The row as it stands after the write (for a delete: as it stood). */
  row: Row;
  changes: Row;
  before: Row | null;
}

/** Inserts a row and answers its key. */
export async function insertRow(recording: Omit<Recording, "action" | "before">): Promise<number | string> {
  const { collection, row, ctx } = recording;
  const sql = new SqlText();
  // What is null anyway is left out, but where the column would put something else in its place.
  const isWritten = (name: string): boolean => row[name] !== undefined && (row[name] !== null || hasDefault(name));
  const hasDefault = (name: string): boolean => collection.fields[name]!.default !== undefined;
  const names = Object.keys(row).filter(
    (name) => name !== "id" && collection.fields[name]!.kind !== "many" && isWritten(name),
  );
  const columns = names.map(quote).join(", ");
  const values = names.map((name) => bound({ sql, collection, name, value: row[name] })).join(", ");
  const write = `insert into ${quote(collection.name)} (${columns}) values (${values}) returning "id"`;
  const text = recordSql({ ...recording, sql, write, action: "create", before: null });
  const [written] = await ctx.tx.unsafe<{ id: number | string }[]>(text, sql.values as never[], prepared(text));
  return written!.id;
}

/** Changes a row if it is still the version it was read as; false where somebody was faster. */
export async function updateRow(
  recording: Omit<Recording, "action"> & { id: number | string; version: string },
): Promise<boolean> {
  const { collection, changes, ctx, id, version } = recording;
  const sql = new SqlText();
  const sets = Object.keys(changes)
    .filter((name) => collection.fields[name]!.kind !== "many")
    .map((name) => `${quote(name)} = ${bound({ sql, collection, name, value: changes[name] })}`);
  const key = sql.bind(id, columnType(collection.fields["id"]!));
  const write =
    `update ${quote(collection.name)} set ${sets.join(", ")} where "id" = ${key}` +
    ` and xmin = ${sql.bind(version, "text")}::xid returning "id"`;
  const text = recordSql({ ...recording, sql, write, action: "update" });
  const written = await ctx.tx.unsafe(text, sql.values as never[], prepared(text));
  return written.length === 1;
}

export async function deleteRow(
  recording: Omit<Recording, "action" | "changes"> & { id: number | string },
): Promise<void> {
  const { collection, ctx, id } = recording;
  const sql = new SqlText();
  const key = sql.bind(id, columnType(collection.fields["id"]!));
  const write = `delete from ${quote(collection.name)} where "id" = ${key} returning "id"`;
  const text = recordSql({ ...recording, sql, write, action: "delete", changes: {} });
  await ctx.tx.unsafe(text, sql.values as never[], prepared(text));
}

function bound({
  sql,
  collection,
  name,
  value,
}: {
  sql: SqlText;
  collection: Collection;
  name: string;
  value: unknown;
}): string {
  const field = collection.fields[name]!;
  const type = columnType(field);
  return field.kind === "json"
    ? `${sql.bind(toDatabase(field, value), "text")}::jsonb`
    : sql.bind(toDatabase(field, value), type);
}

function recordSql(recording: Recording & { sql: SqlText; write: string }): string {
  const { collection, sql, write } = recording;
  if (!collection.tracked) return `with written as (${write}) select "id" from written`;
  const parts = [`written as (${write})`, activitySql(recording), revisionSql(recording)];
  const history = recording.action === "delete" ? undefined : historySql(recording);
  if (history) parts.push(history);
  const told = collection.live ? `, ${notifySql({ ...recording, sql })}` : "";
  return `with ${parts.join(", ")} select written."id"${told} from written, active`;
}

const companyOf = ({ collection, row }: Recording) =>
  (collection.name === "Companies" ? row["id"] : (row["company"] ?? row["default_company"])) ?? null;
const branchOf = ({ collection, row }: Recording) =>
  (collection.name === "Branch" ? row["id"] : (row["branch"] ?? row["default_branch"])) ?? null;

/** What hangs on a branch and does not say its company is its branch's company's. */
function companySql(recording: Recording & { sql: SqlText }): string {
  const { sql } = recording;
  const [company, branch] = [companyOf(recording), branchOf(recording)];
  return company === null && branch !== null
    ? `(select "company" from "Branch" where "id" = ${sql.bind(branch, "integer")})`
    : sql.bind(company, "integer");
}

function activitySql(recording: Recording & { sql: SqlText }): string {
  const { sql, ctx, collection, action } = recording;
  const bind = (value: unknown, type: string) => sql.bind(value, type);
  return (
    `active as (insert into "activity" ("action", "user", "timestamp", "ip", "user_agent", "collection", "item", "company", "branch")` +
    ` select ${bind(action, "text")}, ${bind(ctx.who.id, "uuid")}, ${bind(ctx.now.toISOString(), "timestamptz")}, ${bind(ctx.origin.ip, "text")},` +
    ` ${bind(ctx.origin.userAgent?.slice(0, 255) ?? null, "text")}, ${bind(collection.name, "text")}, written."id"::text,` +
    ` ${companySql(recording)}, ${bind(branchOf(recording), "integer")} from written returning "id", "company")`
  );
}

/** Whether an admin who reads a row of this collection reads all of it. */
function isWholeToAdmins({ access }: Collection): boolean {
  const rule = access.read?.admin;
  return rule === true || typeof rule === "function";
}

function revisionSql({ sql, collection, row, changes, action }: Recording & { sql: SqlText }): string {
  const delta = JSON.stringify(wireRow(collection, action === "create" ? row : changes));
  const data = action === "create" ? delta : JSON.stringify(wireRow(collection, row));
  return (
    `revised as (insert into "revisions" ("activity", "company", "collection", "item", "data", "delta")` +
    ` select active."id", ${isWholeToAdmins(collection) ? `active."company"` : "null"}, ${sql.bind(collection.name, "text")}, written."id"::text, ${sql.bind(data, "text")}::jsonb, ${sql.bind(delta, "text")}::jsonb from written, active)`
  );
}

function historySql({ sql, ctx, collection, row, changes, before }: Recording & { sql: SqlText }): string | undefined {
  if (!collection.history) return undefined;
  const { in: name, via } = collection.history;
  const stateField = Object.entries(collection.fields).find(([, field]) => field.states)?.[0];
  const differences = Object.fromEntries(
    Object.entries(changes)
      .filter(([field]) => collection.fields[field]!.kind !== "many")
      .filter(([field]) => !field.startsWith("date_") && !field.startsWith("user_"))
      .map(([field, value]) => [
        field,
        [toWire(collection.fields[field]!, before?.[field]), toWire(collection.fields[field]!, value)],
      ]),
  );
  const child = collectionNamed(name)!;
  return (
    `told as (insert into ${quote(child.name)} (${quote(via)}, "status_id", "changes", "user_created", "date_created")` +
    ` select written."id", ${sql.bind(stateField ? (row[stateField] ?? null) : null, "integer")}, ${sql.bind(JSON.stringify(before ? differences : {}), "text")}::jsonb,` +
    ` ${sql.bind(ctx.who.id, "uuid")}, ${sql.bind(ctx.now.toISOString(), "timestamptz")} from written)`
  );
}

/** Told at commit, by PostgreSQL itself: ids only, every reader's permissions are asked when it is passed on. */
function notifySql(recording: Recording & { sql: SqlText }): string {
  const { sql, collection, action } = recording;
  const fixed = JSON.stringify({
    collection: collection.name,
    action,
    company: companyOf(recording),
    branch: branchOf(recording),
  });
  return `pg_notify('${liveChannel}', (${sql.bind(fixed, "text")}::jsonb || jsonb_build_object('id', written."id", 'event', active."id"))::text)`;
}
