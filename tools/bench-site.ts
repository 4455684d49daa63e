// npm run bench:site: measures the listings of the public site among 20,000 branches, uncached and cached, and the first loads
// of its pages on a slow phone. Writes docs/bench-site.md; `--only=city` runs the measures with this in their name and writes nothing. BENCH_PROFILE=folder
// writes a CPU profile of the server there.
import { writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { parseListingAddress } from "#domain/site/listing-address.ts";
import { createPool, type Sql } from "#server/db/pool.ts";
import { pageTimes } from "#server/features/site/cached/cache-time.ts";
import { readListing } from "#server/features/site/listing.ts";
import { buildListingStatement } from "#server/features/site/listing-statement.ts";
import { startDatabase, startEnvironment } from "#tools/bench/environments.ts";
import { connectionCount, type LoadResult, type Workload } from "#tools/bench/load-generator.ts";
import { runMeasure, summarizeRounds, type BenchMeasure } from "#tools/bench/measures.ts";
import { type MeasuredPage, measurePageLoads } from "#tools/bench/site/page-loads.ts";
import { LoadGenerator } from "#tools/bench/processes.ts";
import { type BenchContext, measureFilter, runBench } from "#tools/bench/run-bench.ts";
import { listSiteAddresses, loadSite, siteBranches, siteCities } from "#tools/bench/site/data.ts";
import { findFailedThresholds, formatReport, toMarkdown, type SiteMeasure } from "#tools/bench/site/report.ts";
import { buildWeb } from "#tools/web-build.ts";

const rounds = 12;
const roundMs = 600;
/** All cities, and more than a connection sends in a round. */
const readsPerConnection = Math.ceil(siteCities / connectionCount) * 2;
const minuteMs = 60_000;
const yearMinutes = 365 * 24 * 60;
/** Nobody is logged in. */
const visitor = { branch: 0, company: 0, user: "", token: "" };

/** Reads of a list of addresses; with `stays`, each with a stay that no other request has, so that no page is kept. */
function createReads({
  addresses,
  stays,
  isOnce = false,
}: {
  addresses: readonly string[];
  stays: number | null;
  isOnce?: boolean;
}): Extract<Workload, { kind: "read" }> {
  const now = new Date();
  const start = Math.ceil(now.getTime() / minuteMs);
  const createRead = (number: number) => {
    const url = new URL(addresses[number % addresses.length]!, "http://bench");
    if (stays !== null) {
      const from = start + 60 + ((stays + number) % yearMinutes);
      url.searchParams.set("from", new Date(from * minuteMs).toISOString());
      url.searchParams.set("until", new Date((from + 180) * minuteMs).toISOString());
    }
    const search = parseListingAddress({ path: url.pathname, query: url.searchParams, now });
    if (!search) throw new Error(`${url.pathname} is not the address of a listing.`);
    return { path: url.pathname + url.search, ...buildListingStatement({ search, now }) };
  };
  const reads = Array.from({ length: connectionCount }, (_, worker) => ({
    benchBranch: visitor,
    reads: Array.from({ length: readsPerConnection }, (_, index) => createRead(worker * readsPerConnection + index)),
  }));
  return { kind: "read", reads, ms: roundMs, isOnce };
}

/** Counts the requests that it sends. */
class CountingGenerator extends LoadGenerator {
  count = 0;

  override async measure(task: Parameters<LoadGenerator["measure"]>[0]): Promise<LoadResult> {
    const result = await super.measure(task);
    this.count += result.count;
    return result;
  }
}

/** A page of each kind; the branch is the first of a listing's. */
async function listPages({ sql, path }: { sql: Sql; path: string }): Promise<MeasuredPage[]> {
  const now = new Date();
  const search = parseListingAddress({ path, query: new URLSearchParams(), now });
  const found = search && (await readListing({ sql, search, now }));
  if (found?.kind !== "page") throw new Error(`There is no listing at ${path}.`);
  return [
    { name: "landing page, first load", path: "/" },
    { name: "listing, first load", path },
    { name: "branch page, first load", path: found.page.branches[0]!.path },
  ];
}

async function runSiteBench({ cleanup, seconds, log }: BenchContext): Promise<void> {
  await buildWeb({ log });
  const { getUrl, admin, version } = await startDatabase(cleanup);
  await admin`create database site`;
  await loadSite({ url: getUrl("site") });
  log(`${siteBranches.toLocaleString("en-US")} branches loaded`);
  const sql = createPool(getUrl("site"), { max: 2 });
  cleanup.push(() => sql.end());
  const kinds = await listSiteAddresses({ sql });
  const loaded = { pastEntries: siteBranches, url: getUrl("site"), sql };
  const environment = await startEnvironment({ environment: loaded, cleanup });
  const [http, baseline] = [new CountingGenerator(), new LoadGenerator()];
  cleanup.push(
    () => http.stop(),
    () => baseline.stop(),
  );
  const results: SiteMeasure[] = [];
  let seed = 0;
  const measures = [
    ...kinds.map((kind) => ({ ...kind, isCached: false })),
    {
      name: "all of these, cached",
      addresses: kinds.flatMap(({ addresses }) => addresses.slice(0, 4)),
      isCached: true,
    },
  ].filter(({ name }) => name.includes(measureFilter));
  for (const { name, addresses, isCached } of measures) {
    const createWorkload: BenchMeasure["createWorkload"] = (_, number) =>
      createReads({ addresses, stays: isCached ? null : number * connectionCount * readsPerConnection });
    const measure = { name, rounds, createWorkload };
    // When nothing of the measure before is cached.
    if (!isCached) await wait(pageTimes.cacheMs);
    const first = await http.measure({
      target: { host: "127.0.0.1", port: environment.server.port },
      work: createReads({ addresses, stays: isCached ? null : 0, isOnce: true }),
    });
    const [count, processorMs] = [http.count, await environment.server.processorMs()];
    const [result] = await runMeasure({
      measure,
      environments: [environment],
      http,
      baseline,
      seed: () => (seed += 1),
    });
    const usedMs = (await environment.server.processorMs()) - processorMs;
    results.push({ ...result!, isCached, first: summarizeRounds([first]), serverMs: usedMs / (http.count - count) });
    log(name);
  }
  const pages = (await listPages({ sql, path: kinds[0]!.addresses[0]! })).filter(({ name }) =>
    name.includes(measureFilter),
  );
  const address = `http://127.0.0.1:${environment.server.port}`;
  const pageLoads = pages.length > 0 ? await measurePageLoads({ address, pages }) : [];
  const report = { results, pageLoads, postgres: version, seconds: seconds() };
  console.log(`\n${formatReport(report)}\n`);
  if (!measureFilter) writeFileSync("docs/bench-site.md", toMarkdown(report));
  for (const failure of findFailedThresholds(report)) console.log(`Threshold not met: ${failure}`);
}

await runBench(runSiteBench);
