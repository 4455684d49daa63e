// Emails and SMS caused by users are limited per account, recipient, branch and day.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import * as limits from "#domain/limits.ts";
import { createServices, createWriteContext } from "#server/context.ts";
import { loadSession } from "#server/items/access/session.ts";
import { queueSms } from "#server/messaging/outbox.ts";
import { removeOldData } from "#server/jobs/remove-old-data.ts";
import { type TestResponse, type TestClient, startApp, testConfig } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";

const { asUser, sql, clock } = await startApp({ poolSize: 40 });
const factories = createFactories(sql, () => clock.now ?? new Date());
const appServices = createServices({ sql, config: testConfig, clock: () => clock.now ?? new Date() });
// 10:00 at a branch in India.
const start = new Date("2026-11-21T04:30:00Z");
const hoursLater = (hours: number) => new Date(start.getTime() + hours * 3_600_000);
let phones = 0;
const nextPhone = () => `94${String((phones += 1)).padStart(8, "0")}`;
const repeat = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

beforeEach(() => {
  clock.now = start;
});

const createCustomer = async (): Promise<TestClient> =>
  asUser(await factories.user("customer", { contact_number: nextPhone() }));

function invite({
  caller,
  branch,
  to = nextPhone(),
  email,
}: {
  caller: TestClient;
  branch: CreatedBranch;
  to?: string;
  email?: string;
}) {
  const visitor = { vehicle_no: factories.plate(), phone_no: to, ...(email ? { email } : {}) };
  const window = { invite_end_date: hoursLater(30).toISOString() };
  return caller.post("/actions/invites", { ...visitor, ...window, branch: branch.id });
}

async function messages(branch: CreatedBranch): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from "Outbox" where branch = ${branch.id} and status = 'waiting'`;
  return row!.count;
}

function countByCode(responses: readonly TestResponse[]): { [code: string]: number } {
  const counts: { [code: string]: number } = {};
  for (const { code = "ok" } of responses) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

test("one account may create its quota of invites and no more, also concurrently", async () => {
  const branch = await factories.branch();
  const caller = await createCustomer();
  const responses = await repeat(60, () => invite({ caller, branch, email: `v${nextPhone()}@example.com` }));
  assert.deepEqual(countByCode(responses), {
    ok: limits.invitesPerCustomer,
    INVITES_EXCEEDED: 60 - limits.invitesPerCustomer,
  });
  assert.equal(responses.find(({ code }) => code)?.status, 429);
  assert.equal(await messages(branch), 2 * limits.invitesPerCustomer);
  const [stored] = await sql`select count(*)::int as visits from "Parking_Information" where branch = ${branch.id}`;
  assert.equal(stored!["visits"], limits.invitesPerCustomer, "a rejected invite leaves no entry");
  const other = await createCustomer();
  assert.equal((await invite({ caller: other, branch })).status, 200, "another account has its own quota");
});

test("a branch limits the invites of each host, also concurrently, and not those of its staff", async () => {
  const branch = await factories.branch({ invites_per_host: 3 });
  const elsewhere = await factories.branch();
  const host = await createCustomer();
  const responses = await repeat(10, () => invite({ caller: host, branch }));
  assert.deepEqual(countByCode(responses), { ok: 3, INVITES_EXCEEDED: 7 });
  const refused = responses.find(({ code }) => code)!;
  assert.equal(refused.errors[0]!.message, "This branch permits 3 invites of one host per day. Try again tomorrow.");
  const [stored] = await sql`select count(*)::int as visits from "Parking_Information" where branch = ${branch.id}`;
  assert.equal(stored!["visits"], 3, "a rejected invite leaves no entry");
  assert.equal((await invite({ caller: host, branch: elsewhere })).status, 200, "another branch has its own limit");
  assert.equal((await invite({ caller: await createCustomer(), branch })).status, 200, "so has another host");
  const staff = await asUser(await factories.user("staff", { branch }));
  const byStaff = await repeat(4, () => invite({ caller: staff, branch }));
  assert.deepEqual(countByCode(byStaff), { ok: 4 });
});

test("the quota applies per day of the branch's time zone", async () => {
  const branch = await factories.branch();
  const user = await factories.user("customer", { contact_number: nextPhone() });
  const responses = await repeat(25, async () => invite({ caller: await asUser(user), branch }));
  assert.equal(countByCode(responses)["INVITES_EXCEEDED"], 5);
  clock.now = hoursLater(13.9);
  assert.equal((await invite({ caller: await asUser(user), branch })).code, "INVITES_EXCEEDED");
  clock.now = hoursLater(14.1);
  assert.equal((await invite({ caller: await asUser(user), branch })).status, 200);
});

test("a recipient's quota applies across senders", async () => {
  const branch = await factories.branch();
  const to = nextPhone();
  const responses = await repeat(15, async () => invite({ caller: await createCustomer(), branch, to }));
  assert.deepEqual(countByCode(responses), { ok: 10, RECIPIENT_MESSAGES_EXCEEDED: 5 });
});

test("a branch may send its quota; customers use a tenth of it, and the gate can use the rest", async () => {
  const branch = await factories.valetBranch({ is_parking: true });
  const verifier = await asUser(await factories.user("verifier"));
  assert.equal((await verifier.patch(`/items/Branch/${branch.id}`, { sms_per_day: 20 })).status, 200);
  const invites = await repeat(6, async () => invite({ caller: await createCustomer(), branch }));
  assert.deepEqual(countByCode(invites), { ok: 2, BRANCH_MESSAGES_EXCEEDED: 4 });
  const driver = await asUser(await factories.user("staff", { branch }));
  const tickets = await repeat(20, () =>
    driver.post("/actions/valet/create-ticket", {
      Vehicle_Number: factories.plate(),
      Customer_Phone_Number: nextPhone(),
    }),
  );
  assert.deepEqual(countByCode(tickets), { ok: 20 }, "a ticket is created even if its message is withheld");
  assert.equal(await messages(branch), 20);
  const withheld = await sql<{ id: number; last_error: string }[]>`
    select id, last_error from "Outbox" where branch = ${branch.id} and status = 'failed'`;
  assert.equal(withheld.length, 2);
  assert.match(withheld[0]!.last_error, /reached its daily message limit/);
  const secrets = await sql`select 1 from outbox_secrets where message = any(${withheld.map(({ id }) => id)})`;
  assert.equal(secrets.length, 0, "a withheld message has no secrets");
});

test("the branch sees its usage and quota; others do not", async () => {
  const branch = await factories.branch();
  await invite({ caller: await createCustomer(), branch, email: "visitor@example.com" });
  await invite({ caller: await createCustomer(), branch });
  const path = `/actions/outbox/usage?branch=${branch.id}`;
  const allowed = limits.messagesPerBranch;
  for (const role of ["manager", "admin"] as const) {
    const { data } = await (await asUser(await factories.user(role, { branch }))).get(path);
    assert.deepEqual(data, { sms: { used: 2, allowed }, mail: { used: 1, allowed } });
  }
  const elsewhere = await factories.user("manager", { branch: await factories.branch() });
  for (const user of [
    await factories.user("staff", { branch }),
    elsewhere,
    await factories.user("customer"),
    undefined,
  ])
    assert.equal((await (await asUser(user)).get(path)).code, "FORBIDDEN");
  for (const wrong of ["", "x", "1.5", "99999999", "-1"])
    assert.notEqual((await (await asUser(elsewhere)).get(`/actions/outbox/usage?branch=${wrong}`)).status, 200);
});

test("sending again counts, and is rejected over the limit", async () => {
  const branch = await factories.branch();
  await sql`update "Branch" set sms_per_day = 3 where id = ${branch.id}`;
  const manager = await asUser(await factories.user("manager", { branch }));
  const created = await manager.post("/actions/invites", {
    vehicle_no: factories.plate(),
    phone_no: nextPhone(),
    invite_end_date: hoursLater(3).toISOString(),
  });
  const [sms] = await sql<{ id: number }[]>`
    update "Outbox" set status = 'sent' where event = ${`invite:${created.data.id}:sms`} returning id`;
  const responses = await repeat(5, () => manager.post(`/actions/outbox/${sms!.id}/resend`));
  assert.deepEqual(countByCode(responses), { ok: 2, BRANCH_MESSAGES_EXCEEDED: 3 });
  await sql`update "Outbox" set status = 'failed' where id = ${sms!.id}`;
  assert.equal((await manager.post(`/actions/outbox/${sms!.id}/resend`)).code, "BRANCH_MESSAGES_EXCEEDED");
});

test("only platform staff can set a branch's quota", async () => {
  const branch = await factories.branch();
  for (const role of ["admin", "manager"] as const) {
    const caller = await asUser(await factories.user(role, { branch }));
    assert.equal((await caller.patch(`/items/Branch/${branch.id}`, { sms_per_day: 999_999 })).code, "FORBIDDEN");
  }
});

test("an approval succeeds even if its visitor's quota is used up", async () => {
  const branch = await factories.branch({ entity_type: "government", config: { security: "advanced_security" } });
  const host = await asUser(await factories.user("employee", { branch }));
  const approver = await asUser(await factories.user("approver", { branch }));
  const to = nextPhone();
  const created = await repeat(12, () => invite({ caller: host, branch, to }));
  assert.deepEqual(countByCode(created), { ok: 12 });
  await sql`insert into message_counts select current_date, 'sms', 'recipient', ${to}, 20`;
  await sql`update message_counts set day = ${start.toISOString()}::date where key = ${to}`;
  assert.equal((await approver.post(`/actions/approvals/${created[0]!.data.id}/approve`)).status, 200);
  const [sms] = await sql`select status from "Outbox" where event = ${`invite:${created[0]!.data.id}:sms`}`;
  assert.equal(sms!["status"], "failed");
});

test("concurrency: the counter in the database allows exactly the quota; reading before counting does not", async () => {
  const branch = await factories.branch();
  const user = await factories.user("manager", { branch });
  const { actor } = (await loadSession({ sql, userId: user.id }))!;
  await sql`update "Branch" set sms_per_day = 5 where id = ${branch.id}`;
  const queue = () =>
    sql.begin(async (tx) => {
      const ctx = createWriteContext({ services: appServices, tx, actor, origin: { ip: null, userAgent: null } });
      return queueSms({ ctx, branch: branch.id, to: nextPhone(), template: "test", values: {} });
    });
  const results = await Promise.allSettled(Array.from({ length: 30 }, queue));
  assert.equal(results.filter(({ status }) => status === "fulfilled").length, 5);

  // Control: the same count, read first and written afterwards.
  const day = "2026-11-21";
  await sql`insert into message_counts values (${day}, 'sms', 'branch', 'control', 0)`;
  const readThenWrite = () =>
    sql.begin(async (tx) => {
      const [row] = await tx<{ used: number }[]>`
        select used from message_counts where key = 'control' and day = ${day}`;
      if (row!.used >= 5) return false;
      await tx`update message_counts set used = ${row!.used + 1} where key = 'control' and day = ${day}`;
      return true;
    });
  const unprotected = await Promise.all(Array.from({ length: 30 }, readThenWrite));
  assert.ok(unprotected.filter(Boolean).length > 5, "control: shows the race");
});

test("counters of past days are deleted", async () => {
  const branch = await factories.branch();
  await invite({ caller: await createCustomer(), branch });
  clock.now = hoursLater(24 * (appServices.config.retention.codes + 2));
  await removeOldData({ services: appServices });
  const [left] = await sql`select count(*)::int as count from message_counts where key = ${String(branch.id)}`;
  assert.equal(left!["count"], 0);
});
