// §2: the company that operates the product is on the legal pages, once the platform has set it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { findLayoutProblems } from "#tests/support/fits.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";

const { address, make, sql } = await startStory();

test("the platform sets its company name and address, and a visitor reads them on a legal page", async () => {
  await sql`update "Configuration_Settings" set support_email = 'help@example.com'`;
  const { page: visitor } = await openPage({ address, context: phoneViewport });
  await visitor.goto("/customer/privacy-policy");
  await visitor.getByRole("link", { name: "help@example.com", exact: true }).waitFor();
  assert.equal(await visitor.getByText("Published by").count(), 0);

  const { page } = await openPage({ address, context: desktopViewport });
  await logIn({ page, user: await make.user("verifier"), landingUrl: "**/platform" });
  await page.goto("/platform/settings");
  const fillContact = (name: string, value: string) => page.getByRole("textbox", { name, exact: true }).fill(value);
  await fillContact("Company name", "Chaavi Parking Services Private Limited");
  await fillContact("Postal address", "27 Anna Salai\nChennai 600002");
  await fillContact("Support phone", "12");
  const save = page
    .locator("form")
    .filter({ has: page.getByRole("textbox", { name: "Company name", exact: true }) })
    .getByRole("button", { name: "Save", exact: true });
  await save.click();
  await page.getByText(/Enter 6 to 15 digits/).waitFor();
  await fillContact("Support phone", "1800-123-4567");
  await save.click();
  await page.getByText("Saved", { exact: true }).waitFor();
  await assertAccessible(page);

  for (const { width, height } of [phoneViewport.viewport!, { width: 320, height: 700 }, desktopViewport.viewport!]) {
    await visitor.setViewportSize({ width, height });
    for (const path of ["/customer/privacy-policy", "/partner/terms-of-service"]) {
      await visitor.goto(path);
      const published = visitor.getByText(/^Published by Chaavi Parking Services Private Limited/);
      await published.waitFor();
      assert.match(await published.innerText(), /Limited\n27 Anna Salai\nChennai 600002$/);
      assert.deepEqual(await findLayoutProblems(visitor), []);
    }
  }
  await assertAccessible(visitor);
});
