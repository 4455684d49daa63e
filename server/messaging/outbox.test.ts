// §7 §8: messages are queued with their cause, once per event, and their secrets are unreadable.
import assert from "node:assert/strict";
import { test } from "node:test";
import { anonymous } from "#domain/access/roles.ts";
import { createServices, createWriteContext } from "#server/context.ts";
import { queueMail, queueSms } from "#server/messaging/outbox.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

const { sql, asUser } = await startApp();
const factories = createFactories(sql);
const services = createServices({ sql, config: testConfig, clock: () => new Date() });
const write = <T>(work: (ctx: WriteContext) => Promise<T>): Promise<T> =>
  sql.begin((tx) =>
    work(createWriteContext({ services, tx, actor: anonymous, origin: { ip: null, userAgent: null } })),
  ) as Promise<T>;

test("queues a message only if its transaction is committed", async () => {
  const branch = await factories.branch();
  const failed = write(async (ctx) => {
    await queueMail({ ctx, branch: branch.id, to: "lost@example.com", template: "test", values: {} });
    throw new Error("something else failed");
  });
  await assert.rejects(failed, /something else/);
  const [row] = await sql`select
    (select count(*)::int from "Outbox" where recipient = 'lost@example.com') as messages,
    (select count(*)::int from graphile_worker.jobs where key = 'deliver:mail:lost@example.com') as jobs`;
  assert.deepEqual({ ...row }, { messages: 0, jobs: 0 });
});

test("queues one message per event under concurrency", async () => {
  const branch = await factories.branch();
  const ids = await Promise.all(
    Array.from({ length: 8 }, () =>
      write((ctx) =>
        queueSms({ ctx, branch: branch.id, to: "9840000001", template: "test", values: {}, event: "ready:1" }),
      ),
    ),
  );
  assert.equal(ids.filter((id) => id !== undefined).length, 1);
});

test("shows a message to the managers of its branch only, and stores its code unreadable", async () => {
  const branch = await factories.branch();
  const code = "4711";
  const id = await write((ctx) =>
    queueSms({ ctx, branch: branch.id, to: "9840000002", template: "otp", values: { otp: code } }),
  );
  const manager = await asUser(await factories.user("manager", { branch }));
  const message = await manager.get(`/items/Outbox/${id}`);
  assert.equal(message.data.recipient, "9840000002");
  const [company] = await sql<{ name: string }[]>`select name from "Companies" where id = ${branch.company}`;
  assert.deepEqual(message.data.values, { branch: `${company!.name}, ${branch.name}` });
  for (const table of ['"Outbox"', "outbox_secrets", "activity", "revisions", "graphile_worker._private_jobs"]) {
    const rows = await sql.unsafe(`select to_jsonb(t)::text as row from ${table} t`);
    for (const { row } of rows) assert.doesNotMatch(String(row).replaceAll(/\d{5,}/g, ""), /\b4711\b/, table);
  }
  const other = await asUser(await factories.user("manager", { branch: await factories.branch() }));
  assert.equal((await other.get(`/items/Outbox/${id}`)).status, 403);
});
