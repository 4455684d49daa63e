// A new version starts beside the old one on the same database, both work, and the old one can be started again.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { migrate } from "#server/db/migrate/migrate.ts";
import { findMigrationProblems } from "#server/db/migrate/migration-rules.ts";
import { migrationsFolder, readMigrations } from "#server/db/migrate/migration-files.ts";
import { createPool, type Sql } from "#server/db/pool.ts";
import { testKeys } from "#tests/support/app.ts";
import { createAccessToken } from "#tests/support/tokens.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createFactories } from "#tests/support/factories.ts";
import { type ServerProcess, startServerProcess } from "#tests/support/server-process.ts";

const folders: string[] = [];
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function freshFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "chaavi-rolling-"));
  folders.push(folder);
  return folder;
}

/** This version's migrations and these. */
function createMigrationFolder(added: { [name: string]: string }): string {
  const folder = freshFolder();
  cpSync(migrationsFolder, folder, { recursive: true });
  for (const [name, sql] of Object.entries(added)) writeFileSync(path.join(folder, name), sql);
  return folder;
}

const lockOptions = { lockTimeoutMs: 100, maxAttempts: 200, delayMs: 50 };
const expandMigration = {
  "9001-enquiry-source.sql": `alter table "Enquiries" add column "source" varchar(50);\n`,
  "9002-enquiry-index.sql": `-- transaction: none\ncreate index concurrently if not exists "Enquiries_source" on "Enquiries" ("source");\n`,
};

/** A copy of this version with two more migrations and a field that uses them. */
function startNewerServer(): string {
  const root = freshFolder();
  for (const name of ["domain", "server", "simulators", "tools", "package.json"])
    cpSync(name, path.join(root, name), { recursive: true });
  symlinkSync(path.resolve("node_modules"), path.join(root, "node_modules"));
  for (const [name, sql] of Object.entries(expandMigration))
    writeFileSync(path.join(root, "server/db/migrations", name), sql);
  const file = path.join(root, "domain/platform/enquiries.collection.ts");
  const text = readFileSync(file, "utf8");
  const changed = text.replace(/^(\s*)city: .*$/m, (line) => `${line}\n    source: text({ max: 50 }),`);
  assert.notEqual(changed, text, "the definition of enquiries has a city");
  writeFileSync(file, changed);
  return root;
}

describe("an old and a newer server on one database", () => {
  test(
    "both read and write; the old one starts again beside the newer one, and after it",
    { timeout: 180_000 },
    async () => {
      const { url, sql } = await createTestDatabase();
      const factories = createFactories(sql);
      const branch = await factories.branch();
      const staff = await factories.user("staff", { branch });
      const verifier = await factories.user("platform");
      const env = { DATABASE_URL: url, ...testKeys };
      const [gate, desk] = [await createAccessToken(staff), await createAccessToken(verifier)];
      const send = async (server: ServerProcess, token: string, address: string, body?: unknown) => {
        const response = await fetch(server.address + address, {
          method: body ? "POST" : "GET",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        const text = await response.text();
        assert.equal(response.status, 200, `${address}: ${text}`);
        return (JSON.parse(text) as { data: { [field: string]: unknown } & { [field: string]: unknown }[] }).data;
      };
      const checkIn = (server: ServerProcess) =>
        send(server, gate, "/actions/parking/check-in", { vehicle_no: factories.plate(), phone_no: "9840012345" });
      const visitsSeenBy = async (server: ServerProcess) =>
        (await send(server, gate, "/items/Parking_Information?fields=id&limit=-1")).length;
      const enquire = (server: ServerProcess, settings: object = {}) =>
        send(server, desk, "/items/Enquiries", {
          kind: "suggestion",
          name: "Somebody",
          email: "a@b.in",
          message: "Hello",
          ...settings,
        });

      const old = await startServerProcess({ ...env, DATA_DIR: freshFolder() });
      await checkIn(old);
      // The old one keeps working while the newer one migrates and starts.
      const over = new AbortController();
      let meanwhile = 0;
      const gateWork = (async () => {
        while (!over.signal.aborted) {
          await checkIn(old);
          meanwhile += 1;
        }
      })();
      const newer = await startServerProcess({ ...env, DATA_DIR: freshFolder() }, { cwd: startNewerServer() });
      over.abort();
      await gateWork;
      assert.ok(meanwhile > 0, "no check-in was rejected meanwhile");
      assert.match(newer.output(), /9001-enquiry-source/);

      await checkIn(newer);
      assert.equal(await visitsSeenBy(old), meanwhile + 2);
      assert.equal(await visitsSeenBy(newer), meanwhile + 2);
      const withSource = await enquire(newer, { source: "poster" });
      const withoutSource = await enquire(old);
      const [observed] = await send(old, desk, `/items/Enquiries?filter[id][_eq]=${Number(withSource["id"])}`);
      assert.equal(observed!["name"], "Somebody");
      assert.ok(!("source" in observed!));
      const [other] = await send(newer, desk, `/items/Enquiries?filter[id][_eq]=${Number(withoutSource["id"])}`);
      assert.equal(other!["source"], null);

      // Roll back: the old version starts on the newer database, first beside the newer one, then alone.
      await old.kill("SIGTERM");
      const back = await startServerProcess({ ...env, DATA_DIR: freshFolder() });
      assert.match(back.output(), /newer migration 9001-enquiry-source\.sql, which this version can work with/);
      await newer.kill("SIGTERM");
      await checkIn(back);
      assert.equal(await visitsSeenBy(back), meanwhile + 3);
      await back.kill("SIGTERM");
    },
  );

  test("the old version rejects a database with a newer contracting migration", async () => {
    const { sql } = await createTestDatabase();
    const folder = createMigrationFolder({
      ...expandMigration,
      "9003-drop.sql": `-- contract: nothing reads it since the version before\nalter table "Enquiries" drop column "city";\n`,
    });
    await migrate({ sql, folder });
    const kinds = await sql<{ kind: string }[]>`select kind from migrations where name like '9%' order by name`;
    assert.deepEqual(
      kinds.map(({ kind }) => kind),
      ["expand", "expand", "contract"],
    );
    await assert.rejects(migrate({ sql }), { message: /9003-drop\.sql, which this version.*cannot work with/ });
  });
});

describe("a migration under load", () => {
  /** A transaction that has read the table and stays open. */
  async function holdTable(url: string): Promise<{ other: Sql; release: () => Promise<void> }> {
    const other = createPool(url, { max: 1 });
    const openTransaction = await other.reserve();
    await openTransaction`begin`;
    await openTransaction`select * from "Enquiries"`;
    return {
      other,
      release: async () => {
        await openTransaction`commit`;
        openTransaction.release();
        await other.end();
      },
    };
  }

  test("waits for its lock briefly and repeatedly, so that readers never queue behind it, and then succeeds", async () => {
    const { url, sql } = await createTestDatabase();
    const { release } = await holdTable(url);
    const lines: string[] = [];
    const migrating = migrate({
      sql,
      folder: createMigrationFolder(expandMigration),
      lockRetry: lockOptions,
      log: (line) => lines.push(line),
    });
    await eventually(() => assert.ok(lines.some((line) => line.startsWith("Waiting for a table"))));
    // A later reader waits no longer than one attempt; without lock_timeout it would wait for the open transaction.
    const reader = createPool(url, { max: 1, statementTimeoutMs: 3_000 });
    await reader`select * from "Enquiries"`;
    await reader.end();
    await release();
    assert.deepEqual(await migrating, Object.keys(expandMigration));
  });

  test("control: without lock_timeout the same reader waits behind the migration", async () => {
    const { url, sql } = await createTestDatabase();
    const { release } = await holdTable(url);
    const migrating = sql`alter table "Enquiries" add column "source" varchar(50)`.execute();
    await eventually(async () => {
      const pending = await sql`
        select 1 from pg_locks l join pg_database d on d.oid = l.database
        where d.datname = current_database() and not l.granted and l.relation = '"Enquiries"'::regclass`;
      assert.ok(pending.length > 0);
    });
    const reader = createPool(url, { max: 1, statementTimeoutMs: 500 });
    await assert.rejects(reader`select * from "Enquiries"`, { code: "57014" });
    await reader.end();
    await release();
    await migrating;
  });

  test("gives up with a message if the table is never free, and changes nothing", async () => {
    const { url, sql } = await createTestDatabase();
    const { release } = await holdTable(url);
    await assert.rejects(
      migrate({ sql, folder: createMigrationFolder(expandMigration), lockRetry: { ...lockOptions, maxAttempts: 3 } }),
      {
        name: "OperatorError",
        message: /9001-enquiry-source\.sql did not get the table it changes in 3 tries/,
      },
    );
    await release();
    assert.equal((await sql`select 1 from migrations where name like '9%'`).length, 0);
  });

  test("an invalid index is built again, and two servers that start together build it once", async () => {
    const { url, sql } = await createTestDatabase();
    const folder = createMigrationFolder(expandMigration);
    await migrate({ sql, folder, upTo: "9001-enquiry-source.sql" });
    // The result of a CREATE INDEX CONCURRENTLY that was killed.
    const { release } = await holdTable(url);
    const writer = createPool(url, { max: 1, statementTimeoutMs: 500 });
    await writer`insert into "Enquiries" (kind, name, email, message) values ('suggestion', 'x', 'a@b.in', 'x')`;
    await assert.rejects(writer`create index concurrently "Enquiries_source" on "Enquiries" ("source")`.simple(), {
      code: "57014",
    });
    await writer.end();
    await release();
    const isValid = async () =>
      (await sql`select indisvalid from pg_index where indexrelid = '"Enquiries_source"'::regclass`)[0]?.[
        "indisvalid"
      ] as boolean;
    assert.equal(await isValid(), false);
    const other = createPool(url, { max: 2 });
    const applied = await Promise.all([migrate({ sql, folder }), migrate({ sql: other, folder })]);
    await other.end();
    assert.deepEqual(applied.flat(), ["9002-enquiry-index.sql"]);
    assert.equal(await isValid(), true);
  });
});

test("every migration since the rules follows them", async () => {
  assert.deepEqual((await readMigrations()).flatMap(findMigrationProblems), []);
});
