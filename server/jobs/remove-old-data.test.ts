// reading.md §10: old data is deleted in batches; queued and recent data is kept.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as limits from "#domain/limits.ts";
import { defaultRetention } from "#domain/privacy/retention.ts";
import { createServices } from "#server/context.ts";
import { removeOldData } from "#server/jobs/remove-old-data.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createFactories } from "#tests/support/factories.ts";

const app = await startApp({ runsJobs: true });
const { sql } = app;
const factories = createFactories(sql);
const branch = await factories.branch();
const now = new Date("2026-11-21T06:00:00Z");
const services = createServices({ sql, config: testConfig, clock: () => now });
const daysAgo = (days: number, offsetMs = 0): Date => new Date(now.getTime() - days * 86_400_000 + offsetMs);
let count = 0;

async function createMessage({ status, at }: { status: string; at: Date }): Promise<number> {
  count += 1;
  const tenant = { branch: branch.id, company: branch.company };
  const { id } = await factories.row(
    "Outbox",
    {},
    { channel: "mail", recipient: "a@example.com", template: "test", reference: `old-${count}`, values: {}, ...tenant },
  );
  await sql`update "Outbox" set status = ${status}, date_created = ${at}, date_updated = ${at} where id = ${id}`;
  return id;
}
const createCode = (at: Date) => sql`
  insert into otp_challenges (channel, recipient, purpose, code_hash, created_at, expires_at)
  values ('sms', '9840012345', 'login', 'x', ${at}, ${at})`;
const listMessageIds = async (): Promise<number[]> =>
  (await sql<{ id: number }[]>`select id from "Outbox" order by id`).map(({ id }) => id);

test("deletes messages finished 90 days ago and keeps queued and recent ones", async () => {
  const { messages: days } = defaultRetention;
  for (const status of ["sent", "failed", "expired"]) await createMessage({ status, at: daysAgo(days, -1) });
  const retained = [
    await createMessage({ status: "waiting", at: daysAgo(days * 2) }),
    await createMessage({ status: "sent", at: daysAgo(days) }),
    await createMessage({ status: "failed", at: daysAgo(1) }),
  ];
  assert.deepEqual(await removeOldData({ services }), { messages: 3, codes: 0 });
  assert.deepEqual(await listMessageIds(), retained);
  // The activity log still records the sending, and now also the deletion.
  const deletions = await sql`select 1 from activity where collection = 'Outbox' and action = 'delete'`;
  assert.equal(deletions.length, 3);
});

test("a deleted message leaves its recipient in no revision", async () => {
  const id = await createMessage({ status: "sent", at: daysAgo(defaultRetention.messages, -1) });
  const readRevisions = () => sql<{ data: object; delta: object }[]>`
    select data, delta from revisions where collection = 'Outbox' and item = ${String(id)}`;
  assert.match(JSON.stringify(await readRevisions()), /a@example\.com/);
  await removeOldData({ services });
  const revisions = await readRevisions();
  assert.ok(revisions.length >= 2);
  assert.doesNotMatch(JSON.stringify(revisions), /a@example\.com/);
});

test("keeps an old message that was resent recently", async () => {
  const id = await createMessage({ status: "sent", at: daysAgo(defaultRetention.messages * 2) });
  await sql`update "Outbox" set date_updated = ${daysAgo(3)} where id = ${id}`;
  assert.equal((await removeOldData({ services })).messages, 0);
  assert.ok((await listMessageIds()).includes(id));
});

test("deletes all codes older than a week and keeps recent ones, which are still counted", async () => {
  const old = daysAgo(defaultRetention.codes, -1);
  await Promise.all(Array.from({ length: limits.removedAtATime + 20 }, () => createCode(old)));
  await createCode(daysAgo(defaultRetention.codes));
  await createCode(daysAgo(1));
  assert.deepEqual(await removeOldData({ services }), { messages: 0, codes: limits.removedAtATime + 20 });
  const [remaining] = await sql`select count(*)::int as n from otp_challenges`;
  assert.equal(remaining!["n"], 2);
});

test("deletes idempotency keys after 24 hours", async () => {
  const createIdempotencyKey = (key: string, at: Date) => sql`
    insert into idempotency_keys (scope, key, route, fingerprint, created_at) values ('user:x', ${key}, 'x', 'x', ${at})`;
  await createIdempotencyKey("recent", daysAgo(1, 1));
  for (let index = 0; index <= limits.removedAtATime; index += 1)
    await createIdempotencyKey(`old-${index}`, daysAgo(1));
  await removeOldData({ services });
  const remaining = await sql<{ key: string }[]>`select key from idempotency_keys`;
  assert.deepEqual(
    remaining.map(({ key }) => key),
    ["recent"],
  );
});

test("deletes each message once when several servers run concurrently", async () => {
  const at = daysAgo(defaultRetention.messages * 3);
  for (let index = 0; index < 30; index += 1) await createMessage({ status: "sent", at });
  const results = await Promise.all([
    removeOldData({ services }),
    removeOldData({ services }),
    removeOldData({ services }),
  ]);
  assert.equal(
    results.reduce((total, result) => total + result.messages, 0),
    30,
  );
});

test("runs as a scheduled job", async () => {
  const id = await createMessage({ status: "sent", at: new Date("2026-01-01T00:00:00Z") });
  app.clock.now = now;
  await sql`select graphile_worker.add_job('remove-old')`;
  await eventually(async () => assert.ok(!(await listMessageIds()).includes(id)));
  const crontabs = await sql`select identifier from graphile_worker._private_known_crontabs order by identifier`;
  assert.deepEqual(
    crontabs.map(({ identifier }) => identifier),
    [
      "mail-reports",
      "remind-open-shifts",
      "remove-expired-exports",
      "remove-old",
      "tell-customers",
      "warn-pass-holders",
    ],
  );
});
