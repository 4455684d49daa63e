// §7 §8 Outbox against services that speak the real wire: what is sent, again, in which order, and never twice.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { nobody } from "#domain/roles.ts";
import { makeHouse, writeContext } from "#server/context.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import { queueMail, queueSms } from "#server/services/outbox.ts";
import { startApp, type TestApp, testConfig } from "#tests/support/app.ts";
import { eventually } from "#tests/support/eventually.ts";
import { factories } from "#tests/support/make.ts";
import { simulatedOutside } from "#tests/support/simulators.ts";

const services = await simulatedOutside();
const { journal, faults } = services;
const app = await startApp({ outside: services.outside, isWorking: true });
const plain = await startApp({ outside: services.plain, isWorking: true });
const started = new Date("2026-11-21T06:00:00Z");

beforeEach(() => {
  app.clock.now = plain.clock.now = started;
  for (const service of ["mail", "sms"]) faults.set(service, "none");
  journal.clear();
});

function write<T>({ at, work }: { at: TestApp; work: (ctx: WriteContext) => Promise<T> }): Promise<T> {
  const house = makeHouse({ sql: at.sql, config: testConfig, clock: () => at.clock.now! });
  return at.sql.begin((tx) =>
    work(writeContext({ house, tx, who: nobody, origin: { ip: null, userAgent: null } })),
  ) as Promise<T>;
}

const sendMail = ({ at = app, to, event }: { at?: TestApp; to: string; event?: string }) =>
  write({
    at,
    work: (ctx) => queueMail({ ctx, branch: null, to, template: "test", values: {}, ...(event ? { event } : {}) }),
  });
const sendOtp = ({ at = app, to, otp }: { at?: TestApp; to: string; otp: string }) =>
  write({ at, work: (ctx) => queueSms({ ctx, branch: null, to, template: "otp", values: { otp } }) });

interface Stored {
  status: string;
  attempts: number;
  last_error: string | null;
  provider_id: string | null;
  reference: string;
}
async function stored({ at = app, id }: { at?: TestApp; id: number | undefined }): Promise<Stored> {
  const [row] = await at.sql<Stored[]>`select * from "Outbox" where id = ${id!}`;
  return row!;
}

function become({ at = app, id, status }: { at?: TestApp; id: number | undefined; status: string }): Promise<Stored> {
  return eventually(async () => {
    const row = await stored({ at, id });
    assert.equal(row.status, status, JSON.stringify(row));
    return row;
  });
}

/** Lets the time pass on both clocks: the product's, and the queue's. */
async function pass({ at, minutes }: { at: TestApp; minutes: number }): Promise<void> {
  at.clock.now = new Date(at.clock.now!.getTime() + minutes * 60_000);
  await at.sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`;
  await at.sql`select pg_notify('jobs:insert', '{"r":1,"count":1}')`;
}

test("a mail arrives with its branch's name, as text and as HTML, from the sender of the settings", async () => {
  const branch = await factories(app.sql).branch({ name: 'Mall <b>"Level 2"</b>' });
  const id = await write({
    at: app,
    work: (ctx) => queueMail({ ctx, branch: branch.id, to: "asha@example.com", template: "test", values: {} }),
  });
  const { reference, attempts } = await become({ id, status: "sent" });
  const [mail] = journal.list("asha@example.com");
  assert.equal(mail!.subject, 'Test mail of Mall <b>"Level 2"</b>');
  assert.match(mail!.text, /Mail works/);
  assert.match(mail!.html, /Mall &lt;b&gt;&quot;Level 2&quot;&lt;\/b&gt;/);
  assert.equal(mail!.from, "no-reply@chaavi.example");
  assert.equal(mail!.reference, `<${reference}@chaavi.example>`);
  assert.equal(attempts, 1);
});

for (const [name, at] of [
  ["MSG91's Flow", app],
  ["the plain shape", plain],
] as const)
  test(`an SMS arrives over ${name} with its values, and its code is kept no longer`, async () => {
    const id = await sendOtp({ at, to: "9840012345", otp: "4711" });
    const { provider_id: providerId } = await become({ at, id, status: "sent" });
    assert.match(providerId!, /^(flow|sms)-\d+$/);
    assert.match(journal.list("9840012345")[0]!.text, /^4711 is your code for Chaavi\./);
    const left = await at.sql`select 1 from outbox_secrets`;
    assert.equal(left.length, 0);
  });

for (const channel of ["mail", "sms"] as const)
  test(`${channel} is down for an hour: nothing lost, nothing twice, in order for each recipient`, async () => {
    faults.set(channel, "down");
    const people = channel === "mail" ? ["a@example.com", "b@example.com"] : ["9840011111", "9840022222"];
    const expected: { [to: string]: number[] } = {};
    for (let turn = 0; turn < 4; turn += 1) {
      for (const to of people) {
        const id =
          channel === "mail"
            ? await sendMail({ to })
            : await write({
                at: app,
                work: (ctx) => queueSms({ ctx, branch: null, to, template: "test", values: {} }),
              });
        (expected[to] ??= []).push(id!);
      }
      await pass({ at: app, minutes: 13 });
    }
    await eventually(async () => assert.ok((await stored({ id: expected[people[0]!]![0] })).attempts >= 1));
    assert.equal(journal.list().length, 0);
    faults.set(channel, "none");
    await pass({ at: app, minutes: 7.9 });
    await eventually(async () => {
      await pass({ at: app, minutes: 0 });
      const waiting = await app.sql`select id, attempts, last_error from "Outbox" where status = 'waiting'`;
      assert.equal(waiting.length, 0, JSON.stringify(waiting));
    });
    for (const to of people) {
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
    ["the plain shape", plain],
  ] as const)
    test(`${name} is ${fault}: the message waits, and goes when it is well again`, async () => {
      faults.set("sms", fault);
      const id = await sendOtp({ at, to: "9840033333", otp: "1234" });
      await eventually(async () => assert.equal((await stored({ at, id })).attempts, 1));
      assert.equal((await stored({ at, id })).status, "waiting");
      faults.set("sms", "none");
      await pass({ at, minutes: 0.1 });
      await become({ at, id, status: "sent" });
      assert.equal(journal.list("9840033333").length, 1);
    });

test("the answer is lost after the SMS was taken: the plain shape's key keeps it from being sent twice", async () => {
  faults.set("sms", "reset");
  const id = await sendOtp({ at: plain, to: "9840044444", otp: "1234" });
  await eventually(async () => assert.equal((await stored({ at: plain, id })).attempts, 1));
  faults.set("sms", "none");
  await pass({ at: plain, minutes: 0.1 });
  await become({ at: plain, id, status: "sent" });
  assert.equal(journal.list("9840044444").length, 1);
});

test("the answer is lost after the mail was taken: it comes again under the same Message-ID", async () => {
  faults.set("mail", "reset");
  const id = await sendMail({ to: "twice@example.com" });
  await eventually(async () => assert.equal((await stored({ id })).attempts, 1));
  faults.set("mail", "none");
  await pass({ at: app, minutes: 0.1 });
  const { reference } = await become({ id, status: "sent" });
  const references = journal.list("twice@example.com").map((mail) => mail.reference);
  assert.deepEqual(new Set(references), new Set([`<${reference}@chaavi.example>`]));
});

test("what the service refuses for good fails at once and holds up nothing behind it", async () => {
  const refused = await sendMail({ to: "nobody@refused.example" });
  assert.match((await become({ id: refused, status: "failed" })).last_error!, /refused this mail \(550\)/);
  const number = await sendOtp({ to: "9000000001", otp: "1111" });
  const next = await write({
    at: app,
    work: (ctx) => queueSms({ ctx, branch: null, to: "9000000001", template: "test", values: {} }),
  });
  assert.match((await become({ id: number, status: "failed" })).last_error!, /refused this number/);
  await become({ id: next, status: "failed" });
});

test("status 200 with an error in it is no success", async () => {
  const id = await sendOtp({ to: "9000000004", otp: "1111" });
  await eventually(async () => assert.equal((await stored({ id })).attempts, 1));
  const { status, last_error: error } = await stored({ id });
  assert.deepEqual([status, error], ["waiting", "The SMS service could not be used: it answered an error (200)."]);
});

test("a code that would come too late is given up, and its value with it", async () => {
  faults.set("sms", "down");
  const id = await sendOtp({ to: "9840055555", otp: "1234" });
  await eventually(async () => assert.equal((await stored({ id })).attempts, 1));
  await pass({ at: app, minutes: 10.1 });
  await become({ id, status: "expired" });
  faults.set("sms", "none");
  assert.equal((await app.sql`select 1 from outbox_secrets where message = ${id!}`).length, 0);
  assert.equal(journal.list("9840055555").length, 0);
});

test("a wrong key or log-in is our mistake: everything waits for it to be put right", async () => {
  const wrong = { ...services.outside.sms!, key: "wrong" };
  const mail = { ...services.outside.mail!, url: services.outside.mail!.url.replace(":simulated@", ":wrong@") };
  const at = await startApp({ outside: { sms: wrong, mail }, isWorking: true });
  at.clock.now = started;
  const ids = [await sendOtp({ at, to: "9840066666", otp: "1234" }), await sendMail({ at, to: "c@example.com" })];
  for (const id of ids) {
    await eventually(async () => assert.equal((await stored({ at, id })).attempts, 1));
    assert.equal((await stored({ at, id })).status, "waiting");
  }
});

test("the database cuts every connection: the jobs go on by themselves", async () => {
  await app.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  const id = await eventually(() => sendMail({ to: "after@example.com" }));
  await become({ id, status: "sent" });
});
