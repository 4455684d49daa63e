// JavaScript size of the first page load, which matters on slow networks.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Request } from "playwright-core";
import { startApp } from "#tests/support/app.ts";
import { openPage, phoneViewport } from "#tests/support/browser.ts";
import { getFirstLoadBytes, measuredPages } from "#tools/bundle-size.ts";

const { app } = await startApp();
after(() => app.close());

const pagePathsByName: { [page in keyof typeof measuredPages]: string } = {
  landing: "/",
  "log-in": "/partner-with-us",
  customer: "/a-company/a-branch/valet-parking/customer/login",
};
let address: string;

before(async () => {
  address = await app.listen({ port: 0, host: "127.0.0.1" });
});

for (const [name, measured] of Object.entries(measuredPages)) {
  test(`${name}: bundle size computed from the build`, () => {
    const bytes = getFirstLoadBytes(measured);
    assert.ok(bytes > 20_000 && bytes <= measured.limit, `${bytes} bytes`);
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
    assert.ok(scripts.length > 1 && bytes > 20_000 && bytes <= measured.limit, `${bytes} bytes in ${scripts.length}`);
  });
}
