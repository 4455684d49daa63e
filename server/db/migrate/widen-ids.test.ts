import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { copyTable, prepareCopies, removeCopies } from "#server/db/migrate/copy-table.ts";
import { type LockRetryOptions, repeatLocked } from "#server/db/migrate/lock-retry.ts";
import { migrate } from "#server/db/migrate/migrate.ts";
import { widenIds } from "#server/db/migrate/widen-ids.ts";
import { createPool, type Reserved, type Sql } from "#server/db/pool.ts";
import { beforeDatabaseCleanup } from "#tests/support/database.ts";
import { createEmptyDatabase } from "#tests/support/empty-database.ts";

const lockRetry: LockRetryOptions = { lockTimeoutMs: 50, maxAttempts: 1_000, delayMs: 20 };
const log = (): void => {};

/** A database in which ids have 32 bits, as of the version before. */
async function createNarrowDatabase(): Promise<Sql> {
  const sql = createPool(await createEmptyDatabase(), { max: 4, name: "migration" });
  beforeDatabaseCleanup(() => sql.end({ timeout: 5 }));
  await migrate({ sql, upTo: "0430-functions-of-wide-ids.sql" });
  await sql`insert into activity (action, timestamp, collection, item, company)
    select 'create', now(), 'Enquiries', n::text, 1 from generate_series(1, 5000) n`;
  await sql`insert into revisions (activity, collection, item, data, delta)
    select id, collection, item, '{"a": 1}', '{"a": 1}' from activity`;
  return sql;
}

/**
 * The schema, an object a line. Not compared: parentheses and casts of texts, which PostgreSQL adds to a condition whenever it
 * reads one that it has written itself.
 */
async function readSchema(sql: Sql): Promise<Set<string>> {
  const rows = await sql`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as definition, a.attnotnull as flag
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    union all select tablename, indexname, indexdef, null from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) || tgenabled::text, null from pg_trigger where not tgisinternal
    union all select sequencename, data_type::text, max_value::text, cycle from pg_sequences where schemaname = 'public'
    union all select proname, '', pg_get_functiondef(oid), null from pg_proc
      where pronamespace = 'public'::regnamespace and prokind = 'f' and proname ~ '^(report|site)_'
    order by 1, 2, 3`;
  return new Set(
    rows.map((row) =>
      Object.values(row)
        .join(" ")
        .replaceAll(/[()[\]]|::(?:character varying|text)/g, ""),
    ),
  );
}

test("a copied table has the schema of a rewritten one, and no id has 32 bits", async () => {
  const [rewritten, copied] = await Promise.all([createNarrowDatabase(), createNarrowDatabase()]);
  await widen(rewritten, Number.MAX_SAFE_INTEGER);
  await widen(copied, -1);
  const [expected, schema] = [await readSchema(rewritten), await readSchema(copied)];
  assert.deepEqual(
    [...schema].filter((line) => !expected.has(line)),
    [],
  );
  assert.deepEqual(
    [...expected].filter((line) => !schema.has(line)),
    [],
  );
  assert.ok(schema.size > 1_000);
  for (const sql of [rewritten, copied]) {
    const narrow = await sql`
      select c.relname, a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.atttypid = 'int4'::regtype and (a.attidentity <> ''
        or exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any(k.conkey)))`;
    assert.deepEqual([...narrow], []);
    assert.deepEqual([...(await sql`select conname from pg_constraint where not convalidated`)], []);
    assert.deepEqual(
      [...(await sql`select nspname from pg_namespace where nspname like '%tables' or nspname like 'table%'`)],
      [],
    );
    const [row] = await sql`
      select count(*) as rows, sum(hashtext(r.data::text || a.item)) as hash, max(a.id) as last
      from revisions r join activity a on a.id = r.activity`;
    assert.equal(row!["rows"], 5_000);
    const [next] = await sql`insert into activity (action, timestamp) values ('login', now()) returning id`;
    assert.equal(next!["id"], row!["last"] + 1);
    // Both sides of the references hold what 32 bits cannot.
    await sql`insert into activity (id, action, timestamp) values (5000000000, 'login', now())`;
    await sql`insert into revisions (id, activity) values (6000000000, 5000000000)`;
    await sql`delete from activity where id = 5000000000`;
    assert.equal((await sql`select 1 from revisions where id = 6000000000`).length, 0);
  }
});

test("prepared statements of earlier servers work afterwards, since their idle connections are closed", async () => {
  const url = await createEmptyDatabase();
  const sql = createPool(url, { max: 1, name: "migration" });
  await migrate({ sql, upTo: "0430-functions-of-wide-ids.sql" });
  const [server, other] = [createPool(url, { max: 1 }), createPool(url, { max: 1, name: "other" })];
  const write = (pool: Sql) =>
    pool.begin((tx) => tx`insert into activity (action, timestamp) values ('login', now()) returning id`);
  await write(server);
  await write(other);
  await widen(sql, Number.MAX_SAFE_INTEGER);
  assert.equal((await write(server))[0]!["id"], 3);
  // What would happen otherwise.
  await assert.rejects(write(other), { code: "0A000" });
  await Promise.all([sql, server, other].map((pool) => pool.end()));
});

async function widen(sql: Sql, smallBytes: number): Promise<void> {
  const connection = await sql.reserve();
  await widenIds({ connection, lockRetry, log, smallBytes });
  connection.release();
}

describe("while a table is copied", () => {
  let sql: Sql;

  before(async () => {
    sql = await createNarrowDatabase();
  });

  /** Copies `activity` beside a reader, so that the copy cannot take its place until `release`. */
  async function startCopy(): Promise<{
    copying: Promise<void>;
    connection: Reserved;
    pid: number;
    release: () => Promise<void>;
  }> {
    const reader = await sql.reserve();
    await reader`begin`;
    await reader`lock table activity in access share mode`;
    const connection = await sql.reserve();
    const [backend] = await connection<{ pid: number }[]>`select pg_backend_pid() as pid`;
    await prepareCopies(connection);
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    const copying = copyTable({
      connection,
      name: "activity",
      columns: ["id", "company", "branch"],
      inTransaction: (work) => repeatLocked({ connection, lockRetry, work }),
      log: () => start(),
    });
    await Promise.race([started, copying]);
    const release = async (): Promise<void> => {
      await reader`rollback`;
      reader.release();
    };
    return { copying, connection, pid: backend!.pid, release };
  }

  const insert = (item: string) =>
    sql`insert into activity (action, timestamp, collection, item) values ('create', now(), 'Tags', ${item}) returning id, "transaction"`;
  const items = async () =>
    (await sql<{ item: string }[]>`select item from activity where collection = 'Tags' order by id`).map(
      ({ item }) => item,
    );

  test("what is written meanwhile is kept, also over an interruption; what is deleted is gone", async () => {
    const first = await startCopy();
    const [inserted] = await insert("inserted");
    const [removed] = await insert("removed");
    await sql`update activity set item = 'changed' where id = ${inserted!["id"]}`;
    const [late] = await sql`delete from activity where id = ${removed!["id"]} returning to_jsonb(activity) as row`;
    // As a portion does that has read the row before its deletion and inserts it afterwards.
    await sql`insert into table_copies.activity select * from jsonb_populate_record(null::table_copies.activity, ${sql.json(late!["row"])})`;
    // Repeated, since it may just be pausing before the next attempt.
    const interruption = setInterval(() => void sql`select pg_cancel_backend(${first.pid})`.execute(), 10);
    await assert.rejects(first.copying, { code: "57014" }).finally(() => clearInterval(interruption));
    first.connection.release();
    await first.release();
    await insert("between");

    const second = await startCopy();
    await insert("after");
    await second.release();
    await second.copying;
    await removeCopies(second.connection);
    second.connection.release();
    assert.deepEqual(await items(), ["changed", "between", "after"]);
    const [kept] = await sql`select "transaction" from activity where item = 'changed'`;
    assert.equal(kept!["transaction"], inserted!["transaction"]);
    assert.equal((await sql`select 1 from activity where collection = 'Enquiries'`).length, 5_000);
  });

  test("control: without its trigger the copy loses what is written meanwhile", async () => {
    const { copying, connection, release } = await startCopy();
    await sql`alter table activity disable trigger mirror_changes`;
    await sql`insert into activity (action, timestamp, collection) select 'create', now(), 'Lost' from generate_series(1, 1000)`;
    await release();
    await copying;
    connection.release();
    const [row] = await sql`select count(*) as found from activity where collection = 'Lost'`;
    assert.ok(row!["found"] < 1_000, `${row!["found"]} are found`);
  });
});
