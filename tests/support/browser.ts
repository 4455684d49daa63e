import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { after, afterEach } from "node:test";
import type { AxeResults, RunOnly, RunOptions } from "axe-core";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { getChromiumFlags, findChromium } from "#tests/support/chromium.ts";
import { eventually } from "#tests/support/eventually.ts";

export interface PageOptions {
  /** The address of the server: a request to any other host fails the test. */
  address: string;
  context?: BrowserContextOptions;
  /** Other hosts the story uses, such as the payment provider's. */
  allowedHosts?: readonly string[];
  /** Errors the story causes itself, such as the browser's line about a rejected login; any other fails it. */
  expectedErrors?: readonly RegExp[];
  /** A video (.mjpeg) for the page's camera; without one the machine has no camera. */
  cameraFilm?: string;
  /** There is a camera, and the user denies access to it. */
  isCameraRefused?: boolean;
}

/** A page and the errors on it so far. */
export interface MonitoredPage {
  page: Page;
  /** Throws if the page logged an error, threw one, or sent a request to another host. */
  assertNoErrors(): void;
}

export const phoneViewport: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};
export const desktopViewport: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };

/**
 * Longest time in ms until another page shows a change, on a machine that runs other tests meanwhile. Without a live
 * event it would show the change later or never.
 */
export const liveLimitMs = 5_000;

const wcagTags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

const browsers = new Map<string, Promise<Browser>>();
const openPages: MonitoredPage[] = [];

/**
 * After the tests of a file, and before its server stops, which an open page would report: throws the errors of its
 * pages, and closes all of them.
 */
export async function closePages(): Promise<void> {
  const ended = openPages.splice(0);
  try {
    for (const monitored of ended) monitored.assertNoErrors();
  } finally {
    for (const { page } of ended) {
      // A route that is being answered would throw once its page is closed.
      if (!page.isClosed()) await page.unrouteAll({ behavior: "ignoreErrors" });
      await page.context().close();
    }
  }
}

// The files of a process share its browsers.
after(async () => {
  for (const browser of browsers.values()) await (await browser).close();
});

/** Screenshots and traces of failed tests. */
const failureFolder = ".cache/failed-stories";
/** Set by `npm test -- --trace`. A trace has every action with the page before and after it. */
const isTraced = process.env["STORY_TRACE"] === "on";
const traceOptions = { snapshots: true, sources: true };

/** The text, the picture and the trace of each screen explain why a test failed. */
afterEach(async (context) => {
  if ((context as unknown as { passed: boolean }).passed) return;
  mkdirSync(failureFolder, { recursive: true });
  for (const [index, { page }] of openPages.entries()) {
    if (page.isClosed()) continue;
    const name = `${context.name.replaceAll(/[^\w]+/g, "-").slice(0, 80)}-${index + 1}`;
    const file = path.join(failureFolder, name);
    console.log(`\n${page.url()} (${file}.png)\n${await page.locator("body").innerText()}`);
    await page.screenshot({ path: `${file}.png`, fullPage: true });
    if (!isTraced) continue;
    const { tracing } = page.context();
    await tracing.stop({ path: `${file}.zip` });
    await tracing.start(traceOptions);
    console.log(`npx playwright-core show-trace ${file}.zip`);
  }
});

const deniedCamera = "refused";

function launchBrowser(cameraFilm: string | undefined): Promise<Browser> {
  const cached = browsers.get(cameraFilm ?? "");
  if (cached) return cached;
  const observed = ["--use-fake-ui-for-media-stream", `--use-file-for-fake-video-capture=${cameraFilm}`];
  const rejected = ["--use-fake-ui-for-media-stream=deny"];
  const camera = cameraFilm
    ? ["--use-fake-device-for-media-stream", ...(cameraFilm === deniedCamera ? rejected : observed)]
    : [];
  const started = chromium.launch({
    executablePath: findChromium(),
    args: [...getChromiumFlags(), ...camera],
    handleSIGTERM: false,
  });
  // A file that takes too long gets SIGTERM; by default the library would close its browsers and keep running.
  if (browsers.size === 0) process.once("SIGTERM", () => process.exit(1));
  browsers.set(cameraFilm ?? "", started);
  return started;
}

/** Opens a page in a separate browser context (cookies, storage); its errors fail the file's tests at the end. */
export async function openPage({
  address,
  context: contextOptions = desktopViewport,
  expectedErrors = [],
  allowedHosts = [],
  cameraFilm,
  isCameraRefused = false,
}: PageOptions): Promise<MonitoredPage> {
  const browser = await launchBrowser(isCameraRefused ? deniedCamera : cameraFilm);
  // Moving elements are half transparent for a moment, in which contrast cannot be measured.
  const still = { reducedMotion: "reduce" } as const;
  const context = await browser.newContext({ baseURL: address, locale: "en-IN", ...still, ...contextOptions });
  if (isTraced) await context.tracing.start(traceOptions);
  const page = await context.newPage();
  const complaints: string[] = [];
  const { host } = new URL(address);
  page.on("console", (message) => {
    const text = `console: ${message.text()} (${message.location().url})`;
    if (message.type() === "error" && !expectedErrors.some((pattern) => pattern.test(text))) complaints.push(text);
  });
  page.on("pageerror", (error) => complaints.push(`page: ${error.stack ?? error.message}`));
  // The browser cannot resolve other hosts; the request itself is the error.
  const refuse = (url: string): void => {
    const { protocol, host: requestedHost } = new URL(url);
    const isOutside =
      /^(https?|wss?):$/.test(protocol) && requestedHost !== host && !allowedHosts.includes(requestedHost);
    if (isOutside) complaints.push(`outside request: ${url}`);
  };
  context.on("request", (request) => refuse(request.url()));
  page.on("websocket", (socket) => refuse(socket.url()));
  const monitored = {
    page,
    assertNoErrors: () => assert.deepEqual(complaints.splice(0), []),
  };
  openPages.push(monitored);
  return monitored;
}

/**
 * Scans the page for violations of WCAG 2.2 AA, except for the rule that reads the style sheets: those are the same on
 * every page, and are read once (tests/support/page-walk.ts).
 */
export async function assertAccessible(page: Page): Promise<void> {
  await runAxe({ page, runOnly: { type: "tag", values: wcagTags } });
}

/**
 * As on a screen as tall as the page: sticky bars cover nothing that could be scrolled away. What is loaded later makes
 * the page taller, so that its height is read until it stays.
 */
export async function withFullHeightViewport(page: Page, work: () => Promise<void>): Promise<void> {
  const size = page.viewportSize();
  assert.ok(size);
  for (let height = 0, next = size.height; next > height;) {
    height = next;
    await page.setViewportSize({ ...size, height });
    next = await page.evaluate<number>("document.documentElement.scrollHeight");
  }
  await work();
  await page.setViewportSize(size);
}

/** The title is set after the page is shown. */
export async function expectTitle({ page, title }: { page: Page; title: string }): Promise<void> {
  await eventually(async () => assert.equal(await page.title(), title));
}

/** The part of that scan that depends on the colour scheme. */
export async function assertColourContrast(page: Page): Promise<void> {
  await runAxe({ page, runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } });
}

const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** An animation may start a frame after the element is added: resolves once three frames in a row have none. */
const waitForAnimations = `(async () => {
  for (let frames = 0; frames < 3; frames++) {
    await new Promise(requestAnimationFrame);
    const animations = document.getAnimations().filter((one) => one.playState === "running" && one.effect?.getComputedTiming().endTime !== Infinity);
    if (animations.length > 0) frames = 0;
    await Promise.allSettled(animations.map((one) => one.finished));
  }
})()`;

/** What the button at the lower edge of a long sheet covers can be scrolled away, and is measured as if it had been. */
const setSheetButtons = (position: "static" | ""): string =>
  `for (const button of document.querySelectorAll("dialog[open] [type=submit]")) button.style.position = "${position}"`;

async function runAxe({ page, runOnly }: { page: Page; runOnly: RunOnly }): Promise<void> {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe);
  await page.evaluate(waitForAnimations);
  const options: RunOptions = { runOnly, preload: false, resultTypes: ["violations"] };
  await page.evaluate(setSheetButtons("static"));
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  await page.evaluate(setSheetButtons(""));
  const reported = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((node) => node.html).join("\n")}`,
  );
  assert.deepEqual(reported, [], `${page.url()} breaks WCAG 2.2 AA`);
}
