// The first page load on slow networks: its JavaScript, and whether the page moves when the font arrives late.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Request } from "playwright-core";
import { startApp } from "#tests/support/app.ts";
import { desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { createFactories } from "#tests/support/factories.ts";
import { getFirstLoadBytes, measuredPages } from "#tools/bundle-size.ts";

const { app, sql } = await startApp();
after(() => app.close());
const make = createFactories(sql);
const company = await make.company({ slug: "a-company" });
const branch = await make.valetBranch({ company: company.id, slots: 1 });

const pagePathsByName: { [page in keyof typeof measuredPages]: string } = {
  "log-in": "/partner-with-us",
  customer: `/a-company/${branch.slug}/valet-parking/customer/login`,
  site: "/",
};
let address: string;

/** Less is not the page's script; the public site has little. */
const minBytes = (name: string): number => (name === "site" ? 500 : 20_000);

before(async () => {
  address = await app.listen({ port: 0, host: "127.0.0.1" });
});

for (const [name, measured] of Object.entries(measuredPages)) {
  test(`${name}: bundle size computed from the build`, () => {
    const bytes = getFirstLoadBytes(measured);
    assert.ok(bytes > minBytes(name) && bytes <= measured.limit, `${bytes} bytes`);
  });

  test(`${name}: bytes downloaded with an empty cache`, async () => {
    const { page } = await openPage({ address, context: phoneViewport });
    const scripts: Request[] = [];
    page.on("requestfinished", (request) => {
      if (/\.m?js$/.test(new URL(request.url()).pathname)) scripts.push(request);
    });
    await page.goto(pagePathsByName[name as keyof typeof pagePathsByName], { waitUntil: "networkidle" });
    await page.getByRole("heading").first().waitFor();
    const sizes = await Promise.all(scripts.map((request) => request.sizes()));
    const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
    assert.ok(
      scripts.length > 1 && bytes > minBytes(name) && bytes <= measured.limit,
      `${bytes} bytes in ${scripts.length}`,
    );
  });
}

/** Sum of the layout shifts so far: https://web.dev/articles/cls. */
const readLayoutShift = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) sum += entry.value;
    resolve(sum);
  }).observe({ type: "layout-shift", buffered: true });
  // Without any shift the observer is never called.
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
})`;

for (const [name, path] of Object.entries(pagePathsByName))
  for (const context of [phoneViewport, desktopViewport])
    test(`${name}: does not move when the font arrives, ${context.viewport!.width} px`, async () => {
      const { page } = await openPage({ address, context });
      const isShown = Promise.withResolvers<void>();
      await page.route(/\.woff2$/, async (route) => {
        await isShown.promise;
        await route.continue();
      });
      const fontLoaded = page.waitForEvent("requestfinished", (request) => request.url().endsWith(".woff2"));
      await page.goto(path, { waitUntil: "commit" });
      await page.getByRole("heading").first().waitFor();
      isShown.resolve();
      await fontLoaded;
      await page.evaluate("document.fonts.ready.then(() => undefined)");
      const shift = await page.evaluate<number>(readLayoutShift);
      assert.ok(shift <= 0.05, `${path}: ${shift}`);
    });
