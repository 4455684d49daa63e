import assert from "node:assert/strict";
import { test } from "node:test";
import { collections } from "#domain/collections/all.ts";
import { columnsOf } from "#server/db/schema.ts";
import { freshDatabase } from "#tests/support/database.ts";

const { sql } = await freshDatabase();
/** Tables no caller sees. */
const ourOwn = [
  "code_tries",
  "counters",
  "installation",
  "invoice_counters",
  "job_processes",
  "loose_files",
  "links",
  "migrations",
  "otp_challenges",
  "outbox_secrets",
  "recovery_codes",
  "second_factors",
  "payment_answers",
  "sessions",
  "tax_id_checks",
  "throttle",
];

test("every collection has its table and every table its collection", async () => {
  const tables = await sql<
    { name: string }[]
  >`select table_name as name from information_schema.tables where table_schema = 'public'`;
  const expected = collections.map(({ name }) => name);
  assert.deepEqual(
    tables
      .map(({ name }) => name)
      .filter((name) => !ourOwn.includes(name))
      .toSorted(),
    expected.toSorted(),
  );
});

for (const collection of collections) {
  test(`${collection.name}: the columns are the declared fields, of their types`, async () => {
    const found = await sql<{ name: string; type: string; isRequired: boolean }[]>`
      select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as "isRequired"
      from pg_attribute where attrelid = ${`"${collection.name}"`}::regclass and attnum > 0 and not attisdropped`;
    const inWords = (type: string) =>
      type
        .replace(/^varchar/, "character varying")
        .replace(/^timestamptz$/, "timestamp with time zone")
        .replace("numeric(12,2)", "numeric(12,2)");
    const declared = columnsOf(collection).map(({ name, type, isRequired }) => ({
      name,
      type: inWords(type),
      isRequired,
    }));
    const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);
    assert.deepEqual(found.map((column) => ({ ...column })).toSorted(byName), declared.toSorted(byName));
  });

  test(`${collection.name}: the declared unique indexes are there`, async () => {
    const found = await sql<
      { name: string }[]
    >`select indexname as name from pg_indexes where tablename = ${collection.name}`;
    for (const place of (collection.unique ?? []).keys())
      assert.ok(
        found.some(({ name }) => name === `${collection.name}_u${place + 1}`),
        `index ${place + 1}`,
      );
  });

  test(`${collection.name}: every relation has its foreign key`, async () => {
    const found = await sql<{ column: string; to: string }[]>`
      select a.attname as column, c.confrelid::regclass::text as to from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.conrelid = ${`"${collection.name}"`}::regclass`;
    const declared = Object.entries(collection.fields)
      .filter(([, field]) => field.kind === "one")
      .map(([column, field]) => `${column} → ${field.to}`);
    assert.deepEqual(
      found.map(({ column, to }) => `${column} → ${to.replaceAll('"', "")}`).toSorted(),
      declared.toSorted(),
    );
  });
}
