// Report of the bench of the public site, for the terminal and for docs/bench-site.md.
import { describeRun, getLoadAverage } from "#tools/bench/run-bench.ts";
import type { MeasureResult } from "#tools/bench/measures.ts";
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
}

export interface SiteReport {
  results: readonly SiteMeasure[];
  postgres: string;
  seconds: number;
}

/** Of a page that is rendered for the request, in ms, and of pages that are kept. */
const maxUncachedP99 = 40;
const minCachedRate = 3_000;

const headings = ["Measure", ...sideHeadings.slice(0, -1)];
const getRows = (results: readonly SiteMeasure[]): string[][] =>
  results.map((result) => [result.name, ...getSideCells({ result, minRatio: undefined }).slice(0, -1)]);

/** Returns a sentence for every threshold that is not met. */
export function findFailedThresholds({ results }: SiteReport): string[] {
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

export function formatReport({ results }: SiteReport): string {
  return formatTextTable([headings, ...getRows(results)]);
}

export function toMarkdown({ results, postgres, seconds }: SiteReport): string {
  return `# Performance of the public site

Written by \`npm run bench:site\`; do not edit. ${describeRun()}, PostgreSQL ${postgres}, ${formatInteger(seconds)} s.
Server, PostgreSQL and load generators share these cores. Load average at the end: ${getLoadAverage()}.

${formatMarkdownTable([headings, ...getRows(results)])}

How it is measured:

- 20,000 branches in 500 cities, of which the largest has 900 and the smallest 20, with tariffs, slots and 120,000 vehicles inside.
- Sixteen connections request pages one after the other. Uncached, each request has another stay, so that its page is read, priced, rendered and compressed
  for it: the p99 may be at most ${maxUncachedP99} ms. Cached, the same pages are requested again: at least ${formatInteger(minCachedRate)} a second.
- The baseline sends the statement of the listing alone and discards its rows. Rates are medians of the rounds, and so are ratios, computed per round.
`;
}
