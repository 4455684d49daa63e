// An open board during a restart of the server: shows the lost connection, reconnects and loads missed changes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { buildApp } from "#server/app.ts";
import { startApp, testConfig } from "#tests/support/app.ts";
import { desktopViewport, openPage } from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import { createFactories } from "#tests/support/factories.ts";

const first = await startApp();
const { sql } = first;
const make = createFactories(sql);

test("reconnects an open board after a restart of the server", async (context) => {
  const branch = await make.branch({ slots: 5 });
  const staff = await make.user("staff", { branch });
  const address = await first.app.listen({ port: 0, host: "127.0.0.1" });
  const { page } = await openPage({ address, context: desktopViewport, expectedErrors: [/ERR_/, /status of 50[23]/] });
  await logIn({ page, user: staff });
  await page.getByText("Live", { exact: true }).waitFor();
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));

  await first.app.close();
  await page.getByText("Reconnecting…").waitFor();
  await page.getByRole("heading", { name: "No entries yet" }).waitFor();

  // A second server takes over the address; a car is checked in before the board reconnects.
  const second = await buildApp({ sql, config: testConfig, clock: () => new Date() });
  context.after(() => second.close());
  const plate = make.plate();
  const { token } = await first.asUser(staff);
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
  assert.equal(await page.evaluate(() => "isSamePage" in globalThis), true, "the page was reloaded");
});
