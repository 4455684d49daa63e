// reading.md §10: what is long done with goes, some at a time; what waits or is young stays.
import assert from "node:assert/strict";
import { test } from "node:test";
import { limits } from "#domain/limits.ts";
import { makeHouse } from "#server/context.ts";
import { removeOld } from "#server/services/remove-old.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { eventually } from "#tests/support/eventually.ts";
import { factories } from "#tests/support/make.ts";

const app = await startApp({ isWorking: true });
const { sql } = app;
const make = factories(sql);
const branch = await make.branch();
const now = new Date("2026-11-21T06:00:00Z");
const house = makeHouse({ sql, config: testConfig, clock: () => now });
const daysAgo = (days: number, more = 0): Date => new Date(now.getTime() - days * 86_400_000 + more);
let count = 0;

async function message({ status, at }: { status: string; at: Date }): Promise<number> {
  count += 1;
  const place = { branch: branch.id, company: branch.company };
  const { id } = await make.row(
    "Outbox",
    {},
    { channel: "mail", recipient: "a@example.com", template: "test", reference: `old-${count}`, values: {}, ...place },
  );
  await sql`update "Outbox" set status = ${status}, date_created = ${at}, date_updated = ${at} where id = ${id}`;
  return id;
}
const code = (at: Date) => sql`
  insert into otp_challenges (channel, recipient, purpose, code_hash, created_at, expires_at)
  values ('sms', '9840012345', 'login', 'x', ${at}, ${at})`;
const messages = async (): Promise<number[]> =>
  (await sql<{ id: number }[]>`select id from "Outbox" order by id`).map(({ id }) => id);

test("messages that are done with for 90 days go; those that wait, and younger ones, stay", async () => {
  const { keepMessagesDays: days } = limits;
  for (const status of ["sent", "failed", "expired"]) await message({ status, at: daysAgo(days, -1) });
  const stay = [
    await message({ status: "waiting", at: daysAgo(days * 2) }),
    await message({ status: "sent", at: daysAgo(days) }),
    await message({ status: "failed", at: daysAgo(1) }),
  ];
  assert.deepEqual(await removeOld({ house }), { messages: 3, codes: 0 });
  assert.deepEqual(await messages(), stay);
  // That they were sent is told as before, and so is that they were removed.
  const told = await sql`select 1 from activity where collection = 'Outbox' and action = 'delete'`;
  assert.equal(told.length, 3);
});

test("what was sent again lately stays, though it was made long ago", async () => {
  const id = await message({ status: "sent", at: daysAgo(limits.keepMessagesDays * 2) });
  await sql`update "Outbox" set date_updated = ${daysAgo(3)} where id = ${id}`;
  assert.equal((await removeOld({ house })).messages, 0);
  assert.ok((await messages()).includes(id));
});

test("codes of a week ago go, however many; the day in which they are counted is kept", async () => {
  const old = daysAgo(limits.keepCodesDays, -1);
  await Promise.all(Array.from({ length: limits.removedAtATime + 20 }, () => code(old)));
  await code(daysAgo(limits.keepCodesDays));
  await code(daysAgo(1));
  assert.deepEqual(await removeOld({ house }), { messages: 0, codes: limits.removedAtATime + 20 });
  const [left] = await sql`select count(*)::int as n from otp_challenges`;
  assert.equal(left!["n"], 2);
});

test("many at once, with several servers at it, go once each", async () => {
  const at = daysAgo(limits.keepMessagesDays * 3);
  for (let made = 0; made < 30; made += 1) await message({ status: "sent", at });
  const done = await Promise.all([removeOld({ house }), removeOld({ house }), removeOld({ house })]);
  assert.equal(
    done.reduce((all, one) => all + one.messages, 0),
    30,
  );
});

test("the job does it, and is due every day", async () => {
  const id = await message({ status: "sent", at: new Date("2026-01-01T00:00:00Z") });
  app.clock.now = now;
  await sql`select graphile_worker.add_job('remove-old')`;
  await eventually(async () => assert.ok(!(await messages()).includes(id)));
  const known = await sql`select identifier from graphile_worker._private_known_crontabs`;
  assert.deepEqual(
    known.map(({ identifier }) => identifier),
    ["remove-old"],
  );
});
