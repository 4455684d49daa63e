// §7 §8 Outbox: sent once more by who looks after the branch, and by nobody else.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { nobody } from "#domain/roles.ts";
import { makeHouse, writeContext } from "#server/context.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import { queueMail, queueSms } from "#server/services/outbox.ts";
import { type Answer, startApp, testConfig } from "#tests/support/app.ts";
import { eventually } from "#tests/support/eventually.ts";
import { factories, type MadeBranch } from "#tests/support/make.ts";
import { simulatedOutside } from "#tests/support/simulators.ts";

const services = await simulatedOutside();
const { journal, faults } = services;
const { sql, as } = await startApp({ outside: services.outside, isWorking: true });
const make = factories(sql);
const house = makeHouse({ sql, config: testConfig, clock: () => new Date() });

beforeEach(() => {
  faults.set("mail", "none");
  journal.clear();
});

const write = (work: (ctx: WriteContext) => Promise<number | undefined>): Promise<number> =>
  sql.begin((tx) =>
    work(writeContext({ house, tx, who: nobody, origin: { ip: null, userAgent: null } })),
  ) as Promise<number>;
const sendTest = ({ branch, to }: { branch: MadeBranch; to: string }): Promise<number> =>
  write((ctx) => queueMail({ ctx, branch: branch.id, to, template: "test", values: {} }));
const become = ({ id, status }: { id: number; status: string }): Promise<void> =>
  eventually(async () => {
    const [row] = await sql`select status from "Outbox" where id = ${id}`;
    assert.equal(row!["status"], status);
  });
const refusedAs = ({ answer, code }: { answer: Answer; code: string }): void => assert.equal(answer.code, code);

test("one that failed is tried anew; one that was sent goes out again as a message of its own", async () => {
  const branch = await make.branch();
  const manager = await as(await make.user("manager", { branch }));
  const failed = await sendTest({ branch, to: "nobody@refused.example" });
  await become({ id: failed, status: "failed" });
  assert.equal((await manager.post(`/actions/outbox/${failed}/resend`)).status, 204);
  await eventually(async () => {
    const history = await sql`select 1 from revisions where collection = 'Outbox' and item = ${String(failed)}`;
    assert.ok(history.length >= 4, "made, refused, sent again, refused again");
  });

  const sent = await sendTest({ branch, to: "again@example.com" });
  await become({ id: sent, status: "sent" });
  assert.equal((await manager.post(`/actions/outbox/${sent}/resend`)).status, 204);
  await eventually(() => assert.equal(journal.list("again@example.com").length, 2));
  const references = journal.list("again@example.com").map(({ reference }) => reference);
  assert.equal(new Set(references).size, 2);
});

test("one that waits for its next try is tried at once", async () => {
  const branch = await make.branch();
  const admin = await as(await make.user("admin", { branch }));
  faults.set("mail", "down");
  const id = await sendTest({ branch, to: "soon@example.com" });
  await eventually(async () => {
    const [row] = await sql`select attempts from "Outbox" where id = ${id}`;
    assert.equal(row!["attempts"], 1);
  });
  faults.set("mail", "none");
  assert.equal((await admin.post(`/actions/outbox/${id}/resend`)).status, 204);
  await become({ id, status: "sent" });
});

test("a code is not sent a second time by anybody", async () => {
  const branch = await make.branch();
  const manager = await as(await make.user("manager", { branch }));
  const id = await write((ctx) =>
    queueSms({ ctx, branch: branch.id, to: "9840012345", template: "otp", values: { otp: "4711" } }),
  );
  await become({ id, status: "sent" });
  refusedAs({ answer: await manager.post(`/actions/outbox/${id}/resend`), code: "MESSAGE_HAD_A_SECRET" });
});

test("nobody sends what is not theirs to see, and nobody writes a message by hand", async () => {
  const branch = await make.branch();
  const sister = await make.branch({ company: branch.company });
  const id = await sendTest({ branch, to: "mine@example.com" });
  await become({ id, status: "sent" });
  const strangers = [
    await as(),
    await as(await make.user("staff", { branch })),
    await as(await make.user("manager", { branch: sister })),
    await as(await make.user("admin", { branch: await make.branch() })),
    await as(await make.user("customer")),
  ];
  for (const stranger of strangers) {
    refusedAs({ answer: await stranger.post(`/actions/outbox/${id}/resend`), code: "FORBIDDEN" });
    const body = { channel: "sms", recipient: "9840012345", template: "otp", reference: "x", branch: branch.id };
    refusedAs({ answer: await stranger.post("/items/Outbox", body), code: "FORBIDDEN" });
  }
  const platform = await as(await make.user("platform"));
  const written = await platform.post("/items/Outbox", { channel: "sms", recipient: "9840012345", template: "otp" });
  assert.ok(written.status >= 400, written.text);
  assert.equal(
    (await (await as(await make.user("admin", { branch: sister }))).post(`/actions/outbox/${id}/resend`)).status,
    204,
  );
});
