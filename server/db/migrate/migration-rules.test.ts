import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findMigrationProblems } from "#server/db/migrate/migration-rules.ts";
import { splitStatements } from "#server/db/sql-statements.ts";

function findProblems(sql: string, { name = "0099-x.sql", kind = "expand", isTransactional = true } = {}): string[] {
  return findMigrationProblems({ name, sql, kind: kind as "expand", isTransactional });
}

describe("an expanding migration", () => {
  const allowed = [
    `create table "Bays" (id int primary key, n int not null); create index on "Bays" (n); alter table "Bays" rename n to m;`,
    `alter table "Branch" add column "note" varchar(100)`,
    `alter table "Branch" add "is_open" boolean not null default false, add price numeric(12,2) default 0 not null`,
    `alter table "Branch" add column at timestamptz not null default now()`,
    `alter table "Branch" add column owner integer references "users" (id) on delete set null`,
    `alter table "Branch" add constraint c check (price >= 0) not valid`,
    `alter table "Branch" add foreign key (owner) references users (id) not valid`,
    `alter table "Branch" alter column note drop not null`,
    `alter table "Branch" alter note set default 'drop table, rename'`,
    `insert into "Tags" (name) values ('update; delete')`,
    `-- drop table "Branch"\ncreate function f() returns trigger language plpgsql as $$ begin delete from x; end $$;`,
  ];
  for (const sql of allowed) test(`allows: ${sql.slice(0, 90)}`, () => assert.deepEqual(findProblems(sql), []));

  const rejected: [string, RegExp][] = [
    [`drop table "Branch"`, /DROP/],
    [`alter table "Branch" drop column note`, /DROP/],
    [`ALTER TABLE "Branch" ADD x int, DROP CONSTRAINT c`, /DROP/],
    [`drop index "Branch_x"`, /DROP/],
    [`alter table "Branch" rename column note to text`, /RENAME/],
    [`alter table "Branch" rename to "Site"`, /RENAME/],
    [`alter table "Branch" alter column note type text`, /TYPE/],
    [`alter table "Branch" alter note set data type text`, /TYPE/],
    [`alter table "Branch" alter note set not null`, /SET NOT NULL/],
    [`alter table "Branch" add column n int not null`, /NOT NULL column without DEFAULT/],
    [`alter table "Branch" add a numeric(12,2) not null, add b int default 1`, /NOT NULL column without DEFAULT/],
    [`alter table "Branch" add key uuid default gen_random_uuid()`, /calls a function/],
    [`alter table "Branch" add constraint c check (price >= 0)`, /NOT VALID/],
    [`alter table "Branch" add foreign key (owner) references users (id)`, /NOT VALID/],
    [`alter table "Branch" add unique (slug)`, /unique constraint/],
    [`create index on "Branch" (note)`, /CONCURRENTLY/],
    [`create unique index "Branch_u9" on "Branch" (note)`, /CONCURRENTLY/],
    [`update "Branch" set note = ''`, /in batches/],
    [`delete from "Branch"`, /in batches/],
  ];
  for (const [sql, reason] of rejected)
    test(`rejects: ${sql}`, () => {
      assert.equal(findProblems(sql).length, 1, findProblems(sql).join("\n"));
      assert.match(findProblems(sql)[0]!, reason);
    });
});

test("contract migrations and those older than the rules are not restricted", () => {
  assert.deepEqual(findProblems(`drop table "Branch"`, { kind: "contract" }), []);
  assert.deepEqual(findProblems(`drop table "Branch"`, { name: "0010-settings.sql" }), []);
});

test("without a transaction every statement must be repeatable", () => {
  const withoutTransaction = { isTransactional: false };
  assert.deepEqual(
    findProblems(`create index concurrently if not exists "B_n" on "Branch" (n)`, withoutTransaction),
    [],
  );
  assert.deepEqual(findProblems(`alter table "Branch" validate constraint c`, withoutTransaction), []);
  assert.match(
    findProblems(`create index concurrently on "Branch" (n)`, withoutTransaction)[0]!,
    /without a transaction only/,
  );
  assert.match(findProblems(`alter table "Branch" add x int`, withoutTransaction)[0]!, /without a transaction only/);
  assert.match(findProblems(`create index concurrently if not exists i on "Branch" (n)`)[0]!, /transaction: none/);
});

test("splits statements at semicolons outside texts, names, comments and function bodies", () => {
  const sql = `select ';' as ";"; -- ;\n/* ; */ select $a$ ; $$ ; $a$; create function f() as $$ begin; end $$;\n`;
  assert.deepEqual(splitStatements(sql), [
    `select ';' as ";"`,
    `select $a$ ; $$ ; $a$`,
    `create function f() as $$ begin; end $$`,
  ]);
});
