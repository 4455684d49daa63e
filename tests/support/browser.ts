import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach } from "node:test";
import type { AxeResults, RunOnly, RunOptions } from "axe-core";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { beforeDatabasesEnd } from "#tests/support/database.ts";
import { chromiumFlags, findChromium } from "#tests/support/chromium.ts";

export interface PageOptions {
  /** The address of our server: a request to any other host fails the test. */
  address: string;
  context?: BrowserContextOptions;
  /** Other hosts the story goes to: the payment provider's. */
  alsoHosts?: readonly string[];
  /** What the story itself brings about, such as the browser's line about a refused log-in; anything else fails it. */
  expected?: readonly RegExp[];
  /** A film (.mjpeg) the page's camera is to see; without one the machine has no camera. */
  film?: string;
  /** There is a camera, and the person does not let the page use it. */
  isCameraRefused?: boolean;
}

/** A page, and what went wrong on it so far. */
export interface WatchedPage {
  page: Page;
  /** Throws when the page wrote an error, threw one, or asked another host for something. */
  assertQuiet(): void;
}

export const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const desk: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };

const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

const launched = new Map<string, Promise<Browser>>();
const open: WatchedPage[] = [];

/** When the tests of a file are over: throws what its pages complained of, and leaves none to the next file. */
export async function closePages(): Promise<void> {
  const ended = open.splice(0);
  try {
    for (const watched of ended) watched.assertQuiet();
  } finally {
    for (const { page } of ended) await page.context().close();
  }
}

/** Before the server: a page that is still open would complain that it is gone. */
async function closeBrowsers(): Promise<void> {
  for (const browser of launched.values()) await (await browser).close();
}

/** What stood on the screens when a test failed is half of the reason. */
afterEach(async (context) => {
  if ((context as unknown as { passed: boolean }).passed) return;
  for (const { page } of open) {
    if (page.isClosed()) continue;
    console.log(`\n${page.url()}\n${await page.locator("body").innerText()}`);
  }
});

const refusedCamera = "refused";

function browserWith(film: string | undefined): Promise<Browser> {
  const known = launched.get(film ?? "");
  if (known) return known;
  const seen = ["--use-fake-ui-for-media-stream", `--use-file-for-fake-video-capture=${film}`];
  const refused = ["--use-fake-ui-for-media-stream=deny"];
  const camera = film ? ["--use-fake-device-for-media-stream", ...(film === refusedCamera ? refused : seen)] : [];
  const started = chromium.launch({
    executablePath: findChromium(),
    args: [...chromiumFlags(), ...camera],
    handleSIGTERM: false,
  });
  if (launched.size === 0) {
    beforeDatabasesEnd(closeBrowsers);
    // A file that takes too long is told to go; left to itself, the library would close its browsers and stay.
    process.once("SIGTERM", () => process.exit(1));
  }
  launched.set(film ?? "", started);
  return started;
}

/** Opens a page in a browser of its own (cookies, storage); its complaints fail the file's tests at the end. */
export async function openPage({
  address,
  context: contextOptions = desk,
  expected = [],
  alsoHosts = [],
  film,
  isCameraRefused = false,
}: PageOptions): Promise<WatchedPage> {
  const browser = await browserWith(isCameraRefused ? refusedCamera : film);
  // What moves is half transparent for a moment, in which nothing can be said of its colours.
  const still = { reducedMotion: "reduce" } as const;
  const context = await browser.newContext({ baseURL: address, locale: "en-IN", ...still, ...contextOptions });
  const page = await context.newPage();
  const complaints: string[] = [];
  const { host } = new URL(address);
  page.on("console", (message) => {
    const text = `console: ${message.text()} (${message.location().url})`;
    if (message.type() === "error" && !expected.some((pattern) => pattern.test(text))) complaints.push(text);
  });
  page.on("pageerror", (error) => complaints.push(`page: ${error.stack ?? error.message}`));
  // The browser finds no other host anyway; that it was sought is the fault.
  const refuse = (url: string): void => {
    const { protocol, host: sought } = new URL(url);
    const isOutside = /^(https?|wss?):$/.test(protocol) && sought !== host && !alsoHosts.includes(sought);
    if (isOutside) complaints.push(`outside request: ${url}`);
  };
  context.on("request", (request) => refuse(request.url()));
  page.on("websocket", (socket) => refuse(socket.url()));
  const watched = {
    page,
    assertQuiet: () => assert.deepEqual(complaints.splice(0), []),
  };
  open.push(watched);
  return watched;
}

/**
 * Scans the page as it is for breaches of WCAG 2.2 AA, but for the one rule that reads the style sheets: those are the same
 * on every page, and are read once (tests/support/every-page.ts).
 */
export async function assertAccessible(page: Page): Promise<void> {
  await scan({ page, runOnly: { type: "tag", values: wcag } });
}

/** The part of that scan which another colour scheme can change. */
export async function assertReadable(page: Page): Promise<void> {
  await scan({ page, runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } });
}

const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

async function scan({ page, runOnly }: { page: Page; runOnly: RunOnly }): Promise<void> {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe);
  await page.evaluate("Promise.allSettled(document.getAnimations().map((one) => one.finished))");
  const options: RunOptions = { runOnly, preload: false, resultTypes: ["violations"] };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  const told = violations.map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((node) => node.html).join("\n")}`);
  assert.deepEqual(told, [], `${page.url()} breaks WCAG 2.2 AA`);
}
