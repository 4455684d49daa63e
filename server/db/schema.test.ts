import assert from "node:assert/strict";
import { test } from "node:test";
import { collections } from "#domain/collections.ts";
import { getColumns } from "#server/db/schema.ts";
import { createTestDatabase } from "#tests/support/database.ts";

const { sql } = await createTestDatabase();
/** Internal tables without a collection. */
const internalTables = [
  "backups",
  "code_tries",
  "counters",
  "credit_note_counters",
  "history_archives",
  "idempotency_keys",
  "installation",
  "invoice_counters",
  "job_processes",
  "loose_files",
  "links",
  "message_counts",
  "live_matches",
  "migrations",
  "offer_counters",
  "otp_challenges",
  "outbox_secrets",
  "recovery_codes",
  "second_factors",
  "second_factor_setups",
  "payment_answers",
  "pin_tries",
  "privacy_requests",
  "push_messages",
  "push_subscriptions",
  "report_figures",
  "report_levels",
  "report_marks",
  "report_slots",
  "report_times",
  "report_visits",
  "postal_places",
  "retention_walks",
  "sessions",
  "site_branches",
  "site_ratings",
  "site_words",
  "slot_refusals",
  "tax_id_checks",
  "throttle",
  "webhook_sequences",
];

/** Columns of collections that are no fields. */
const internalColumns: { readonly [collection: string]: readonly string[] } = {
  activity: ["transaction", "oldest_transaction"],
};

test("every collection has a table and every table a collection", async () => {
  const tables = await sql<
    { name: string }[]
  >`select table_name as name from information_schema.tables where table_schema = 'public'`;
  const expected = collections.map(({ name }) => name);
  assert.deepEqual(
    tables
      .map(({ name }) => name)
      .filter((name) => !internalTables.includes(name))
      .toSorted(),
    expected.toSorted(),
  );
});

for (const collection of collections) {
  test(`${collection.name}: columns match the fields and their types`, async () => {
    const actual = await sql<{ name: string; type: string; isRequired: boolean }[]>`
      select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as "isRequired"
      from pg_attribute where attrelid = ${`"${collection.name}"`}::regclass and attnum > 0 and not attisdropped`;
    const toCatalogueType = (type: string) =>
      type
        .replace(/^varchar/, "character varying")
        .replace(/^timestamptz$/, "timestamp with time zone")
        .replace("numeric(12,2)", "numeric(12,2)");
    const expected = getColumns(collection).map(({ name, type, isRequired }) => ({
      name,
      type: toCatalogueType(type),
      isRequired,
    }));
    const byName = (first: { name: string }, second: { name: string }) => (first.name < second.name ? -1 : 1);
    const fields = actual.filter(({ name }) => !internalColumns[collection.name]?.includes(name));
    assert.deepEqual(fields.map((column) => ({ ...column })).toSorted(byName), expected.toSorted(byName));
  });

  test(`${collection.name}: unique indexes exist`, async () => {
    const actual = await sql<
      { name: string }[]
    >`select indexname as name from pg_indexes where tablename = ${collection.name}`;
    for (const index of (collection.unique ?? []).keys())
      assert.ok(
        actual.some(({ name }) => name === `${collection.name}_u${index + 1}`),
        `index ${index + 1}`,
      );
  });

  test(`${collection.name}: every relation has its foreign key`, async () => {
    const actual = await sql<{ column: string; to: string }[]>`
      select a.attname as column, c.confrelid::regclass::text as to from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.conrelid = ${`"${collection.name}"`}::regclass`;
    const expected = Object.entries(collection.fields)
      .filter(([, field]) => field.kind === "one")
      .map(([column, field]) => `${column} → ${field.target}`);
    assert.deepEqual(
      actual.map(({ column, to }) => `${column} → ${to.replaceAll('"', "")}`).toSorted(),
      expected.toSorted(),
    );
  });
}
