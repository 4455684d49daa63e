// reading.md §10: security log of a company and of the platform, and the operations page.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { testConfig } from "#tests/support/app.ts";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { eventually } from "#tests/support/eventually.ts";
import { logIn } from "#tests/support/log-in.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { startSimulatedIntegrations } from "#tests/support/simulators.ts";
import { startStory } from "#tests/support/story.ts";

const { integrations, smsAccount } = await startSimulatedIntegrations();
const backup = { ...testConfig.backup, schedule: "30 20 * * *" };
const { address, app, asUser, make, sql } = await startStory({ integrations, config: { backup } });

const slug = "security-company";
const attacker = "203.0.113.66";
let branch: CreatedBranch;
let admin: CreatedUser;
let staff: CreatedUser;
let verifier: CreatedUser;

before(async () => {
  smsAccount.balance = 900;
  const company = await make.company({ slug, name: "Meenakshi Textiles" });
  branch = await make.branch({ company: company.id, slots: 5 });
  admin = await make.user("admin", { branch, first_name: "Lakshmi" });
  staff = await make.user("staff", { branch, first_name: "Karthik" });
  verifier = await make.user("verifier");
  for (let count = 0; count < 4; count += 1)
    await app.inject({
      method: "POST",
      url: "/auth/login",
      payload: { email: staff.email, password: "wrong" },
      remoteAddress: attacker,
    });
  await (await asUser(staff)).get("/items/Outbox");
  await (await asUser(admin)).patch(`/users/${staff.id}`, { status: "suspended" });
  await eventually(async () => {
    const events = await sql`select 1 from "Security_Events" having count(*) >= 3`;
    assert.equal(events.length, 1);
  });
});

/** The page refreshes itself every ten seconds, with values that the server caches for two. */
async function waitForRefresh({ page, until }: { page: Page; until: () => Promise<unknown> }): Promise<void> {
  await eventually(async () => {
    await page.clock.fastForward(10_000);
    await until();
  });
}
const isGone = (locator: Locator) => () => locator.waitFor({ state: "detached", timeout: 1_000 });
const isShown = (locator: Locator) => () => locator.waitFor({ timeout: 1_000 });

const getEventRows = (page: Page) => page.getByRole("list", { name: "Events" }).getByRole("listitem");

for (const context of [desktopViewport, phoneViewport])
  test(`an admin filters failed logins by IP address, shares the link and exports (${context === desktopViewport ? "desk" : "phone"})`, async () => {
    const { page, assertNoErrors } = await openPage({ address, context });
    await logIn({ page, user: admin });
    await page.goto(`/${slug}/${branch.slug}/configurations/security`);
    await getEventRows(page).filter({ hasText: "Failed login ×4" }).waitFor();
    await getEventRows(page).filter({ hasText: "Denied access" }).waitFor();
    await assertAccessible(page);
    await page.getByLabel("Event", { exact: true }).selectOption({ label: "Failed login" });
    await getEventRows(page).filter({ hasText: "Denied access" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Failed login" }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByText("st•••@example.com").waitFor();
    await sheet.getByRole("button", { name: "Events from this address" }).click();
    await page.waitForURL(`**/security?ip=${attacker}`);
    await getEventRows(page).filter({ hasText: "Failed login ×4" }).waitFor();

    // The URL alone restores the filter.
    await page.goto(page.url());
    await getEventRows(page).filter({ hasText: attacker }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export" }).click(),
    ]);
    assert.equal(file.suggestedFilename(), "Security log Meenakshi Textiles.csv");
    await page.goto(`/${slug}/${branch.slug}/configurations/security?from=2020-01-01&to=2020-01-02`);
    await page.getByRole("heading", { name: "No events found" }).waitFor();
    await page.getByRole("button", { name: "Show all events" }).click();
    await getEventRows(page).first().waitFor();
    assertNoErrors();
  });

test("the platform log lists the events of all vendors, with the vendor", async () => {
  const { page, assertNoErrors } = await openPage({ address, context: desktopViewport });
  await logIn({ page, user: verifier, landingUrl: "**/platform" });
  await page.getByText("Monitoring", { exact: true }).click();
  await page.getByRole("link", { name: "Security log" }).click();
  await getEventRows(page).filter({ hasText: "Failed login ×4" }).filter({ hasText: "Meenakshi Textiles" }).waitFor();
  await assertAccessible(page);
  await page.goto("/platform/security?page=99");
  await page.getByText("The last page is 1", { exact: true }).waitFor();
  await assertAccessible(page);
  await page.getByRole("button", { name: "Newer", exact: true }).click();
  await getEventRows(page).first().waitFor();
  assertNoErrors();
});

for (const context of [desktopViewport, phoneViewport])
  test(`the operations page lists indicators that need action first (${context === desktopViewport ? "desk" : "phone"})`, async () => {
    await sql`select graphile_worker.add_job('remove-old', job_key := 'dead', max_attempts := 1)`;
    await sql`update graphile_worker._private_jobs set attempts = 1 where key = 'dead'`;
    const { page, assertNoErrors } = await openPage({
      address,
      context,
      expectedErrors: [/ERR_INTERNET_DISCONNECTED/],
    });
    await page.clock.install();
    await logIn({ page, user: verifier, landingUrl: "**/platform" });
    await page.goto("/platform/operations");
    const summary = page.getByRole("region", { name: "Summary" });
    await summary.getByText("Needs attention: Failed jobs 1").waitFor();
    await assertAccessible(page);
    await sql`delete from graphile_worker._private_jobs where key = 'dead'`;
    await waitForRefresh({ page, until: isGone(summary.getByText("Failed jobs")) });
    // Without a network the values are marked as out of date.
    const staleNotice = summary.getByText("These values are out of date.");
    await page.context().setOffline(true);
    await waitForRefresh({ page, until: isShown(staleNotice) });
    await page.context().setOffline(false);
    await waitForRefresh({ page, until: isGone(staleNotice) });
    assertNoErrors();
  });

for (const context of [desktopViewport, phoneViewport])
  test(`the operations page warns about a low SMS balance and missed backups (${context === desktopViewport ? "desk" : "phone"})`, async () => {
    await sql`
      insert into backups (started_at, status, started_by, file, size)
      values (now() - interval '75 hours', 'done', 'schedule', 'one', 52428800), (now() - interval '3 hours', 'failed', 'schedule', 'two', null)`;
    const { page, assertNoErrors } = await openPage({ address, context });
    await page.clock.install();
    await logIn({ page, user: verifier, landingUrl: "**/platform" });
    await page.goto("/platform/operations");
    const summary = page.getByRole("region", { name: "Summary" });
    await summary.getByText("Critical: Backups missed 3").waitFor();
    await summary.getByText("Needs attention: Backups failed since the last good one 1").waitFor();
    await summary.getByText("Critical: SMS left at the provider 900").waitFor();
    await page.getByText("Age of the last good backup").waitFor();
    await assertAccessible(page);
    await sql`insert into backups (started_at, status, started_by, file, size) values (now(), 'done', 'schedule', 'three', 52428800)`;
    await waitForRefresh({ page, until: isGone(summary.getByText("Backups missed")) });
    await waitForRefresh({ page, until: isGone(summary.getByText("Backups failed")) });
    await sql`delete from backups`;
    assertNoErrors();
  });

test("an unexpected error shows its log reference", async () => {
  const { page } = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 500/] });
  await logIn({ page, user: admin });
  await page.goto(`/${slug}/${branch.slug}/integrations`);
  await page.getByRole("button", { name: "New token" }).click();
  // Fails this write only: the pages of other tests go on reading.
  await sql`create function refuse_tokens() returns trigger language plpgsql as $$ begin raise exception 'no tokens'; end $$`;
  await sql`create trigger fail before insert on "Integration_Tokens" execute function refuse_tokens()`;
  try {
    await page.getByRole("textbox", { name: "Name" }).fill("Billing");
    const [answer] = await Promise.all([
      page.waitForResponse("**/actions/integrations"),
      page.getByRole("button", { name: /^(Make|Create)/ }).click(),
    ]);
    const reference = answer.headers()["x-request-id"]!;
    await page.getByRole("alertdialog").getByText(reference).waitFor();
  } finally {
    await sql`drop trigger fail on "Integration_Tokens"`;
  }
});
