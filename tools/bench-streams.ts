// npm run bench:streams: 10,000 pages with a live stream at four servers of one database, and 100 check-ins a second: the time until
// each page of the branch has the event, and whether every page gets every one while the servers are stopped and started in any
// order. Writes docs/bench-streams.md; `--quick` runs a tenth of it and writes nothing.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { BenchBranch } from "#tools/bench/data.ts";
import { createTables, startDatabase } from "#tools/bench/environments.ts";
import { ServerProcess } from "#tools/bench/processes.ts";
import { getQuantile } from "#tools/bench/quantiles.ts";
import { type BenchContext, describeRun, getLoadAverage, runBench } from "#tools/bench/run-bench.ts";
import { CheckInWriter, type AcknowledgedEntry } from "#tools/bench/streams/check-in-writer.ts";
import type { StreamAnswer, StreamRecord, StreamTask } from "#tools/bench/streams/stream-process.ts";

const isQuick = process.argv.includes("--quick");
const scale = isQuick ? 0.1 : 1;
const serverCount = 4;
const branchCount = 1_000 * scale;
const pagesPerBranch = 10;
const writesPerSecond = 100 * scale;
const steadyMs = 60_000 * scale;
/** Each server is stopped as often, in a random order. */
const stopsPerServer = isQuick ? 1 : 3;
const restartMs = 2_000;
/** After the last write: time for events that are under way. */
const settleMs = 10_000;
/** Longest time until all pages are connected again. */
const maxReconnectMs = 120_000;
const maxP99Ms = 250;
const pageProcesses = 2;

/** Pages in processes of their own. */
class PageProcess {
  readonly #child: ChildProcess = fork(fileURLToPath(new URL("bench/streams/stream-process.ts", import.meta.url)), [], {
    serialization: "advanced",
  });

  async #ask(task: StreamTask): Promise<StreamAnswer> {
    this.#child.send(task);
    const [answer] = (await once(this.#child, "message")) as [StreamAnswer];
    return answer;
  }

  /** Resolves when all of them are connected. */
  async open({ ports, pages }: Exclude<StreamTask, string>): Promise<void> {
    await this.#ask({ ports, pages });
  }

  async countConnected(): Promise<number> {
    const answer = await this.#ask("connected");
    return "connected" in answer ? answer.connected : 0;
  }

  async readRecords(): Promise<StreamRecord[]> {
    const answer = await this.#ask("records");
    return "records" in answer ? answer.records : [];
  }

  stop(): void {
    this.#child.disconnect();
  }
}

/** The servers, each at a port that it keeps when it is started again. */
class Servers {
  readonly #database: string;
  readonly #running = new Map<number, ServerProcess>();
  ports: number[] = [];

  constructor(database: string) {
    this.#database = database;
  }

  async startAll(): Promise<void> {
    for (let index = 0; index < serverCount; index += 1) {
      const server = await ServerProcess.start({ database: this.#database });
      this.#running.set(server.port, server);
    }
    this.ports = [...this.#running.keys()];
  }

  kill(port: number): void {
    this.#running.get(port)!.stop();
    this.#running.delete(port);
  }

  async start(port: number): Promise<void> {
    this.#running.set(port, await ServerProcess.start({ database: this.#database, port }));
  }

  async readMemory(): Promise<number[]> {
    return Promise.all([...this.#running.values()].map((server) => server.memory()));
  }

  stopAll(): void {
    for (const server of this.#running.values()) server.stop();
  }
}

interface Delivery {
  entries: number;
  /** Events that should have reached a page: each entry, at each page of its branch. */
  expected: number;
  received: number;
  /** Of the others, those after whose write the page loaded everything anew. */
  reloaded: number;
  missing: number;
  /** Sorted, in ms: from sending the check-in, and from its answer. */
  sinceRequest: number[];
  sinceAnswer: number[];
}

function compare({
  entries,
  records,
}: {
  entries: readonly AcknowledgedEntry[];
  records: readonly StreamRecord[];
}): Delivery {
  const pagesOf = Map.groupBy(records, ({ branch }) => branch);
  const result: Delivery = {
    entries: entries.length,
    expected: 0,
    received: 0,
    reloaded: 0,
    missing: 0,
    sinceRequest: [],
    sinceAnswer: [],
  };
  for (const { id, branch, requestedAt, answeredAt } of entries)
    for (const { received, reloads } of pagesOf.get(branch) ?? []) {
      const receivedAt = received.get(id);
      result.expected += 1;
      if (receivedAt !== undefined) {
        result.received += 1;
        result.sinceRequest.push(receivedAt - requestedAt);
        result.sinceAnswer.push(Math.max(receivedAt - answeredAt, 0));
      } else if (reloads.some((at) => at > answeredAt)) result.reloaded += 1;
      else result.missing += 1;
    }
  for (const times of [result.sinceRequest, result.sinceAnswer]) times.sort((first, second) => first - second);
  return result;
}

/** Stops each server several times, in a random order; the next one is stopped before the last one runs again. */
async function restartServers({ servers, log }: { servers: Servers; log: BenchContext["log"] }): Promise<number> {
  const order = Array.from({ length: stopsPerServer }, () => shuffle(servers.ports)).flat();
  let stopped: number | undefined;
  for (const port of order) {
    // Twice in a row: it has to run again first.
    if (stopped === port) {
      await servers.start(port);
      stopped = undefined;
      await delay(restartMs);
    }
    servers.kill(port);
    await delay(restartMs);
    if (stopped !== undefined) await servers.start(stopped);
    stopped = port;
    await delay(restartMs);
  }
  await servers.start(stopped!);
  log(`${order.length} servers stopped and started`);
  return order.length;
}

function shuffle(values: readonly number[]): number[] {
  return values
    .map((value) => ({ value, key: Math.random() }))
    .toSorted((first, second) => first.key - second.key)
    .map(({ value }) => value);
}

function toMarkdown({
  steady,
  restarts,
  stops,
  longestGapMs,
  reconnectMs,
  memory,
  seconds,
}: {
  steady: Delivery;
  restarts: Delivery;
  stops: number;
  longestGapMs: number;
  /** From the answer of the last check-in until all pages were connected. */
  reconnectMs: number;
  memory: readonly number[];
  seconds: number;
}): string {
  const format = (value: number): string => Math.round(value).toLocaleString("en");
  const at = (times: readonly number[]): string =>
    [0.5, 0.99, 1].map((fraction) => `${format(getQuantile(times, fraction))} ms`).join(" | ");
  const row = (name: string, { entries, expected, received, reloaded, missing, sinceRequest }: Delivery): string =>
    `| ${[name, format(entries), format(expected), format(received), format(reloaded), missing].join(" | ")} | ${at(sinceRequest)} |`;
  return `${[
    "# Live streams",
    "",
    `Written by \`npm run bench:streams\`; do not edit. ${describeRun()}, ${format(seconds)} s. Load average at the end: ${getLoadAverage()}.`,
    "",
    `${format(branchCount * pagesPerBranch)} pages with a stream at ${serverCount} servers of one database, ${pagesPerBranch} of each of ${format(branchCount)} branches, and ${writesPerSecond} check-ins a second`,
    "asked for. Servers, database, pages and load share the cores.",
    "",
    "| While | Check-ins | Events to pages | Received | Reloaded after it | Missing | p50 | p99 | Maximum |",
    "| --- | --: | --: | --: | --: | --: | --: | --: | --: |",
    row("all servers run", steady),
    row(`servers are killed ${stops} times`, restarts),
    "",
    `From the answer of the check-in, while all servers run: p50 ${format(getQuantile(steady.sinceAnswer, 0.5))} ms, p99 ${format(getQuantile(steady.sinceAnswer, 0.99))} ms. At most ${maxP99Ms} ms are asked of the p99 from the request.`,
    `Longest time of a page without a stream: ${format(longestGapMs)} ms; all were connected again ${format(reconnectMs)} ms after the last check-in. Memory of the servers: ${memory.map((bytes) => format(bytes / 1024 ** 2)).join(", ")} MB.`,
    "",
    "- A page is a connection that gets its ticket and reconnects as the browser's page does, at a random server; times are from sending the",
    "  check-in to the event at each page of its branch.",
    "- *Reloaded*: the page had no stream and no event to continue from when the entry was written, and loaded its lists anew afterwards.",
    `- A server is killed without warning, and the next one ${restartMs / 1_000} s before it runs again; check-ins without an answer are repeated at another server.`,
  ].join("\n")}\n`;
}

async function measureStreams({ cleanup, seconds, log }: BenchContext): Promise<void> {
  const { getUrl, admin } = await startDatabase(cleanup);
  await admin`create database streams`;
  const database = getUrl("streams");
  const branches = await createTables({ url: database, branches: branchCount });
  log(`${branches.length} branches`);
  const servers = new Servers(database);
  cleanup.push(() => servers.stopAll());
  await servers.startAll();
  const pages = Array.from({ length: pageProcesses }, () => new PageProcess());
  cleanup.push(() => pages.forEach((process) => process.stop()));
  await Promise.all(
    pages.map((process, index) => process.open({ ports: servers.ports, pages: listPages({ branches, index }) })),
  );
  log(`${branchCount * pagesPerBranch} pages are connected`);
  const writer = new CheckInWriter({ ports: servers.ports, branches, perSecond: writesPerSecond });

  const steadyEntries = await writer.during(delay(steadyMs));
  log(`${steadyEntries.length} check-ins`);
  const memory = await servers.readMemory();
  let stops = 0;
  const restartEntries = await writer.during(restartServers({ servers, log }).then((count) => (stops = count)));
  log(`${restartEntries.length} check-ins`);
  const reconnectMs = await waitForPages(pages);
  await delay(settleMs);
  const records = (await Promise.all(pages.map((process) => process.readRecords()))).flat();
  const steady = compare({ entries: steadyEntries, records });
  const restarts = compare({ entries: restartEntries, records });
  const longestGapMs = records.reduce((longest, record) => Math.max(longest, record.longestGapMs), 0);
  const report = toMarkdown({ steady, restarts, stops, longestGapMs, reconnectMs, memory, seconds: seconds() });
  console.log(`\n${report}`);
  if (!isQuick) writeFileSync("docs/bench-streams.md", report);
  if (steady.missing + restarts.missing + steady.reloaded > 0) throw new Error("Pages missed events.");
  if (getQuantile(steady.sinceRequest, 0.99) > maxP99Ms) throw new Error(`The p99 is above ${maxP99Ms} ms.`);
}

/** Returns the time in ms until all pages are connected again. */
async function waitForPages(pages: readonly PageProcess[]): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const connected = await Promise.all(pages.map((process) => process.countConnected()));
    const waitedMs = performance.now() - startedAt;
    if (connected.reduce((sum, count) => sum + count, 0) === branchCount * pagesPerBranch) return waitedMs;
    if (waitedMs > maxReconnectMs) throw new Error(`Only ${connected.join(" and ")} pages are connected again.`);
    await delay(500);
  }
}

function listPages({
  branches,
  index,
}: {
  branches: readonly BenchBranch[];
  index: number;
}): { branch: number; token: string }[] {
  return branches
    .filter((_, position) => position % pageProcesses === index)
    .flatMap(({ branch, token }) => Array.from({ length: pagesPerBranch }, () => ({ branch, token })));
}

await runBench(measureStreams);
