// npm run bench:valet: two thousand customers' pages on one server while cars move, a restart with all of them open, and how
// honest the estimate is. Writes docs/bench-valet.md; `--quick` takes 200 pages and writes nothing.
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { installJobs } from "#server/db/jobs-schema.ts";
import { connect, type Sql } from "#server/db/pool.ts";
import { ticketToken } from "#server/services/ticket-link.ts";
import { type Bench, dayAndMachine, loadNow, runBench, type Undo } from "#tools/bench/bench.ts";
import { secret } from "#tools/bench/config.ts";
import type { Desk } from "#tools/bench/data.ts";
import { coverageOfEvenings } from "#tools/bench/evenings.ts";
import { makeTables, startDatabase } from "#tools/bench/places.ts";
import { ServerProcess } from "#tools/bench/processes.ts";

const isQuick = process.argv.includes("--quick");
const pagesOpen = isQuick ? 400 : 2_000;
const changesASecond = 50;
const movingMs = isQuick ? 6_000 : 30_000;
const changedWhileDown = 100;
const must = { p50: 150, p99: 500, megabytes: 600, restartMs: 15_000, coverage: 0.8 };

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

interface Ticket {
  id: number;
  desk: Desk;
}
interface Report {
  live: number;
  seen: [number, number, number][];
  sequences: number[];
}

async function makeTickets(undo: Undo): Promise<{ url: string; sql: Sql; tickets: Ticket[] }> {
  const { at: addressOf, admin } = await startDatabase(undo);
  await admin`create database valet`;
  const url = addressOf("valet");
  const desks = await makeTables({ url });
  await installJobs(url);
  const sql = connect(url, { max: 4, statementTimeout: 0 });
  undo.push(() => sql.end());
  await sql`update "Branch" set is_valet_and_parking = true`;
  const tickets: Ticket[] = [];
  for (const [at, desk] of desks.entries()) {
    const count = Math.floor(pagesOpen / desks.length) + (at < pagesOpen % desks.length ? 1 : 0);
    // So that every page has an estimate to show: finished pickups of the last hours.
    await sql`
      insert into "Valet_and_Parking_Information" (company, branch, "Vehicle_Number", "Customer_Phone_Number", token_no, receipt_no,
        status_id, in_time, out_time, pickup_requested_at, at_gate_at, is_valet_parking)
      select ${desk.company}, ${desk.branch}, 'TN01P' || n, '9840012345', 'P' || n, 'P-' || n, 6, now() - interval '5 hours',
        now() - interval '3 hours', now() - interval '4 hours' + n * interval '1 second', now() - interval '4 hours' + n * interval '1 second'
        + (3 + n % 7) * interval '1 minute', true from generate_series(1, 300) n`;
    const rows = await sql<{ id: number }[]>`
      insert into "Valet_and_Parking_Information" (company, branch, "Vehicle_Number", "Customer_Phone_Number", token_no, receipt_no,
        status_id, in_time, is_valet_parking, valet_charge, charge_amount_for_minutes)
      select ${desk.company}, ${desk.branch}, 'TN01B' || n, '9840012345', 'V' || n, 'V-' || n, 2, now(), true, 0, 0
      from generate_series(1, ${count}::int) n returning id`;
    tickets.push(...rows.map(({ id }) => ({ id, desk })));
  }
  await sql`analyze`;
  return { url, sql, tickets };
}

/** The next move of each car; the moves of a car follow one another. */
const moves = ["request-pickup", "accept-pickup", "at-the-gate"];

interface Change {
  place: number;
  sequence: number;
  pressedAt: number;
}

async function pressMove({ port, ticket, move }: { port: number; ticket: Ticket; move: string }): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/actions/valet/${ticket.id}/${move}`, {
    method: "POST",
    headers: { authorization: `Bearer ${ticket.desk.token}`, "content-type": "application/json" },
    body: "{}",
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${move}: ${text}`);
}

/** Presses as staff do, so many a second, each on another car; answers when each was pressed. */
async function moveCars({ port, tickets }: { port: number; tickets: Ticket[] }): Promise<Change[]> {
  const changes: Change[] = [];
  const under: Promise<unknown>[] = [];
  const moving = Math.ceil((changesASecond * movingMs) / 1_000 / moves.length);
  const begun = performance.now();
  for (let count = 0; performance.now() - begun < movingMs; count += 1) {
    const place = count % moving;
    const round = Math.floor(count / moving);
    if (round >= moves.length) break;
    await pause(Math.max(0, begun + (count * 1_000) / changesASecond - performance.now()));
    // A car's next move is pressed when its last one was answered.
    await under[count - moving];
    const pressedAt = Date.now();
    const press = pressMove({ port, ticket: tickets[place]!, move: moves[round]! }).then(() =>
      changes.push({ place, sequence: round + 3, pressedAt }),
    );
    under.push(press);
  }
  await Promise.all(under);
  return changes;
}

async function reportOf(client: ChildProcess): Promise<Report> {
  client.send({ kind: "report" });
  return ((await once(client, "message")) as [Report])[0];
}

/** Milliseconds until every page is live and shows the state of its ticket; the reports of what was seen meanwhile. */
async function untilAllLive({ client, sql, tickets }: { client: ChildProcess; sql: Sql; tickets: Ticket[] }) {
  const begun = performance.now();
  const seen: Report["seen"] = [];
  for (;;) {
    const report = await reportOf(client);
    seen.push(...report.seen);
    const rows = await sql<{ id: number; status: number }[]>`
      select id, status_id as status from "Valet_and_Parking_Information" where id = any(${tickets.map(({ id }) => id)})`;
    const states = new Map(rows.map(({ id, status }) => [id, status]));
    const behind = tickets.filter(({ id }, place) => states.get(id) !== report.sequences[place]).length;
    const ms = performance.now() - begun;
    if (report.live === tickets.length && behind === 0) return { ms, seen };
    if (ms > 60_000) throw new Error(`${tickets.length - report.live} pages are not live, ${behind} are behind`);
    await pause(100);
  }
}

const part = (sorted: readonly number[], at: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))]!;

async function bench({ undo }: Bench): Promise<void> {
  const coverage = coverageOfEvenings("evenings");
  const inside = coverage.inside / coverage.shown;
  console.log(
    `Estimate: ${coverage.shown} shown, queues up to ${coverage.longestQueue} cars, ${(inside * 100).toFixed(1)} % came inside the range`,
  );

  const { url, sql, tickets } = await makeTickets(undo);
  let server = await ServerProcess.start({ database: url });
  const { port } = server;
  undo.push(() => server.stop());
  const client = fork(fileURLToPath(new URL("bench/pages.ts", import.meta.url)), [], { serialization: "advanced" });
  undo.push(() => client.disconnect());
  client.send({ kind: "open", port, tokens: tickets.map(({ id }) => ticketToken({ id, secret })) });
  const opened = await untilAllLive({ client, sql, tickets });
  console.log(`${pagesOpen} pages are open after ${(opened.ms / 1_000).toFixed(1)} s`);

  const changes = await moveCars({ port, tickets });
  const { seen } = await untilAllLive({ client, sql, tickets });
  const shownAt = new Map(seen.map(([place, sequence, at]) => [`${place} ${sequence}`, at]));
  const waits = changes
    .map(({ place, sequence, pressedAt }) => (shownAt.get(`${place} ${sequence}`) ?? Number.NaN) - pressedAt)
    .filter((ms) => !Number.isNaN(ms))
    .toSorted((one, other) => one - other);
  const megabytes = (await server.memory()) / 2 ** 20;
  const [p50, p99] = [part(waits, 0.5), part(waits, 0.99)];
  const rate = changes.length / (movingMs / 1_000);
  console.log(
    `${changes.length} changes (${rate.toFixed(0)} a second): from the press to the page p50 ${p50} ms, p99 ${p99} ms; server ${megabytes.toFixed(0)} MB`,
  );

  server.stop();
  await pause(500);
  await sql`update "Valet_and_Parking_Information" set status_id = 5, at_gate_at = now()
    where id = any(${tickets.slice(-changedWhileDown).map(({ id }) => id)})`;
  server = await ServerProcess.start({ database: url, port });
  const back = await untilAllLive({ client, sql, tickets });
  console.log(
    `After a restart all ${pagesOpen} are live after ${(back.ms / 1_000).toFixed(1)} s, ${changedWhileDown} of them with what changed meanwhile`,
  );

  const held: [string, string, string, boolean][] = [
    ["A change reaches the page, p50", `${p50} ms`, `under ${must.p50} ms`, p50 < must.p50],
    ["A change reaches the page, p99", `${p99} ms`, `under ${must.p99} ms`, p99 < must.p99],
    ["Memory of the server", `${megabytes.toFixed(0)} MB`, `under ${must.megabytes} MB`, megabytes < must.megabytes],
    ["All live after a restart", `${(back.ms / 1_000).toFixed(1)} s`, "within 15 s", back.ms < must.restartMs],
    ["Cars inside the estimate", `${(inside * 100).toFixed(1)} %`, "at least 80 %", inside >= must.coverage],
  ];
  for (const [name, found, asked, isHeld] of held) if (!isHeld) console.log(`Not held: ${name}: ${found}, ${asked}`);
  if (!isQuick) writeFileSync("docs/bench-valet.md", markdownOf({ held, changes: changes.length, rate }));
}

function markdownOf({
  held,
  changes,
  rate,
}: {
  held: [string, string, string, boolean][];
  changes: number;
  rate: number;
}) {
  const rows = held.map(
    ([name, found, asked, isHeld]) => `| ${name} | ${found} | ${asked} | ${isHeld ? "yes" : "no"} |`,
  );
  return `# Speed of the valet

Written by \`npm run bench:valet\`; do not edit. ${dayAndMachine()}.
Server, PostgreSQL and the ${pagesOpen.toLocaleString("en-US")} pages share those cores. Load average at the end: ${loadNow()}.

| What | Measured | Asked | Held |
| --- | --: | --: | --- |
${rows.join("\n")}

How it is measured:

- ${pagesOpen.toLocaleString("en-US")} customers' pages keep their streams to one server over loopback; staff press ${rate.toFixed(0)} times a second, each on another car (${changes} presses).
  Counted is from the press to the page having read its ticket anew: the write with its rules, history and live event, the stream, and the page's own reading.
- The server is stopped and started again with all pages open; ${changedWhileDown} tickets change while it is away. All are live again when every page shows what the database has.
- The estimate is judged in simulated evenings of 90 cars with three drivers, queues up to 30, and recorded times from acceptance to the gate (\`tools/bench/evenings.ts\`).
`;
}

await runBench(bench);
