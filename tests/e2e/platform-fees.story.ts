// §1 §3: one verifier proposes the fees of a branch, another confirms them, and the admin reads both at once.
import { test } from "node:test";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";

const { address, make } = await startStory();
const company = await make.company({ name: "Annapoorna Hotels", slug: "annapoorna" });
const branch = await make.branch({ company: company.id, name: "Cathedral Road", slug: "cathedral" });

test("fees are not set until a second person confirms them; the admin sees them with the reason", async () => {
  const one = await openPage({ address, context: desktopViewport });
  const two = await openPage({ address, context: phoneViewport });
  const vendor = await openPage({ address, context: phoneViewport });
  const review = `/platform/review?company=${company.id}&branch=${branch.id}`;
  for (const [{ page }, name] of [
    [one, "Meena"],
    [two, "Suresh"],
  ] as const) {
    await logIn({ page, user: await make.user("verifier", { first_name: name }), landingUrl: "**/platform" });
    await page.goto(review);
    await page.getByText("Platform fees", { exact: true }).waitFor();
  }
  await logIn({ page: vendor.page, user: await make.user("admin", { branch }), landingUrl: "**/parking/dashboard" });
  await vendor.page.goto("/annapoorna/cathedral/configurations/payments");
  await vendor.page.getByText("No fee", { exact: true }).first().waitFor();

  await one.page.getByRole("button", { name: "Propose new fees", exact: true }).click();
  const dialog = one.page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Platform fee (%)" }).fill("2.5");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Agreed on the phone");
  await assertAccessible(one.page);
  await dialog.getByRole("button", { name: "Propose", exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
  await one.page.getByRole("button", { name: "Withdraw", exact: true }).waitFor();

  await two.page.getByText("Platform fee: Not set → 2.50%", { exact: true }).waitFor();
  await assertAccessible(two.page);
  await two.page.getByRole("button", { name: "Confirm change", exact: true }).click();
  for (const { page } of [one, two])
    await page.getByRole("list", { name: "Earlier changes" }).getByText("Confirmed", { exact: true }).waitFor();

  const changes = vendor.page.getByRole("list", { name: "Changes of the fees" });
  await changes.getByText(/^Platform fee: 2\.50% from \d{4}-\d{2}-\d{2}, before: no fee$/).waitFor();
  await changes.getByText("Reason: Agreed on the phone", { exact: true }).waitFor();
  await vendor.page.getByText("2.50%", { exact: true }).waitFor();
  await assertAccessible(vendor.page);

  for (const { page } of [one, two]) {
    await page.goto("/platform/settings");
    await page.getByRole("button", { name: "Propose new fees", exact: true }).waitFor();
  }
  await one.page.getByRole("button", { name: "Propose new fees", exact: true }).click();
  await dialog.getByRole("textbox", { name: "Service fee (%)" }).fill("1");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("New price list");
  await dialog.getByRole("button", { name: "Propose", exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
  await two.page.getByText("Service fee: Not set → 1.00%", { exact: true }).waitFor();
  await two.page.getByRole("button", { name: "Confirm change", exact: true }).click();
  for (const { page } of [one, two]) await page.getByText("1.00%", { exact: true }).waitFor();
  for (const opened of [one, two, vendor]) opened.assertNoErrors();
});
