// kill -9 of servers in the middle of sending: nothing is lost, the order holds, and only what was on its way at the very
// moment may come a second time, under the same Message-ID.
import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { after, test } from "node:test";
import { nobody } from "#domain/roles.ts";
import { makeHouse, writeContext } from "#server/context.ts";
import { queueMail } from "#server/services/outbox.ts";
import { testConfig } from "#tests/support/app.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { eventually } from "#tests/support/eventually.ts";
import { simulatedOutside } from "#tests/support/simulators.ts";

const { sql, url } = await freshDatabase();
const { journal, faults, outside } = await simulatedOutside();
const config = { ...testConfig, outside };
const people = Array.from({ length: 12 }, (_, index) => `person${index}@example.com`);
const rounds = 10;
/** Each server has so many on their way at once. */
const onTheWay = 4;

const running = new Set<ChildProcess>();
after(() => running.forEach((child) => child.kill("SIGKILL")));

async function startServer(): Promise<ChildProcess> {
  const child = fork("tests/support/working-server.ts", [url, JSON.stringify(config)], { stdio: "inherit" });
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
  const house = makeHouse({ sql, config, clock: () => new Date() });
  for (const to of people)
    await sql.begin((tx) => {
      const ctx = writeContext({ house, tx, who: nobody, origin: { ip: null, userAgent: null } });
      return queueMail({ ctx, branch: null, to, template: "test", values: {} });
    });
}

const reached = (count: number): Promise<void> =>
  eventually(() => assert.ok(journal.list().length >= count, `${journal.list().length} of ${count}`), {
    withinMs: 180_000,
  });

test("two servers, killed three times: every mail arrives, in order", async () => {
  // Long enough that a kill meets mails which were taken and not yet written down as sent.
  faults.set("mail", "slow");
  faults.slowMs = 40;
  for (let round = 0; round < rounds; round += 1) await queueRound();
  const total = people.length * rounds;
  let [one, other] = [await startServer(), await startServer()];
  await reached(20);
  await kill(one);
  one = await startServer();
  await reached(45);
  await kill(other);
  await kill(one);
  [one, other] = [await startServer(), await startServer()];
  await eventually(
    async () => {
      const [row] = await sql`select count(*)::int as waiting from "Outbox" where status <> 'sent'`;
      assert.equal(row!["waiting"], 0);
    },
    { withinMs: 180_000 },
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
  const twice = journal.list().length - total;
  assert.ok(twice >= 0 && twice <= 3 * onTheWay, `${twice} came twice`);
});
