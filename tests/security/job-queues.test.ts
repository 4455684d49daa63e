// §7: mail, SMS and payments wait for their own services only and hold no transaction open meanwhile; abandoned jobs
// are listed. Mail uses TLS unless the setting disables it.
import assert from "node:assert/strict";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { test } from "node:test";
import { anonymous } from "#domain/access/roles.ts";
import { createSmtpAdapter } from "#server/messaging/smtp.ts";
import { createServices, createWriteContext } from "#server/context.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { queueMail, queueSms } from "#server/messaging/outbox.ts";
import { testConfig } from "#tests/support/app.ts";
import { beforeDatabaseCleanup } from "#tests/support/database.ts";
import { eventually } from "#tests/support/eventually.ts";
import { pressProviderAction, startPaymentsApp } from "#tests/support/payments-app.ts";
import { startSimulatedIntegrations } from "#tests/support/simulators.ts";

const services = await startSimulatedIntegrations();
const { faults, journal } = services;
const { asUser, sql, factories, branch } = await startPaymentsApp({ config: { integrations: services.integrations } });

const appServices = createServices({ sql, config: testConfig, clock: () => new Date() });
const writeInTransaction = <T>(work: (ctx: WriteContext) => Promise<T>): Promise<T> =>
  sql.begin((tx) =>
    work(createWriteContext({ services: appServices, tx, actor: anonymous, origin: { ip: null, userAgent: null } })),
  ) as Promise<T>;
const listMailAttempts = async (): Promise<number[]> => {
  const rows = await sql<{ attempts: number }[]>`
    select attempts from "Outbox" where channel = 'mail' and recipient like 'hang%'`;
  return rows.map(({ attempts }) => attempts);
};

/** More mails than concurrent jobs, to a mail server that accepts connections and does not respond. */
async function blockMailDelivery(): Promise<void> {
  faults.set("mail", "hang");
  for (let index = 0; index < 12; index += 1)
    await writeInTransaction((ctx) =>
      queueMail({ ctx, branch: null, to: `hang${index}@example.com`, template: "test", values: {} }),
    );
  await eventually(async () => {
    const [row] = await sql`select count(*)::int as busy from graphile_worker.jobs where locked_at is not null`;
    assert.ok(row!["busy"] >= 4, "control: mails are in transit");
  });
}

test("a hanging mail server delays no payment check and no SMS, and holds no transaction open", async () => {
  await blockMailDelivery();
  const position = await branch();
  const gate = await asUser(await factories.user("staff", { branch: position }));
  const { data } = await gate.post("/actions/parking/check-in", {
    vehicle_no: factories.plate(),
    phone_no: "9840012345",
  });
  await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${data.id}`;
  const started = await gate.post(`/actions/payments/parking/${data.id}/start`, {});
  assert.equal(started.status, 200, started.text);
  // The provider's callback takes effect only after a job has asked the provider.
  await pressProviderAction(started.data.url, "succeed");
  await writeInTransaction((ctx) => queueSms({ ctx, branch: null, to: "9840054321", template: "test", values: {} }));
  await eventually(() => assert.equal(journal.list("9840054321").length, 1), { timeoutMs: 6_000 });
  await eventually(
    async () => {
      const [row] = await sql`select payment_status from "Parking_Information" where id = ${data.id}`;
      assert.equal(row!["payment_status"], "paid");
    },
    { timeoutMs: 6_000 },
  );
  // A transaction held for the mail server would remain; others are between two statements for a moment.
  await eventually(
    async () => {
      const pending = await sql`
        select query from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`;
      assert.deepEqual([...pending], []);
    },
    { timeoutMs: 3_000 },
  );
  assert.deepEqual(new Set(await listMailAttempts()), new Set([0]), "control: the mail server still hangs");
  faults.set("mail", "none");
});

test("a message withdrawn while it was being sent is recorded with its actual result", async () => {
  faults.set("sms", "slow");
  faults.slowMs = 1_500;
  const id = await writeInTransaction((ctx) =>
    queueSms({ ctx, branch: null, to: "9840011111", template: "test", values: {} }),
  );
  await eventually(() => assert.equal(journal.list("9840011111").length, 1));
  await sql`update "Outbox" set status = 'expired' where id = ${id!}`;
  await eventually(async () => {
    const [row] = await sql`select status, attempts from "Outbox" where id = ${id!}`;
    assert.deepEqual({ ...row }, { status: "sent", attempts: 1 });
  });
  faults.set("sms", "none");
});

test("a job out of attempts is listed until it is handled", async () => {
  assert.equal((await sql`select 1 from dead_jobs()`).length, 0, "control");
  // As the queue leaves it after its last attempt.
  const queued = await sql<{ id: string }[]>`
    select id::text from graphile_worker.add_job('payment-check', '{"attempt":1}'::json, run_at := now() + interval '1 day')`;
  await sql`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no answer'
    where id = ${queued[0]!.id}::bigint`;
  const [job] = await sql`select id::text, task, attempts, last_error from dead_jobs()`;
  assert.deepEqual({ ...job }, { id: queued[0]!.id, task: "payment-check", attempts: 25, last_error: "no answer" });
  await sql`select graphile_worker.complete_jobs(array[${queued[0]!.id}::bigint])`;
  assert.equal((await sql`select 1 from dead_jobs()`).length, 0);
});

/** A mail server without TLS that records what it receives. */
async function createHttpServer(): Promise<{ address: string; heard: string[] }> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.write("220 plain.example ESMTP\r\n");
    socket.on("data", (chunk) => {
      for (const line of chunk.toString().split("\r\n").filter(Boolean)) {
        received.push(line);
        if (/^EHLO/i.test(line)) socket.write("250-plain.example\r\n250 AUTH PLAIN LOGIN\r\n");
        else if (/^DATA/i.test(line)) socket.write("354 go on\r\n");
        else if (/^STARTTLS/i.test(line)) socket.write("502 not here\r\n");
        else if (/^AUTH/i.test(line)) socket.write("235 ok\r\n");
        else if (/^(MAIL|RCPT|\.$)/i.test(line)) socket.write("250 ok\r\n");
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  beforeDatabaseCleanup(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, heard: received };
}

test("a mail server without TLS receives no password and no mail unless the setting allows it", async () => {
  const { address, heard } = await createHttpServer();
  const mail = { to: "a@example.com", subject: "S", text: "T", html: "<p>T</p>", reference: "r" };
  const from = "no-reply@chaavi.example";
  const strict = await createSmtpAdapter({ url: `smtp://user:password@${address}`, from }).send(mail);
  assert.equal(strict.isSent, false);
  assert.ok(!strict.isSent && !strict.isPermanent, "it waits until this is corrected");
  assert.ok(!heard.some((line) => /^(AUTH|MAIL)/i.test(line)), heard.join(" | "));
  const plain = await createSmtpAdapter({ url: `smtp://user:password@${address}?tls=none`, from }).send(mail);
  assert.equal(plain.isSent, true, "control");
  assert.ok(heard.some((line) => /^MAIL/i.test(line)));
});
