// The first page comes over a slow network: landing and log-in each load little JavaScript in all.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Request } from "playwright-core";
import { startApp } from "#tests/support/app.ts";
import { openPage, phone } from "#tests/support/browser.ts";
import { firstLoad, measuredPages } from "#tools/first-load.ts";

const { app } = await startApp();
after(() => app.close());

const addresses: { [page in keyof typeof measuredPages]: string } = {
  landing: "/",
  "log-in": "/partner-with-us",
  customer: "/a-company/a-branch/valet-parking/customer/login",
};
let address: string;

before(async () => {
  address = await app.listen({ port: 0, host: "127.0.0.1" });
});

for (const [name, measured] of Object.entries(measuredPages)) {
  test(`${name}: what the build says it loads`, () => {
    const bytes = firstLoad(measured);
    assert.ok(bytes > 20_000 && bytes <= measured.limit, `${bytes} bytes`);
  });

  test(`${name}: what a browser downloads, with nothing in its cache`, async () => {
    const { page } = await openPage({ address, context: phone });
    const scripts: Request[] = [];
    page.on("requestfinished", (request) => {
      if (/\.m?js$/.test(new URL(request.url()).pathname)) scripts.push(request);
    });
    await page.goto(addresses[name as keyof typeof addresses], { waitUntil: "networkidle" });
    await page.getByRole("heading").first().waitFor();
    const sizes = await Promise.all(scripts.map((request) => request.sizes()));
    const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
    assert.ok(scripts.length > 1 && bytes > 20_000 && bytes <= measured.limit, `${bytes} bytes in ${scripts.length}`);
  });
}
