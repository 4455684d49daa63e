// §7 §8 Outbox with simulated services that speak the real protocols: delivery, retries, order and no duplicates.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { anonymous } from "#domain/access/roles.ts";
import { createServices, createWriteContext } from "#server/context.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { queueMail, queueSms } from "#server/messaging/outbox.ts";
import { startApp, type TestApp, testConfig } from "#tests/support/app.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createFactories } from "#tests/support/factories.ts";
import { startSimulatedIntegrations } from "#tests/support/simulators.ts";

const simulated = await startSimulatedIntegrations();
const { journal, faults } = simulated;
const app = await startApp({ integrations: simulated.integrations, runsJobs: true });
const genericSmsApp = await startApp({ integrations: simulated.plainSmsIntegrations, runsJobs: true });
const startedAt = new Date("2026-11-21T06:00:00Z");

beforeEach(() => {
  app.clock.now = genericSmsApp.clock.now = startedAt;
  for (const service of ["mail", "sms"]) faults.set(service, "none");
  journal.clear();
});

function write<T>({ at, work }: { at: TestApp; work: (ctx: WriteContext) => Promise<T> }): Promise<T> {
  const services = createServices({ sql: at.sql, config: testConfig, clock: () => at.clock.now! });
  return at.sql.begin((tx) =>
    work(createWriteContext({ services, tx, actor: anonymous, origin: { ip: null, userAgent: null } })),
  ) as Promise<T>;
}

const sendMail = ({ at = app, to, event }: { at?: TestApp; to: string; event?: string }) =>
  write({
    at,
    work: (ctx) => queueMail({ ctx, branch: null, to, template: "test", values: {}, ...(event ? { event } : {}) }),
  });
const sendOtp = ({ at = app, to, otp }: { at?: TestApp; to: string; otp: string }) =>
  write({ at, work: (ctx) => queueSms({ ctx, branch: null, to, template: "otp", values: { otp } }) });

interface MessageRow {
  status: string;
  attempts: number;
  last_error: string | null;
  provider_id: string | null;
  reference: string;
}
async function loadMessage({ at = app, id }: { at?: TestApp; id: number | undefined }): Promise<MessageRow> {
  const [row] = await at.sql<MessageRow[]>`select * from "Outbox" where id = ${id!}`;
  return row!;
}

function waitForStatus({
  at = app,
  id,
  status,
}: {
  at?: TestApp;
  id: number | undefined;
  status: string;
}): Promise<MessageRow> {
  return eventually(async () => {
    const row = await loadMessage({ at, id });
    assert.equal(row.status, status, JSON.stringify(row));
    return row;
  });
}

/** Advances the clock of the app and that of the job queue. */
async function advanceMinutes({ at, minutes }: { at: TestApp; minutes: number }): Promise<void> {
  at.clock.now = new Date(at.clock.now!.getTime() + minutes * 60_000);
  await at.sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`;
  await at.sql`select pg_notify('jobs:insert', '{"r":1,"count":1}')`;
}

test("delivers a mail with the branch's name, as text and HTML, from the configured sender", async () => {
  const branch = await createFactories(app.sql).branch({ name: 'Mall <b>"Level 2"</b>' });
  const id = await write({
    at: app,
    work: (ctx) => queueMail({ ctx, branch: branch.id, to: "asha@example.com", template: "test", values: {} }),
  });
  const { reference, attempts } = await waitForStatus({ id, status: "sent" });
  const [mail] = journal.list("asha@example.com");
  assert.equal(mail!.subject, 'Test email from Mall <b>"Level 2"</b>');
  assert.match(mail!.text, /Email is working/);
  assert.match(mail!.html, /Mall &lt;b&gt;&quot;Level 2&quot;&lt;\/b&gt;/);
  assert.equal(mail!.from, "no-reply@chaavi.example");
  assert.equal(mail!.reference, `<${reference}@chaavi.example>`);
  assert.equal(attempts, 1);
});

for (const [name, at] of [
  ["MSG91's Flow", app],
  ["the generic adapter", genericSmsApp],
] as const)
  test(`delivers an SMS over ${name} with its values and deletes its code`, async () => {
    const id = await sendOtp({ at, to: "9840012345", otp: "4711" });
    const { provider_id: providerId } = await waitForStatus({ at, id, status: "sent" });
    assert.match(providerId!, /^(flow|sms)-\d+$/);
    assert.match(journal.list("9840012345")[0]!.text, /^4711 is your code for Chaavi\./);
    const secrets = await at.sql`select 1 from outbox_secrets`;
    assert.equal(secrets.length, 0);
  });

for (const channel of ["mail", "sms"] as const)
  test(`delivers each message once and in order after ${channel} was down for an hour`, async () => {
    faults.set(channel, "down");
    const recipients = channel === "mail" ? ["a@example.com", "b@example.com"] : ["9840011111", "9840022222"];
    const expected: { [to: string]: number[] } = {};
    for (let round = 0; round < 4; round += 1) {
      for (const to of recipients) {
        const id =
          channel === "mail"
            ? await sendMail({ to })
            : await write({
                at: app,
                work: (ctx) => queueSms({ ctx, branch: null, to, template: "test", values: {} }),
              });
        (expected[to] ??= []).push(id!);
      }
      await advanceMinutes({ at: app, minutes: 13 });
    }
    await eventually(async () => assert.ok((await loadMessage({ id: expected[recipients[0]!]![0] })).attempts >= 1));
    assert.equal(journal.list().length, 0);
    faults.set(channel, "none");
    await advanceMinutes({ at: app, minutes: 7.9 });
    await eventually(async () => {
      await advanceMinutes({ at: app, minutes: 0 });
      const waiting = await app.sql`select id, attempts, last_error from "Outbox" where status = 'waiting'`;
      assert.equal(waiting.length, 0, JSON.stringify(waiting));
    });
    for (const to of recipients) {
      const references = await app.sql<{ reference: string; status: string }[]>`
        select reference, status from "Outbox" where id = any(${expected[to]!}) order by id`;
      assert.deepEqual(new Set(references.map(({ status }) => status)), new Set(["sent"]));
      assert.equal(journal.list(to).length, expected[to]!.length, "each once");
      if (channel === "mail")
        assert.deepEqual(
          journal.list(to).map(({ reference }) => reference),
          references.map(({ reference }) => `<${reference}@chaavi.example>`),
        );
    }
  });

for (const fault of ["down", "error-500", "malformed"] as const)
  for (const [name, at] of [
    ["MSG91's Flow", app],
    ["the generic adapter", genericSmsApp],
  ] as const)
    test(`retries a message after ${name} recovers from "${fault}"`, async () => {
      faults.set("sms", fault);
      const id = await sendOtp({ at, to: "9840033333", otp: "1234" });
      await eventually(async () => assert.equal((await loadMessage({ at, id })).attempts, 1));
      assert.equal((await loadMessage({ at, id })).status, "waiting");
      faults.set("sms", "none");
      await advanceMinutes({ at, minutes: 0.1 });
      await waitForStatus({ at, id, status: "sent" });
      assert.equal(journal.list("9840033333").length, 1);
    });

test("sends an SMS once when the response of the generic service was lost, by its idempotency key", async () => {
  faults.set("sms", "reset");
  const id = await sendOtp({ at: genericSmsApp, to: "9840044444", otp: "1234" });
  await eventually(async () => assert.equal((await loadMessage({ at: genericSmsApp, id })).attempts, 1));
  faults.set("sms", "none");
  await advanceMinutes({ at: genericSmsApp, minutes: 0.1 });
  await waitForStatus({ at: genericSmsApp, id, status: "sent" });
  assert.equal(journal.list("9840044444").length, 1);
});

test("resends a mail with the same Message-ID when the response was lost", async () => {
  faults.set("mail", "reset");
  const id = await sendMail({ to: "twice@example.com" });
  await eventually(async () => assert.equal((await loadMessage({ id })).attempts, 1));
  faults.set("mail", "none");
  await advanceMinutes({ at: app, minutes: 0.1 });
  const { reference } = await waitForStatus({ id, status: "sent" });
  const references = journal.list("twice@example.com").map((mail) => mail.reference);
  assert.deepEqual(new Set(references), new Set([`<${reference}@chaavi.example>`]));
});

test("fails a permanently rejected message immediately and continues with the next one", async () => {
  const rejectedMail = await sendMail({ to: "nobody@refused.example" });
  assert.match(
    (await waitForStatus({ id: rejectedMail, status: "failed" })).last_error!,
    /rejected this email \(550\)/,
  );
  const rejectedSms = await sendOtp({ to: "9000000001", otp: "1111" });
  const next = await write({
    at: app,
    work: (ctx) => queueSms({ ctx, branch: null, to: "9000000001", template: "test", values: {} }),
  });
  assert.match((await waitForStatus({ id: rejectedSms, status: "failed" })).last_error!, /rejected this number/);
  await waitForStatus({ id: next, status: "failed" });
});

test("treats status 200 with an error in the body as a failure", async () => {
  const id = await sendOtp({ to: "9000000004", otp: "1111" });
  await eventually(async () => assert.equal((await loadMessage({ id })).attempts, 1));
  const { status, last_error: error } = await loadMessage({ id });
  assert.deepEqual([status, error], ["waiting", "The SMS service is not available: it answered an error (200)."]);
});

test("expires a code that would arrive too late and deletes its value", async () => {
  faults.set("sms", "down");
  const id = await sendOtp({ to: "9840055555", otp: "1234" });
  await eventually(async () => assert.equal((await loadMessage({ id })).attempts, 1));
  await advanceMinutes({ at: app, minutes: 10.1 });
  await waitForStatus({ id, status: "expired" });
  faults.set("sms", "none");
  assert.equal((await app.sql`select 1 from outbox_secrets where message = ${id!}`).length, 0);
  assert.equal(journal.list("9840055555").length, 0);
});

test("keeps messages queued while the key or the log-in of the service is wrong", async () => {
  const wrongSms = { ...simulated.integrations.sms!, key: "wrong" };
  const mail = {
    ...simulated.integrations.mail!,
    url: simulated.integrations.mail!.url.replace(":simulated@", ":wrong@"),
  };
  const at = await startApp({ integrations: { sms: wrongSms, mail }, runsJobs: true });
  at.clock.now = startedAt;
  const ids = [await sendOtp({ at, to: "9840066666", otp: "1234" }), await sendMail({ at, to: "c@example.com" })];
  for (const id of ids) {
    await eventually(async () => assert.equal((await loadMessage({ at, id })).attempts, 1));
    assert.equal((await loadMessage({ at, id })).status, "waiting");
  }
});

test("resumes jobs after the database has closed every connection", async () => {
  await app.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  const id = await eventually(() => sendMail({ to: "after@example.com" }));
  await waitForStatus({ id, status: "sent" });
});
