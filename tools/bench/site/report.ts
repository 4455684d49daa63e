// Report of the bench of the public site, for the terminal and for docs/bench-site.md.
import { describeRun, getLoadAverage } from "#tools/bench/run-bench.ts";
import type { PageLoad } from "#tools/bench/site/page-loads.ts";
import type { MeasureResult, SideResult } from "#tools/bench/measures.ts";
import {
  formatInteger,
  formatMarkdownTable,
  formatMs,
  formatTextTable,
  getSideCells,
  sideHeadings,
} from "#tools/bench/report.ts";

export interface SiteMeasure extends MeasureResult {
  isCached: boolean;
  /** One request of each address, before which nothing of it was cached. */
  first: SideResult;
  /** Processor time of the server for a request. */
  serverMs: number;
}

export interface SiteReport {
  results: readonly SiteMeasure[];
  pageLoads: readonly PageLoad[];
  postgres: string;
  seconds: number;
}

/** Of a page that is rendered for the request, in ms, and of pages that are kept. */
const maxUncachedP99 = 40;
const minCachedRate = 3_000;

/** Of a first load on a slow phone. */
const maxPageLoad = { lcp: 1_800, shift: 0.05, longestTask: 200 };

/** No minimum, and nothing is written by hand: the last ones are not shown. */
const hiddenSides = -3;
const headings = ["Measure", ...sideHeadings.slice(0, hiddenSides), "Server, ms", "First p50 ms", "First p99 ms"];
const getRows = (results: readonly SiteMeasure[]): string[][] =>
  results.map((result) => [
    result.name,
    ...getSideCells({ result, minRatio: undefined }).slice(0, hiddenSides),
    result.serverMs.toFixed(2),
    ...(result.isCached ? ["", ""] : [formatMs(result.first.p50), formatMs(result.first.p99)]),
  ]);

/** Returns a sentence for every threshold that is not met. */
export function findFailedThresholds({ results, pageLoads }: SiteReport): string[] {
  return [...findFailedMeasures(results), ...pageLoads.flatMap(findFailedLoad)];
}

function findFailedLoad({ name, lcp, shift, longestTask }: PageLoad): string[] {
  const failed = [
    lcp > maxPageLoad.lcp && `largest contentful paint ${formatInteger(lcp)} ms, at most ${maxPageLoad.lcp} ms`,
    shift > maxPageLoad.shift && `layout shift ${shift.toFixed(3)}, at most ${maxPageLoad.shift}`,
    longestTask > maxPageLoad.longestTask &&
      `longest task ${formatInteger(longestTask)} ms, at most ${maxPageLoad.longestTask} ms`,
  ];
  return failed.flatMap((text) => (text === false ? [] : [`${name}: ${text} is allowed`]));
}

function findFailedMeasures(results: readonly SiteMeasure[]): string[] {
  return results.flatMap(({ name, isCached, http: { p99, requestsPerSecond } }) => {
    if (isCached)
      return requestsPerSecond < minCachedRate
        ? [
            `${name}: ${formatInteger(requestsPerSecond)} a second, at least ${formatInteger(minCachedRate)} are required`,
          ]
        : [];
    return p99 > maxUncachedP99 ? [`${name}: p99 ${formatMs(p99)} ms, at most ${maxUncachedP99} ms is allowed`] : [];
  });
}

const loadHeadings = ["Page", "largest contentful paint, ms", "layout shift", "longest task, ms", "kB"];
const getLoadRows = (pageLoads: readonly PageLoad[]): string[][] =>
  pageLoads.map(({ name, lcp, shift, longestTask, bytes }) => [
    name,
    formatInteger(lcp),
    shift.toFixed(3),
    formatInteger(longestTask),
    formatInteger(bytes / 1_000),
  ]);

export function formatReport({ results, pageLoads }: SiteReport): string {
  return [
    formatTextTable([headings, ...getRows(results)]),
    formatTextTable([loadHeadings, ...getLoadRows(pageLoads)]),
  ].join("\n\n");
}

export function toMarkdown({ results, pageLoads, postgres, seconds }: SiteReport): string {
  return `# Performance of the public site

Written by \`npm run bench:site\`; do not edit. ${describeRun()}, PostgreSQL ${postgres}, ${formatInteger(seconds)} s.
Server, PostgreSQL and load generators share these cores. Load average at the end: ${getLoadAverage()}.

${formatMarkdownTable([headings, ...getRows(results)])}

${formatMarkdownTable([loadHeadings, ...getLoadRows(pageLoads)])}

How it is measured:

- 20,000 branches in 500 cities, of which the largest has 900 and the smallest 20, with tariffs, slots and 120,000 vehicles inside.
- Sixteen connections request pages one after the other. Uncached, each request has another stay, so that its page is priced and rendered
  for it; what does not depend on the stay is cached, and read anew before it ends, as in production: the p99 may be at most ${maxUncachedP99} ms. Cached, the same pages are requested again: at least ${formatInteger(minCachedRate)} a second.
- The baseline sends the statement of the listing alone and discards its rows. Rates are medians of the rounds, and so are ratios, computed per round.
  A round in which the host of a virtual machine gave more than 3 % of the processors to others is repeated, at most twice.
- The first requests are one for each address, when nothing of its list has been asked for in the last 15 s. They have no threshold.
- Server is the processor time that it takes for a request, which other load on these cores changes less than the latencies.
- First loads are those of a phone of 390 px with an empty cache, a processor four times slower than this one, and slow 4G (150 ms, 1.6 Mbit/s): medians of
  five, while nothing else is requested. The largest paint may take ${formatInteger(maxPageLoad.lcp)} ms, the longest task ${maxPageLoad.longestTask} ms, and the layout may shift by ${maxPageLoad.shift}.
`;
}
