// First loads of public pages in a real browser as a slow phone sees them: the processor four times slower, slow 4G.
import { chromium, type Browser } from "playwright-core";
import { findChromium, getChromiumFlags } from "#tests/support/chromium.ts";
import { getMedian } from "#tools/bench/quantiles.ts";

export interface PageLoad {
  name: string;
  /** Largest contentful paint in ms. */
  lcp: number;
  /** Sum of the layout shifts (https://web.dev/articles/cls); the sum is at least what the largest window has. */
  shift: number;
  /** Longest task of the main thread in ms; 0 if none took 50 ms. */
  longestTask: number;
  /** Transferred, in bytes. */
  bytes: number;
}

export interface MeasuredPage {
  name: string;
  path: string;
}

const loads = 5;
const slowdown = 4;
/** Slow 4G as Lighthouse simulates it: milliseconds, and bytes per second. */
const slow4G = { latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 };
/** After the load event: scripts run, and live counts arrive. */
const settleMs = 3_000;

interface Observed {
  lcp: number;
  shift: number;
  longestTask: number;
}

const observe = `{
  const seen = (window.observedPage = { lcp: 0, shift: 0, longestTask: 0 });
  const watch = (type, add) =>
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true });
  watch("largest-contentful-paint", (entry) => (seen.lcp = entry.startTime));
  watch("layout-shift", (entry) => (seen.shift += entry.value));
  watch("longtask", (entry) => (seen.longestTask = Math.max(seen.longestTask, entry.duration)));
}`;

async function load({
  browser,
  address,
  path,
}: {
  browser: Browser;
  address: string;
  path: string;
}): Promise<Omit<PageLoad, "name">> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", { offline: false, ...slow4G });
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    let bytes = 0;
    session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
    await page.addInitScript(observe);
    await page.goto(address + path, { waitUntil: "load" });
    await page.waitForTimeout(settleMs);
    const observed: Observed = await page.evaluate("window.observedPage");
    return { ...observed, bytes };
  } finally {
    await context.close();
  }
}

/** Loads each page some times with an empty cache; the medians. */
export async function measurePageLoads({
  address,
  pages,
}: {
  address: string;
  pages: readonly MeasuredPage[];
}): Promise<PageLoad[]> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: getChromiumFlags() });
  try {
    const results: PageLoad[] = [];
    for (const { name, path } of pages) {
      const measured: Omit<PageLoad, "name">[] = [];
      for (let count = 0; count < loads; count += 1) measured.push(await load({ browser, address, path }));
      const median = (key: keyof Omit<PageLoad, "name">): number => getMedian(measured.map((one) => one[key]));
      results.push({
        name,
        lcp: median("lcp"),
        shift: median("shift"),
        longestTask: median("longestTask"),
        bytes: median("bytes"),
      });
    }
    return results;
  } finally {
    await browser.close();
  }
}
