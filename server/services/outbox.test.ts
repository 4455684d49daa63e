// §7 §8: messages are written with what caused them, once for an event, and nothing secret can be read of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { nobody } from "#domain/roles.ts";
import { makeHouse, writeContext } from "#server/context.ts";
import { queueMail, queueSms } from "#server/services/outbox.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { factories } from "#tests/support/make.ts";
import type { WriteContext } from "#server/items/write-context.ts";

const { sql, as } = await startApp();
const make = factories(sql);
const house = makeHouse({ sql, config: testConfig, clock: () => new Date() });
const write = <T>(work: (ctx: WriteContext) => Promise<T>): Promise<T> =>
  sql.begin((tx) =>
    work(writeContext({ house, tx, who: nobody, origin: { ip: null, userAgent: null } })),
  ) as Promise<T>;

test("a message is kept only with the transaction that caused it", async () => {
  const branch = await make.branch();
  const failed = write(async (ctx) => {
    await queueMail({ ctx, branch: branch.id, to: "lost@example.com", template: "test", values: {} });
    throw new Error("something else went wrong");
  });
  await assert.rejects(failed, /something else/);
  const [row] = await sql`select
    (select count(*)::int from "Outbox" where recipient = 'lost@example.com') as messages,
    (select count(*)::int from graphile_worker.jobs where key = 'deliver:mail:lost@example.com') as jobs`;
  assert.deepEqual({ ...row }, { messages: 0, jobs: 0 });
});

test("one event makes one message, however many write it at once", async () => {
  const branch = await make.branch();
  const ids = await Promise.all(
    Array.from({ length: 8 }, () =>
      write((ctx) =>
        queueSms({ ctx, branch: branch.id, to: "9840000001", template: "test", values: {}, event: "ready:1" }),
      ),
    ),
  );
  assert.equal(ids.filter((id) => id !== undefined).length, 1);
});

test("the managers of the branch see it; nobody can read its code anywhere", async () => {
  const branch = await make.branch();
  const code = "4711";
  const id = await write((ctx) =>
    queueSms({ ctx, branch: branch.id, to: "9840000002", template: "otp", values: { otp: code } }),
  );
  const manager = await as(await make.user("manager", { branch }));
  const seen = await manager.get(`/items/Outbox/${id}`);
  assert.equal(seen.data.recipient, "9840000002");
  assert.deepEqual(seen.data.values, { branch: branch.name });
  for (const table of ['"Outbox"', "outbox_secrets", "activity", "revisions", "graphile_worker._private_jobs"]) {
    const rows = await sql.unsafe(`select to_jsonb(t)::text as row from ${table} t`);
    for (const { row } of rows) assert.doesNotMatch(String(row).replaceAll(/\d{5,}/g, ""), /\b4711\b/, table);
  }
  const other = await as(await make.user("manager", { branch: await make.branch() }));
  assert.equal((await other.get(`/items/Outbox/${id}`)).status, 403);
});
