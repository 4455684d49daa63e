// §7 §8 Outbox: only the branch's admins and managers and the platform resend its messages.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { anonymous } from "#domain/access/roles.ts";
import { createServices, createWriteContext } from "#server/context.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { queueMail, queueSms } from "#server/messaging/outbox.ts";
import { type TestResponse, startApp, testConfig } from "#tests/support/app.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";
import { startSimulatedIntegrations } from "#tests/support/simulators.ts";

const simulated = await startSimulatedIntegrations();
const { journal, faults } = simulated;
const { sql, asUser } = await startApp({ integrations: simulated.integrations, runsJobs: true });
const make = createFactories(sql);
const services = createServices({ sql, config: testConfig, clock: () => new Date() });

beforeEach(() => {
  faults.set("mail", "none");
  journal.clear();
});

const runWrite = (work: (ctx: WriteContext) => Promise<number | undefined>): Promise<number> =>
  sql.begin((tx) =>
    work(createWriteContext({ services, tx, actor: anonymous, origin: { ip: null, userAgent: null } })),
  ) as Promise<number>;
const sendTest = ({ branch, to }: { branch: CreatedBranch; to: string }): Promise<number> =>
  runWrite((ctx) => queueMail({ ctx, branch: branch.id, to, template: "test", values: {} }));
const waitForStatus = ({ id, status }: { id: number; status: string }): Promise<void> =>
  eventually(async () => {
    const [row] = await sql`select status from "Outbox" where id = ${id}`;
    assert.equal(row!["status"], status);
  });
const assertErrorCode = ({ response, code }: { response: TestResponse; code: string }): void =>
  assert.equal(response.code, code);

test("retries a failed message and resends a sent one as a new message", async () => {
  const branch = await make.branch();
  const manager = await asUser(await make.user("manager", { branch }));
  const failed = await sendTest({ branch, to: "nobody@refused.example" });
  await waitForStatus({ id: failed, status: "failed" });
  assert.equal((await manager.post(`/actions/outbox/${failed}/resend`)).status, 204);
  await eventually(async () => {
    const history = await sql`select 1 from revisions where collection = 'Outbox' and item = ${String(failed)}`;
    assert.ok(history.length >= 4, "created, rejected, resent, rejected again");
  });

  const sent = await sendTest({ branch, to: "again@example.com" });
  await waitForStatus({ id: sent, status: "sent" });
  assert.equal((await manager.post(`/actions/outbox/${sent}/resend`)).status, 204);
  await eventually(() => assert.equal(journal.list("again@example.com").length, 2));
  const references = journal.list("again@example.com").map(({ reference }) => reference);
  assert.equal(new Set(references).size, 2);
});

test("retries a waiting message immediately", async () => {
  const branch = await make.branch();
  const admin = await asUser(await make.user("admin", { branch }));
  faults.set("mail", "down");
  const id = await sendTest({ branch, to: "soon@example.com" });
  await eventually(async () => {
    const [row] = await sql`select attempts from "Outbox" where id = ${id}`;
    assert.equal(row!["attempts"], 1);
  });
  faults.set("mail", "none");
  assert.equal((await admin.post(`/actions/outbox/${id}/resend`)).status, 204);
  await waitForStatus({ id, status: "sent" });
});

test("never resends a code", async () => {
  const branch = await make.branch();
  const manager = await asUser(await make.user("manager", { branch }));
  const id = await runWrite((ctx) =>
    queueSms({ ctx, branch: branch.id, to: "9840012345", template: "otp", values: { otp: "4711" } }),
  );
  await waitForStatus({ id, status: "sent" });
  assertErrorCode({ response: await manager.post(`/actions/outbox/${id}/resend`), code: "MESSAGE_HAD_A_SECRET" });
});

test("rejects resending messages of other branches and creating messages through /items", async () => {
  const branch = await make.branch();
  const siblingBranch = await make.branch({ company: branch.company });
  const id = await sendTest({ branch, to: "mine@example.com" });
  await waitForStatus({ id, status: "sent" });
  const strangers = [
    await asUser(),
    await asUser(await make.user("staff", { branch })),
    await asUser(await make.user("manager", { branch: siblingBranch })),
    await asUser(await make.user("admin", { branch: await make.branch() })),
    await asUser(await make.user("customer")),
  ];
  for (const stranger of strangers) {
    assertErrorCode({ response: await stranger.post(`/actions/outbox/${id}/resend`), code: "FORBIDDEN" });
    const body = { channel: "sms", recipient: "9840012345", template: "otp", reference: "x", branch: branch.id };
    assertErrorCode({ response: await stranger.post("/items/Outbox", body), code: "FORBIDDEN" });
  }
  const platform = await asUser(await make.user("platform"));
  const response = await platform.post("/items/Outbox", { channel: "sms", recipient: "9840012345", template: "otp" });
  assert.ok(response.status >= 400, response.text);
  assert.equal(
    (await (await asUser(await make.user("admin", { branch: siblingBranch }))).post(`/actions/outbox/${id}/resend`))
      .status,
    204,
  );
});
