import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { before, describe, test } from "node:test";
import { migrate } from "#server/db/migrate/migrate.ts";
import { createPool, type Sql } from "#server/db/pool.ts";
import { createTestDatabase } from "#tests/support/database.ts";

function createFolder(files: { [name: string]: string }): string {
  const folder = mkdtempSync(path.join(tmpdir(), "chaavi-migrations-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return folder;
}

describe("migrate", () => {
  let sql: Sql;
  let url: string;

  before(async () => {
    ({ sql, url } = await createTestDatabase());
    await sql`drop table migrations`;
  });

  test("applies migrations once and in order, also if two servers start together", async () => {
    const folder = createFolder({
      "0001-bay.sql": "create table bay (id int primary key); insert into bay values (1);",
      "0002-level.sql": "alter table bay add level text not null default 'ground';",
    });
    const otherPool = createPool(url, { max: 1 });
    const applied = await Promise.all([migrate({ sql, folder }), migrate({ sql: otherPool, folder })]);
    await otherPool.end();
    assert.deepEqual(applied.flat(), ["0001-bay.sql", "0002-level.sql"]);
    assert.deepEqual([...(await sql`select * from bay`)], [{ id: 1, level: "ground" }]);
    assert.deepEqual(await migrate({ sql, folder }), []);
  });

  test("rolls a failed migration back and reports its line", async () => {
    const folder = createFolder({
      "0001-bay.sql": "create table bay (id int primary key); insert into bay values (1);",
      "0002-level.sql": "alter table bay add level text not null default 'ground';",
      "0003-half.sql": "create table half (id int);\ncreate table half_2 (id nonsense);",
    });
    await assert.rejects(migrate({ sql, folder }), {
      name: "OperatorError",
      message: /0003-half\.sql, line 2 failed: type "nonsense" does not exist/,
    });
    assert.deepEqual(await sql`select to_regclass('half') as half`.then((rows) => rows[0]), { half: null });
  });

  test("rejects changed and unknown applied migrations", async () => {
    const changedFolder = createFolder({ "0001-bay.sql": "select 1;", "0002-level.sql": "select 2;" });
    await assert.rejects(migrate({ sql, folder: changedFolder }), { message: /0001-bay\.sql was changed after/ });
    const emptyFolder = createFolder({});
    await assert.rejects(migrate({ sql, folder: emptyFolder }), { message: /0001-bay\.sql, which this version/ });
  });

  test("rejects duplicate numbers and names without a number", async () => {
    const duplicateNumbers = createFolder({ "0001-a.sql": "", "0002-b.sql": "", "0002-c.sql": "" });
    await assert.rejects(migrate({ sql, folder: duplicateNumbers }), {
      message: /0002-b\.sql and 0002-c\.sql have the same/,
    });
    await assert.rejects(migrate({ sql, folder: createFolder({ "level.sql": "" }) }), {
      message: /level\.sql should be/,
    });
  });
});
