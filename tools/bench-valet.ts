// npm run bench:valet: measures two thousand customers' pages on one server while tickets change, a restart with all of
// them open, and the accuracy of the estimate. Writes docs/bench-valet.md; `--quick` uses 400 pages and writes nothing.
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { installJobsSchema } from "#server/db/jobs-schema.ts";
import { createPool, type Sql } from "#server/db/pool.ts";
import { TokenService } from "#server/auth/tokens.ts";
import { createTicketToken } from "#server/features/valet/ticket-link.ts";
import { type BenchContext, describeRun, getLoadAverage, runBench, type CleanupSteps } from "#tools/bench/run-bench.ts";
import { benchSecret } from "#tools/bench/config.ts";
import type { BenchBranch } from "#tools/bench/data.ts";
import { measureEstimateCoverage } from "#tools/bench/rush-hours.ts";
import { createTables, startDatabase } from "#tools/bench/environments.ts";
import { getQuantile } from "#tools/bench/quantiles.ts";
import { ServerProcess } from "#tools/bench/processes.ts";

const isQuick = process.argv.includes("--quick");
const openPages = isQuick ? 400 : 2_000;
const changesPerSecond = 50;
const changeDurationMs = isQuick ? 6_000 : 30_000;
const changesDuringRestart = 100;
const thresholds = { p50: 150, p99: 500, megabytes: 600, restartMs: 15_000, coverage: 0.8 };

const wait = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

interface BenchTicket {
  id: number;
  benchBranch: BenchBranch;
}
interface PageReport {
  live: number;
  updates: [number, number, number][];
  sequences: number[];
}

async function createTickets(cleanup: CleanupSteps): Promise<{ url: string; sql: Sql; tickets: BenchTicket[] }> {
  const { getUrl, admin } = await startDatabase(cleanup);
  await admin`create database valet`;
  const url = getUrl("valet");
  const benchBranches = await createTables({ url });
  await installJobsSchema(url);
  const sql = createPool(url, { max: 4, statementTimeoutMs: 0 });
  cleanup.push(() => sql.end());
  await sql`update "Branch" set is_valet_and_parking = true`;
  const tickets: BenchTicket[] = [];
  for (const [index, benchBranch] of benchBranches.entries()) {
    const count = Math.floor(openPages / benchBranches.length) + (index < openPages % benchBranches.length ? 1 : 0);
    // Finished pickups of the last hours, so that every page has an estimate to show.
    await sql`
      insert into "Valet_and_Parking_Information" (company, branch, "Vehicle_Number", "Customer_Phone_Number", token_no, receipt_no,
        status_id, in_time, out_time, pickup_requested_at, at_gate_at, is_valet_parking)
      select ${benchBranch.company}, ${benchBranch.branch}, 'TN01P' || n, '9840012345', 'P' || n, 'P-' || n, 6, now() - interval '5 hours',
        now() - interval '3 hours', now() - interval '4 hours' + n * interval '1 second', now() - interval '4 hours' + n * interval '1 second'
        + (3 + n % 7) * interval '1 minute', true from generate_series(1, 300) n`;
    const rows = await sql<{ id: number }[]>`
      insert into "Valet_and_Parking_Information" (company, branch, "Vehicle_Number", "Customer_Phone_Number", token_no, receipt_no,
        status_id, in_time, is_valet_parking, valet_charge, charge_amount_for_minutes)
      select ${benchBranch.company}, ${benchBranch.branch}, 'TN01B' || n, '9840012345', 'V' || n, 'V-' || n, 2, now(), true, 0, 0
      from generate_series(1, ${count}::int) n returning id`;
    tickets.push(...rows.map(({ id }) => ({ id, benchBranch })));
  }
  await sql`analyze`;
  return { url, sql, tickets };
}

/** Moves of each ticket, in this order. */
const moveSequence = ["request-pickup", "accept-pickup", "at-the-gate"];

interface TicketChange {
  index: number;
  sequence: number;
  sentAt: number;
}

async function sendMove({ port, ticket, move }: { port: number; ticket: BenchTicket; move: string }): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/actions/valet/${ticket.id}/${move}`, {
    method: "POST",
    headers: { authorization: `Bearer ${ticket.benchBranch.token}`, "content-type": "application/json" },
    body: "{}",
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${move}: ${text}`);
}

/** Sends moves like staff at a constant rate, each for another ticket; returns the time of each. */
async function changeTickets({ port, tickets }: { port: number; tickets: BenchTicket[] }): Promise<TicketChange[]> {
  const changes: TicketChange[] = [];
  const pending: Promise<unknown>[] = [];
  const ticketCount = Math.ceil((changesPerSecond * changeDurationMs) / 1_000 / moveSequence.length);
  const startedAt = performance.now();
  for (let count = 0; performance.now() - startedAt < changeDurationMs; count += 1) {
    const index = count % ticketCount;
    const round = Math.floor(count / ticketCount);
    if (round >= moveSequence.length) break;
    await wait(Math.max(0, startedAt + (count * 1_000) / changesPerSecond - performance.now()));
    // The next move of a ticket waits for the response to the previous one.
    await pending[count - ticketCount];
    const sentAt = Date.now();
    const sending = sendMove({ port, ticket: tickets[index]!, move: moveSequence[round]! }).then(() =>
      changes.push({ index, sequence: round + 3, sentAt }),
    );
    pending.push(sending);
  }
  await Promise.all(pending);
  return changes;
}

async function requestReport(client: ChildProcess): Promise<PageReport> {
  client.send({ kind: "report" });
  return ((await once(client, "message")) as [PageReport])[0];
}

/**
 * Waits until every page is live and shows the state of its ticket; returns the time in ms and the reports meanwhile.
 */
async function waitUntilAllLive({ client, sql, tickets }: { client: ChildProcess; sql: Sql; tickets: BenchTicket[] }) {
  const startedAt = performance.now();
  const updates: PageReport["updates"] = [];
  for (;;) {
    const report = await requestReport(client);
    updates.push(...report.updates);
    const rows = await sql<{ id: number; status: number }[]>`
      select id, status_id as status from "Valet_and_Parking_Information" where id = any(${tickets.map(({ id }) => id)})`;
    const states = new Map(rows.map(({ id, status }) => [id, status]));
    const outdatedCount = tickets.filter(({ id }, index) => states.get(id) !== report.sequences[index]).length;
    const ms = performance.now() - startedAt;
    if (report.live === tickets.length && outdatedCount === 0) return { ms, updates };
    if (ms > 60_000)
      throw new Error(`${tickets.length - report.live} pages are not live, ${outdatedCount} are outdated`);
    await wait(100);
  }
}

async function runValetBench({ cleanup }: BenchContext): Promise<void> {
  const coverage = measureEstimateCoverage("evenings");
  const insideShare = coverage.withinEstimate / coverage.estimated;
  console.log(
    `Estimate: ${coverage.estimated} shown, queues up to ${coverage.maxQueueLength} cars, ${(insideShare * 100).toFixed(1)} % inside the estimated range`,
  );

  const { url, sql, tickets } = await createTickets(cleanup);
  let server = await ServerProcess.start({ database: url });
  const { port } = server;
  cleanup.push(() => server.stop());
  const client = fork(fileURLToPath(new URL("bench/customer-pages.ts", import.meta.url)), [], {
    serialization: "advanced",
  });
  cleanup.push(() => client.disconnect());
  const tokens = new TokenService({ keys: [benchSecret], clock: () => new Date() });
  client.send({
    kind: "open",
    port,
    tokens: tickets.map(({ id }) => createTicketToken({ tokens, id, renewedAt: null })),
  });
  const openReport = await waitUntilAllLive({ client, sql, tickets });
  console.log(`${openPages} pages are open after ${(openReport.ms / 1_000).toFixed(1)} s`);

  const changes = await changeTickets({ port, tickets });
  const { updates } = await waitUntilAllLive({ client, sql, tickets });
  const shownAt = new Map(updates.map(([index, sequence, shownAtMs]) => [`${index} ${sequence}`, shownAtMs]));
  const latencies = changes
    .map(({ index, sequence, sentAt }) => (shownAt.get(`${index} ${sequence}`) ?? Number.NaN) - sentAt)
    .filter((ms) => !Number.isNaN(ms))
    .toSorted((first, second) => first - second);
  const megabytes = (await server.memory()) / 2 ** 20;
  const [p50, p99] = [getQuantile(latencies, 0.5), getQuantile(latencies, 0.99)];
  const rate = changes.length / (changeDurationMs / 1_000);
  console.log(
    `${changes.length} changes (${rate.toFixed(0)} a second): from the request to the page p50 ${p50} ms, p99 ${p99} ms; server ${megabytes.toFixed(0)} MB`,
  );

  server.stop();
  await wait(500);
  await sql`update "Valet_and_Parking_Information" set status_id = 5, at_gate_at = now()
    where id = any(${tickets.slice(-changesDuringRestart).map(({ id }) => id)})`;
  server = await ServerProcess.start({ database: url, port });
  const restartReport = await waitUntilAllLive({ client, sql, tickets });
  console.log(
    `After a restart all ${openPages} are live after ${(restartReport.ms / 1_000).toFixed(1)} s, ${changesDuringRestart} of them with a change made meanwhile`,
  );

  const results: [string, string, string, boolean][] = [
    ["A change reaches the page, p50", `${p50} ms`, `under ${thresholds.p50} ms`, p50 < thresholds.p50],
    ["A change reaches the page, p99", `${p99} ms`, `under ${thresholds.p99} ms`, p99 < thresholds.p99],
    [
      "Memory of the server",
      `${megabytes.toFixed(0)} MB`,
      `under ${thresholds.megabytes} MB`,
      megabytes < thresholds.megabytes,
    ],
    [
      "All live after a restart",
      `${(restartReport.ms / 1_000).toFixed(1)} s`,
      "within 15 s",
      restartReport.ms < thresholds.restartMs,
    ],
    [
      "Cars at the gate within the 90th percentile shown",
      `${(insideShare * 100).toFixed(1)} %`,
      "at least 80 %",
      insideShare >= thresholds.coverage,
    ],
  ];
  for (const [name, measured, threshold, isMet] of results)
    if (!isMet) console.log(`Threshold not met: ${name}: ${measured}, ${threshold}`);
  if (!isQuick) writeFileSync("docs/bench-valet.md", toMarkdown({ results, changes: changes.length, rate }));
}

function toMarkdown({
  results,
  changes,
  rate,
}: {
  results: [string, string, string, boolean][];
  changes: number;
  rate: number;
}) {
  const rows = results.map(
    ([name, measured, threshold, isMet]) => `| ${name} | ${measured} | ${threshold} | ${isMet ? "yes" : "no"} |`,
  );
  return `# Valet performance

Written by \`npm run bench:valet\`; do not edit. ${describeRun()}.
Server, PostgreSQL and the ${openPages.toLocaleString("en-US")} pages share those cores. Load average at the end: ${getLoadAverage()}.

| Measure | Result | Threshold | Met |
| --- | --: | --: | --- |
${rows.join("\n")}

How it is measured:

- ${openPages.toLocaleString("en-US")} customers' pages keep their streams to one server over loopback; staff send ${rate.toFixed(0)} moves per second, each for another ticket (${changes} in total).
  The latency is the time from the request until the page has reloaded its ticket: the write with its rules, history and live event, the stream, and the page's own read.
- The server is restarted with all pages open; ${changesDuringRestart} tickets change meanwhile. All are live again when every page shows the state in the database.
- The estimate is evaluated in simulated evenings of 90 cars with three drivers, queues of up to 30, and recorded times from acceptance to the gate (\`tools/bench/rush-hours.ts\`).
`;
}

await runBench(runValetBench);
