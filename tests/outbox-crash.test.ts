// kill -9 of servers while sending: no message is lost, the order holds, and only messages in transit may be sent
// twice, with the same Message-ID.
import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { after, test } from "node:test";
import { anonymous } from "#domain/access/roles.ts";
import { createServices, createWriteContext } from "#server/context.ts";
import { queueMail } from "#server/messaging/outbox.ts";
import { testConfig } from "#tests/support/app.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startSimulatedIntegrations } from "#tests/support/simulators.ts";

const { sql, url } = await createTestDatabase();
const { journal, faults, integrations } = await startSimulatedIntegrations();
const config = { ...testConfig, integrations };
const people = Array.from({ length: 12 }, (_, index) => `person${index}@example.com`);
const rounds = 10;
/** The number of messages each server sends at once. */
const concurrentMessages = 4;

const running = new Set<ChildProcess>();
after(() => running.forEach((child) => child.kill("SIGKILL")));

async function startServer(): Promise<ChildProcess> {
  const child = fork("tests/support/worker-server.ts", [url, JSON.stringify(config)], { stdio: "inherit" });
  running.add(child);
  await once(child, "message");
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  running.delete(child);
  child.kill("SIGKILL");
  await once(child, "exit");
}

async function queueRound(): Promise<void> {
  const services = createServices({ sql, config, clock: () => new Date() });
  for (const to of people)
    await sql.begin((tx) => {
      const ctx = createWriteContext({ services, tx, actor: anonymous, origin: { ip: null, userAgent: null } });
      return queueMail({ ctx, branch: null, to, template: "test", values: {} });
    });
}

const waitForDelivered = (count: number): Promise<void> =>
  eventually(() => assert.ok(journal.list().length >= count, `${journal.list().length} of ${count}`), {
    timeoutMs: 180_000,
  });

test("two servers, killed three times: every mail arrives in order", async () => {
  // Long enough that a kill hits mails that were accepted and not yet recorded as sent.
  faults.set("mail", "slow");
  faults.slowMs = 40;
  for (let round = 0; round < rounds; round += 1) await queueRound();
  const total = people.length * rounds;
  let [one, other] = [await startServer(), await startServer()];
  await waitForDelivered(20);
  await kill(one);
  one = await startServer();
  await waitForDelivered(45);
  await kill(other);
  await kill(one);
  [one, other] = [await startServer(), await startServer()];
  await eventually(
    async () => {
      const [row] = await sql`select count(*)::int as waiting from "Outbox" where status <> 'sent'`;
      assert.equal(row!["waiting"], 0);
    },
    { timeoutMs: 180_000 },
  );
  await Promise.all([kill(one), kill(other)]);

  const rows = await sql<
    { recipient: string; reference: string }[]
  >`select recipient, reference from "Outbox" order by id`;
  for (const to of people) {
    const expected = rows
      .filter(({ recipient }) => recipient === to)
      .map(({ reference }) => `<${reference}@chaavi.example>`);
    const arrived = journal.list(to).map(({ reference }) => reference);
    assert.deepEqual([...new Set(arrived)], expected, `${to}: each, in order`);
  }
  const duplicateCount = journal.list().length - total;
  assert.ok(duplicateCount >= 0 && duplicateCount <= 3 * concurrentMessages, `${duplicateCount} arrived twice`);
});
