// kill -9 of the server between the commit of an event and its delivery, and receivers that do not answer.
import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { after, test } from "node:test";
import { startApp } from "#tests/support/app.ts";
import { eventually } from "#tests/support/eventually.ts";
import { createFactories } from "#tests/support/factories.ts";
import { createEndpoint, webhookConfig } from "#tests/support/webhooks.ts";

const { sql, url, asUser } = await startApp({ config: webhookConfig });
const make = createFactories(sql);

const running = new Set<ChildProcess>();
after(() => running.forEach((child) => child.kill("SIGKILL")));

async function startServer(): Promise<ChildProcess> {
  const child = fork("tests/support/worker-server.ts", [url, JSON.stringify(webhookConfig)], { stdio: "inherit" });
  running.add(child);
  await once(child, "message");
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  running.delete(child);
  child.kill("SIGKILL");
  await once(child, "exit");
}

async function createSite() {
  const branch = await make.branch({ slots: 50 });
  const [admin, staff] = [await make.user("admin", { branch }), await make.user("staff", { branch })];
  const endpoint = await createEndpoint({ admin: await asUser(admin), types: ["entry.checked_in"] });
  const client = await asUser(staff);
  const checkIn = async (): Promise<string> => {
    const body = { vehicle_no: make.plate(), phone_no: "9840012345" };
    const { status, data, text } = await client.post("/actions/parking/check-in", body);
    assert.equal(status, 200, text);
    return `entry:${data.id}`;
  };
  return { ...endpoint, checkIn };
}

const waitForEvents = (events: readonly { subject: string }[], subjects: readonly string[]): Promise<void> =>
  eventually(
    () => assert.deepEqual([...new Set(events.map(({ subject }) => subject))].toSorted(), subjects.toSorted()),
    { timeoutMs: 90_000 },
  );

test("an event is delivered by another server if the first is killed after the commit", async () => {
  const { receiver, checkIn } = await createSite();
  receiver.mode = "hang";
  const first = await startServer();
  const subjects = [await checkIn()];
  await eventually(() => assert.ok(receiver.requests > 0), { timeoutMs: 60_000 });
  await kill(first);
  subjects.push(await checkIn());
  receiver.mode = "accept";
  const second = await startServer();
  await waitForEvents(receiver.events, subjects);
  assert.deepEqual(receiver.rejections, []);
  await kill(second);
});

test("receivers that do not answer delay nobody else", async () => {
  const silent = await Promise.all(Array.from({ length: 8 }, createSite));
  const other = await createSite();
  for (const { receiver } of silent) receiver.mode = "hang";
  const server = await startServer();
  for (const { checkIn } of silent) await checkIn();
  await eventually(() => assert.ok(silent.every(({ receiver }) => receiver.requests > 0)), { timeoutMs: 60_000 });
  const before = silent.map(({ receiver }) => receiver.requests);
  await waitForEvents(other.receiver.events, [await other.checkIn()]);
  // While their first requests are still open.
  assert.deepEqual(
    silent.map(({ receiver }) => receiver.requests),
    before,
  );
  await kill(server);
});
