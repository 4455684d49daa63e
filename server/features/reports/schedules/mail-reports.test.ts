// §2 Mailed reports: who gets which figures when, once, with two servers as well.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createServices } from "#server/context.ts";
import { mailReports } from "#server/features/reports/schedules/mail-reports.ts";
import { createLastingClient, startApp, testConfig } from "#tests/support/app.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { asUser, sql, clock } = await startApp();
const make = createFactories(sql);
const services = createServices({ sql, config: testConfig, clock: () => clock.now ?? new Date() });
const setTime = (text: string) => (clock.now = new Date(`${text}+05:30`));

type Client = ReturnType<typeof createLastingClient>;
let branch: CreatedBranch;
let sister: CreatedBranch;
let managerUser: CreatedUser;
let adminUser: CreatedUser;
let manager: Client;
let admin: Client;

before(async () => {
  setTime("2026-11-24T12:00:00");
  const company = await make.company({ slug: "mailed", name: "Mailed Company" });
  branch = await make.branch({ company: company.id, name: "Panagal Park" });
  sister = await make.branch({ company: company.id, name: "Adyar" });
  managerUser = await make.user("manager", { branch, first_name: "Asha" });
  adminUser = await make.user("admin", { branch, first_name: "Ravi" });
  manager = createLastingClient({ asUser, user: managerUser });
  admin = createLastingClient({ asUser, user: adminUser });
  for (const [place, day, amount] of [
    [branch, "2026-11-23", 100],
    [branch, "2026-11-24", 250.5],
    [sister, "2026-11-24", 49.5],
  ] as const)
    await sql`insert into payments (branch, company, mode, reference, amount, received_at)
      values (${place.id}, ${company.id}, 'cash', ${`${place.id}-${day}`}, ${amount}, ${`${day}T10:00:00+05:30`})`;
});

const createBody = (values: object = {}) => ({
  branch: branch.id,
  report: "revenue",
  report_group: "channel",
  filters: {},
  frequency: "daily",
  hour: 7,
  recipients: [managerUser.id, adminUser.id],
  ...values,
});

async function createSchedule(values: object = {}, client: Client = manager): Promise<number> {
  const { status, text, data } = await client.post("/items/Report_Schedules", createBody(values));
  assert.equal(status, 200, text);
  return data.id;
}

interface Mail {
  recipient: string;
  branch: number | null;
  values: { [name: string]: string };
}
const readMails = () => sql<Mail[]>`
  select recipient, branch, values from "Outbox" where template = 'report' order by id`;
const readFigures = async (): Promise<string[]> => {
  const rows = await sql<{ sealed: string }[]>`select s.sealed from outbox_secrets s join "Outbox" o on o.id = s.message
    where o.template = 'report' order by o.id`;
  return rows.map(({ sealed }) => JSON.parse(services.sealer.unseal(sealed)).figures_lines);
};
const readSchedule = async (id: number) =>
  (
    await sql<{ recipients: string[]; state: string; mailed_until: string }[]>`
    select recipients, state, mailed_until from "Report_Schedules" where id = ${id}`
  )[0]!;

async function clear(): Promise<void> {
  await sql`delete from "Report_Schedules"`;
  await sql`delete from outbox_secrets`;
  await sql`delete from "Outbox"`;
}

test("a day is mailed once at the hour of the branch, with a link to the page", async () => {
  await clear();
  setTime("2026-11-24T12:00:00");
  const id = await createSchedule();
  assert.equal((await readSchedule(id)).mailed_until, "2026-11-23");
  await mailReports({ services });
  setTime("2026-11-25T06:59:00");
  await mailReports({ services });
  assert.equal((await readMails()).length, 0);
  setTime("2026-11-25T07:00:00");
  await Promise.all([mailReports({ services }), mailReports({ services })]);
  setTime("2026-11-25T23:00:00");
  await mailReports({ services });
  const mails = await readMails();
  assert.deepEqual(mails.map(({ recipient }) => recipient).toSorted(), [managerUser.email, adminUser.email].toSorted());
  const { values } = mails.find(({ recipient }) => recipient === managerUser.email)!;
  const { report_link, ...others } = values;
  assert.equal(others["figures_lines"], undefined, "figures are not kept in the outbox");
  assert.deepEqual([others["report"], others["place"], others["period"]], ["Revenue", "Panagal Park", "2026-11-24"]);
  const link = new URL(report_link!);
  assert.equal(link.pathname, `/mailed/${branch.slug}/reporting/money`);
  assert.deepEqual(Object.fromEntries(link.searchParams), {
    report: "revenue",
    from: "2026-11-24",
    to: "2026-11-24",
    group: "channel",
    compare: "previous",
  });
  const [figures] = await readFigures();
  assert.match(figures!, /^Payments: 1 \(no change\)\nReceived: ₹250\.50 \(150\.5 % more\)\n/);
  assert.match(figures!, /\n\nCash: ₹250\.50$/);
});

test("a mail of all branches adds them up, and is in no branch's outbox", async () => {
  await clear();
  setTime("2026-11-24T12:00:00");
  await createSchedule({ is_across_branches: true, report_group: "branch", recipients: [adminUser.id] }, admin);
  setTime("2026-11-25T07:30:00");
  await mailReports({ services });
  const [mail, ...others] = await readMails();
  assert.equal(others.length, 0);
  assert.equal(mail!.branch, null);
  assert.equal(mail!.values["place"], "all branches of Mailed Company");
  assert.match((await readFigures())[0]!, /Panagal Park: ₹250\.50\nAdyar: ₹49\.50$/);
  const { data } = await manager.get("/items/Report_Schedules");
  assert.deepEqual(data, [], "a manager does not see schedules of all branches");
});

test("who may no longer see the report gets no more mails, also if the right comes back", async () => {
  await clear();
  setTime("2026-11-24T12:00:00");
  const leaver = await make.user("manager", { branch });
  const id = await createSchedule({ recipients: [leaver.id, managerUser.id] });
  await sql`update users set default_branch = ${sister.id} where id = ${leaver.id}`;
  setTime("2026-11-25T07:00:00");
  await mailReports({ services });
  assert.deepEqual(
    (await readMails()).map(({ recipient }) => recipient),
    [managerUser.email],
  );
  assert.deepEqual((await readSchedule(id)).recipients, [managerUser.id]);

  await sql`update "Branch" set capability_exceptions = '{"manager": {"report.read": false}}' where id = ${branch.id}`;
  setTime("2026-11-26T07:00:00");
  await mailReports({ services });
  await sql`update "Branch" set capability_exceptions = null where id = ${branch.id}`;
  assert.equal((await readMails()).length, 1);
  assert.deepEqual(await readSchedule(id), { recipients: [], state: "paused", mailed_until: "2026-11-25" });
});

test("a paused schedule sends nothing, and nothing of the time before it was resumed", async () => {
  await clear();
  setTime("2026-11-24T12:00:00");
  const id = await createSchedule();
  const setState = async (state: string) =>
    assert.equal((await manager.patch(`/items/Report_Schedules/${id}`, { state })).status, 200);
  await setState("paused");
  setTime("2026-11-25T08:00:00");
  await mailReports({ services });
  await setState("active");
  await mailReports({ services });
  assert.equal((await readMails()).length, 0);
  setTime("2026-11-26T08:00:00");
  await mailReports({ services });
  assert.equal((await readMails()).length, 2);
});

test("a recipient stops the mails to himself; the last one pauses the schedule", async () => {
  await clear();
  setTime("2026-11-24T12:00:00");
  const id = await createSchedule();
  const leave = (client: Client) => client.post(`/actions/report-schedules/${id}/leave`);
  assert.equal((await leave(manager)).status, 204);
  assert.equal((await leave(manager)).code, "FORBIDDEN");
  assert.deepEqual((await readSchedule(id)).recipients, [adminUser.id]);
  assert.equal((await leave(admin)).status, 204);
  assert.equal((await readSchedule(id)).state, "paused");
});

test("only reports and people that may be mailed are accepted", async () => {
  await clear();
  const stranger = await make.user("manager", { branch: await make.branch() });
  const staff = await make.user("staff", { branch });
  const sisterManager = await make.user("manager", { branch: sister });
  const cases: [values: object, code: string][] = [
    [{ report: "payments", report_group: null }, "FAILED_VALIDATION"],
    [{ report: "visitors", report_group: "person" }, "FAILED_VALIDATION"],
    [{ report_group: "toString" }, "FAILED_VALIDATION"],
    [{ filters: { person: "x" } }, "FAILED_VALIDATION"],
    [{ filters: { service: 1 } }, "FAILED_VALIDATION"],
    [{ report: "day-sheet", report_group: null, frequency: "weekly" }, "FAILED_VALIDATION"],
    [{ hour: 24 }, "FAILED_VALIDATION"],
    [{ recipients: [] }, "FAILED_VALIDATION"],
    [{ recipients: [managerUser.id, managerUser.id] }, "FAILED_VALIDATION"],
    [{ recipients: [stranger.id] }, "FAILED_VALIDATION"],
    [{ recipients: [staff.id] }, "FAILED_VALIDATION"],
    [{ is_across_branches: true }, "FORBIDDEN"],
    [{ branch: sister.id, recipients: [sisterManager.id] }, "FORBIDDEN"],
  ];
  for (const [values, code] of cases)
    assert.equal(
      (await manager.post("/items/Report_Schedules", createBody(values))).code,
      code,
      JSON.stringify(values),
    );
  const across = { is_across_branches: true, recipients: [managerUser.id] };
  assert.equal((await admin.post("/items/Report_Schedules", createBody(across))).code, "FAILED_VALIDATION");
  const readers = (await manager.get("/actions/report-schedules/recipients")).data as { id: string }[];
  assert.deepEqual(readers.map((reader) => reader.id).toSorted(), [managerUser.id, adminUser.id].toSorted());
});

test("two servers that both find a mail due send it once", async () => {
  await clear();
  setTime("2026-11-24T12:00:00");
  const id = await createSchedule({ recipients: [managerUser.id] });
  setTime("2026-11-25T07:00:00");
  const countMails = async () => (await readMails()).length;
  /** Both have read their schedules and wait for the row when it is released. */
  const countWaiting = async () =>
    (await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).length;
  async function raceBehindLock(send: () => Promise<unknown>): Promise<void> {
    let both: Promise<unknown>[] = [];
    await sql.begin(async (tx) => {
      await tx`select 1 from "Report_Schedules" where id = ${id} for update`;
      both = [send(), send()];
      await eventually(async () => assert.equal(await countWaiting(), 2));
    });
    await Promise.all(both);
  }
  await raceBehindLock(() => mailReports({ services }));
  assert.equal(await countMails(), 1);

  // Control: servers that look first and then note the period both send.
  await sql`update "Report_Schedules" set mailed_until = '2026-11-23' where id = ${id}`;
  await sql`delete from outbox_secrets`;
  await sql`delete from "Outbox"`;
  await raceBehindLock(async () => {
    const [due] = await sql`select 1 from "Report_Schedules" where id = ${id} and mailed_until < '2026-11-24'`;
    if (!due) return;
    await sql`update "Report_Schedules" set mailed_until = '2026-11-24' where id = ${id}`;
    await sql`insert into "Outbox" (channel, recipient, template, values, reference)
      values ('mail', ${managerUser.email}, 'report', '{}', gen_random_uuid()::text)`;
  });
  assert.equal(await countMails(), 2);
});
