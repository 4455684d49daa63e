// The server is gone for a moment while the board is open: it says so, comes back by itself, and shows what was missed.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { buildApp } from "#server/app.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { desk, openPage } from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import { factories } from "#tests/support/make.ts";

const first = await startApp();
const { sql } = first;
const make = factories(sql);

test("a board that is open over a restart of the server", async () => {
  const branch = await make.branch({ slots: 5 });
  const clerk = await make.user("staff", { branch });
  const address = await first.app.listen({ port: 0, host: "127.0.0.1" });
  const { page } = await openPage({ address, context: desk, expected: [/ERR_/, /status of 50[23]/] });
  await logIn({ page, user: clerk });
  await page.getByText("Live", { exact: true }).waitFor();
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));

  await first.app.close();
  await page.getByText("reconnecting…").waitFor();
  await page.getByRole("heading", { name: "Nobody has come in yet" }).waitFor();

  // Another process takes over the address; a car comes in before the board has found it.
  const second = await buildApp({ sql, config: testConfig, clock: () => new Date() });
  after(() => second.close());
  const plate = make.plate();
  const { token } = await first.as(clerk);
  const checkIn = await second.inject({
    method: "POST",
    url: "/actions/parking/check-in",
    headers: { authorization: `Bearer ${token}` },
    payload: { vehicle_no: plate, phone_no: "9840012345" },
  });
  assert.equal(checkIn.statusCode, 200, checkIn.body);
  await second.listen({ port: Number(new URL(address).port), host: "127.0.0.1" });

  await page.getByRole("link", { name: plate }).waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  assert.equal(await page.evaluate(() => "isSamePage" in globalThis), true, "the page was loaded anew");
});
