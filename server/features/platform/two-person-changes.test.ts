// §1 §3: fees of a branch, fees of new branches and the rule of two approvals change only by two persons.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createSealer } from "#server/auth/secrets.ts";
import type { Sql } from "#server/db/pool.ts";
import { startFees } from "#server/features/platform/start-fees.ts";
import { createLastingClient, startApp, testConfig } from "#tests/support/app.ts";
import { createFactories } from "#tests/support/factories.ts";
import { findMailTo } from "#tests/support/outbox.ts";
import { createServices } from "#server/context.ts";

const { asUser, sql, clock } = await startApp();
const make = createFactories(sql);
const sealer = createSealer(testConfig.secret);
const createClient = async (role: "verifier" | "platform", name: string) =>
  createLastingClient({ asUser, user: await make.user(role, { first_name: name }) });
const [meena, suresh, kavitha] = [
  await createClient("verifier", "Meena"),
  await createClient("verifier", "Suresh"),
  await createClient("platform", "Kavitha"),
];
type Caller = typeof meena;
clock.now = new Date("2026-11-23T10:00:00+05:30");

const items = "/items/Two_Person_Changes";
const fees = { platform_charges: 250, service_charges: null, start_day: "2026-11-23", reason: "Agreed on the phone" };
const propose = (branch: number, changes: object = {}, by: Caller = meena) =>
  by.post(items, { subject: "branch_fees", branch, ...fees, ...changes });
const decide = (id: number, status: string, by: Caller = suresh, answer?: string) =>
  by.patch(`${items}/${id}`, { status, ...(answer === undefined ? {} : { answer }) });
async function readFees(branch: number): Promise<(number | null)[]> {
  const [row] = await sql<{ platform: number | null; service: number | null }[]>`
    select platform_charges as platform, service_charges as service from "Branch" where id = ${branch}`;
  return [row!.platform, row!.service];
}

test("a second person confirms new fees; the admin gets an email and reads them, with what was before", async () => {
  const branch = await make.branch({ name: "Mount Road" });
  const adminUser = await make.user("admin", { branch });
  const admin = await asUser(adminUser);
  const proposed = await propose(branch.id);
  assert.equal(proposed.status, 200, proposed.text);
  assert.deepEqual(await readFees(branch.id), [null, null]);
  assert.deepEqual((await admin.get(items)).data, []);
  assert.equal((await decide(proposed.data.id, "confirmed", meena)).code, "SECOND_VERIFIER_REQUIRED");
  assert.equal((await decide(proposed.data.id, "declined", meena)).code, "SECOND_VERIFIER_REQUIRED");
  assert.equal((await decide(proposed.data.id, "withdrawn", suresh)).code, "FORBIDDEN");
  assert.deepEqual(await readFees(branch.id), [null, null]);

  const confirmed = await decide(proposed.data.id, "confirmed");
  assert.deepEqual([confirmed.status, confirmed.data.decided_by], [200, "Suresh"]);
  assert.deepEqual(await readFees(branch.id), [250, null]);
  const { template, values } = await findMailTo({ sql, sealer, to: adminUser.email });
  assert.deepEqual(
    [template, values["fees"], values["start"], values["reason"]],
    ["fees-changed", "Platform fee: No fee → 2.50%", "2026-11-23", "Agreed on the phone"],
  );
  const { data } = await admin.get(`${items}?fields=platform_charges,start_day,previous`);
  assert.deepEqual(data, [
    { platform_charges: 250, start_day: "2026-11-23", previous: { platform_charges: null, service_charges: null } },
  ]);
  assert.equal((await admin.get(`${items}?fields=decided_by`)).code, "FORBIDDEN");
  for (const role of ["manager", "staff"] as const)
    assert.equal((await (await asUser(await make.user(role, { branch }))).get(items)).code, "FORBIDDEN");
  const stranger = await asUser(await make.user("admin", { branch: await make.branch() }));
  assert.deepEqual((await stranger.get(items)).data, []);
});

test("neither a verifier nor an administrator writes the fees or the rule alone, by any path", async () => {
  const branch = await make.branch();
  for (const by of [meena, kavitha]) {
    assert.equal((await by.patch(`/items/Branch/${branch.id}`, { platform_charges: 100 })).code, "FORBIDDEN");
    for (const change of [{ publishing_takes_two: true }, { platform_charges: 100 }, { service_charges: null }])
      assert.equal((await by.patch("/items/Configuration_Settings", change)).code, "FORBIDDEN");
    assert.equal((await propose(branch.id, { settings: 1 }, by)).code, "FORBIDDEN");
    assert.equal((await propose(branch.id, { user_created: null }, by)).code, "FORBIDDEN");
  }
  assert.equal((await propose(branch.id, { status: "confirmed" }, meena)).code, "FORBIDDEN");
  assert.equal((await propose(branch.id, { status: "confirmed" }, kavitha)).code, "REVIEW_ALREADY_DONE");
  const proposed = await propose(branch.id, {}, kavitha);
  // Otherwise who changes a colleague's proposal could confirm values of their own.
  const other = await propose((await make.branch()).id, {}, meena);
  for (const change of [
    { platform_charges: 9_000 },
    { branch: 1 },
    { subject: "new_branch_fees" },
    { start_day: "2026-12-24" },
    { user_created: null },
  ])
    for (const by of [suresh, kavitha])
      assert.equal((await by.patch(`${items}/${other.data.id}`, change)).code, "FORBIDDEN", JSON.stringify(change));
  assert.equal(
    (await kavitha.patch(`${items}/${proposed.data.id}`, { status: "confirmed" })).code,
    "SECOND_VERIFIER_REQUIRED",
  );
  assert.deepEqual(await readFees(branch.id), [null, null]);
});

test("a proposal needs a reason, a day that is not over, a difference, and nothing pending", async () => {
  const branch = await make.branch();
  for (const [changes, code] of [
    [{ reason: "" }, "FAILED_VALIDATION"],
    [{ start_day: "2026-11-22" }, "FAILED_VALIDATION"],
    [{ start_day: "soon" }, "FAILED_VALIDATION"],
    [{ start_day: null }, "FAILED_VALIDATION"],
    [{ platform_charges: 10_001 }, "FAILED_VALIDATION"],
    [{ platform_charges: null }, "NO_CHANGES"],
    [{ branch: null }, "FAILED_VALIDATION"],
    [{ branch: 999_999_999 }, "NO_MATCH_FOUND"],
    [{ subject: "new_branch_fees" }, "FAILED_VALIDATION"],
    [{ subject: "all_fees" }, "FAILED_VALIDATION"],
  ] as const)
    assert.equal((await propose(branch.id, changes)).code, code, JSON.stringify(changes));
  const first = await propose(branch.id);
  assert.equal((await propose(branch.id, { platform_charges: 300 }, suresh)).code, "CHANGE_ALREADY_ASKED");
  const declined = await decide(first.data.id, "declined", suresh, "Not what was agreed");
  assert.deepEqual([declined.status, declined.data.answer], [200, "Not what was agreed"]);
  assert.equal((await decide(first.data.id, "confirmed", kavitha)).code, "REVIEW_ALREADY_DONE");
  const second = await propose(branch.id);
  assert.equal((await decide(second.data.id, "withdrawn", meena)).status, 200);
  assert.equal((await decide(second.data.id, "confirmed")).code, "REVIEW_ALREADY_DONE");
  assert.deepEqual(await readFees(branch.id), [null, null]);
});

test("fees that start later are applied on their first day, and not before", async (t) => {
  const services = createServices({ sql, config: testConfig, clock: () => clock.now! });
  const branch = await make.branch();
  t.after(() => (clock.now = new Date("2026-11-23T10:00:00+05:30")));
  const now = await propose(branch.id, { platform_charges: 200 });
  await decide(now.data.id, "confirmed");
  const later = await propose(branch.id, { platform_charges: 300, start_day: "2026-12-01" });
  await decide(later.data.id, "confirmed");
  const jobs = await sql<{ at: Date }[]>`
    select run_at as at from graphile_worker.jobs where key = ${`start-fees:${later.data.id}`}`;
  assert.equal(jobs.length, 1);
  await startFees({ services, change: later.data.id });
  assert.deepEqual(await readFees(branch.id), [200, null]);
  clock.now = new Date("2026-12-01T00:00:00+05:30");
  await startFees({ services, change: later.data.id });
  assert.deepEqual(await readFees(branch.id), [300, null]);
  // One that is confirmed after its day starts on the day of the confirmation.
  const late = await propose(branch.id, { platform_charges: 400, start_day: "2026-12-02" });
  clock.now = new Date("2026-12-05T09:00:00+05:30");
  assert.equal((await decide(late.data.id, "confirmed")).data.start_day, "2026-12-05");
  // The job of an earlier change does not undo a later one.
  await startFees({ services, change: later.data.id });
  assert.deepEqual(await readFees(branch.id), [400, null]);
});

test("the rule of two approvals is turned on and off by two persons only", async () => {
  const change = (isOn: boolean, by: Caller) =>
    by.post(items, { subject: "publishing_rule", publishing_takes_two: isOn, reason: "Audit" });
  const readRule = async () => (await meena.get("/items/Configuration_Settings")).data.publishing_takes_two;
  for (const isOn of [true, false]) {
    const proposed = await change(isOn, meena);
    assert.equal(proposed.status, 200, proposed.text);
    assert.equal((await decide(proposed.data.id, "confirmed", meena)).code, "SECOND_VERIFIER_REQUIRED");
    assert.equal(await readRule(), !isOn);
    assert.equal((await decide(proposed.data.id, "confirmed", kavitha)).status, 200);
    assert.equal(await readRule(), isOn);
    assert.equal((await change(isOn, suresh)).code, "NO_CHANGES");
  }
  const admin = await asUser(await make.user("admin", { branch: await make.branch() }));
  assert.deepEqual((await admin.get(items)).data, []);
  assert.equal((await change(true, admin)).code, "FORBIDDEN");
});

test("fees of new branches change by two persons, beside a pending change of the rule, and no branch's own do", async () => {
  const branch = await make.branch();
  const readNewFees = async () => {
    const { data } = await meena.get("/items/Configuration_Settings");
    return [data.platform_charges, data.service_charges, data.publishing_takes_two];
  };
  const newFees = {
    subject: "new_branch_fees",
    platform_charges: 250,
    service_charges: null,
    reason: "New price list",
  };
  const rule = await meena.post(items, { subject: "publishing_rule", publishing_takes_two: true, reason: "Audit" });
  assert.equal((await suresh.post(items, { ...newFees, platform_charges: null })).code, "NO_CHANGES");
  const proposed = await meena.post(items, newFees);
  assert.equal(proposed.status, 200, proposed.text);
  assert.deepEqual(proposed.data.previous, { platform_charges: null, service_charges: null });
  assert.equal((await suresh.post(items, newFees)).code, "CHANGE_ALREADY_ASKED");
  assert.equal((await decide(proposed.data.id, "confirmed", meena)).code, "SECOND_VERIFIER_REQUIRED");
  assert.deepEqual(await readNewFees(), [null, null, false]);
  assert.equal((await decide(proposed.data.id, "confirmed", suresh)).status, 200);
  assert.deepEqual(await readNewFees(), [250, null, false]);
  assert.deepEqual(await readFees(branch.id), [null, null]);
  assert.equal((await suresh.post(items, newFees)).code, "NO_CHANGES");
  assert.equal((await decide(rule.data.id, "withdrawn", meena)).status, 200);
  const admin = await asUser(await make.user("admin", { branch }));
  assert.deepEqual((await admin.get(items)).data, []);
});

test("two confirmations, or a confirmation and a withdrawal, at once: exactly one counts", async () => {
  const branch = await make.branch();
  const admin = await make.user("admin", { branch });
  const countMails = async () =>
    (await sql`select 1 from "Outbox" where recipient = ${admin.email} and template = 'fees-changed'`).length;
  for (let round = 1; round <= 4; round += 1) {
    const { data } = await propose(branch.id, { platform_charges: round });
    const both = await Promise.all([decide(data.id, "confirmed", suresh), decide(data.id, "confirmed", kavitha)]);
    assert.deepEqual(both.map(({ code }) => code ?? "done").toSorted(), ["REVIEW_ALREADY_DONE", "done"]);
    assert.deepEqual([await readFees(branch.id), await countMails()], [[round, null], round]);
  }
  for (let round = 11; round <= 14; round += 1) {
    const [before] = await readFees(branch.id);
    const { data } = await propose(branch.id, { platform_charges: round });
    const both = await Promise.all([decide(data.id, "confirmed", suresh), decide(data.id, "withdrawn", meena)]);
    assert.deepEqual(both.map(({ code }) => code ?? "done").toSorted(), ["REVIEW_ALREADY_DONE", "done"]);
    assert.deepEqual(await readFees(branch.id), [both[0]!.status === 200 ? round : before, null]);
  }
});

test("control: without compare-and-set, a change is confirmed and withdrawn", async () => {
  await sql`create table bare_changes (status text not null, fee int)`;
  await sql`insert into bare_changes values ('proposed', null)`;
  let reading = 2;
  const haveBothRead = Promise.withResolvers<void>();
  const decideOnce = (write: (tx: Sql) => Promise<unknown>) =>
    sql.begin(async (tx) => {
      const [row] = await tx`select status from bare_changes`;
      reading -= 1;
      if (reading === 0) haveBothRead.resolve();
      await haveBothRead.promise;
      if (row!["status"] === "proposed") await write(tx as unknown as Sql);
    });
  await Promise.all([
    decideOnce((tx) => tx`update bare_changes set fee = 250`),
    decideOnce((tx) => tx`update bare_changes set status = 'withdrawn'`),
  ]);
  const [row] = await sql`select status, fee from bare_changes`;
  assert.deepEqual({ ...row }, { status: "withdrawn", fee: 250 });
});
