// §7: an admin creates a webhook, checks a car in, sees the delivery in the log and sends it again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { eventually } from "#tests/support/eventually.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";
import { startReceiver } from "#tests/support/webhooks.ts";

const { address, make, asUser } = await startStory({ runsJobs: true, config: { hasLocalWebhooks: true } });

const slug = "webhook-company";
const company = await make.company({ slug });
const branch = await make.branch({ company: company.id, slots: 5 });
const admin = await make.user("admin", { branch });
const staff = await make.user("staff", { branch });

test("an admin creates a webhook, sees its deliveries and sends one again", async () => {
  const receiver = await startReceiver();
  const { page, assertNoErrors } = await openPage({ address, context: desktopViewport });
  await logIn({ page, user: admin });
  await page.goto(`/${slug}/${branch.slug}/webhooks`);
  await page.getByRole("heading", { name: "No webhooks yet", exact: true }).waitFor();
  await page.getByRole("button", { name: "New webhook", exact: true }).click();
  const form = page.getByRole("dialog", { name: "New webhook", exact: true });
  await form.getByLabel("Address").fill(receiver.url);
  await form.getByLabel("Description").fill("Barrier");
  assert.ok(await form.getByRole("button", { name: "Create webhook", exact: true }).isDisabled());
  await form.getByLabel("All events of entries", { exact: true }).check();
  await assertAccessible(page);
  await form.getByRole("button", { name: "Create webhook", exact: true }).click();
  receiver.secrets = [await form.getByText(/^whsec_/).innerText()];
  await form.getByRole("button", { name: "Done", exact: true }).click();
  await form.waitFor({ state: "hidden" });

  const client = await asUser(staff);
  const body = { vehicle_no: make.plate(), phone_no: "9840012345" };
  assert.equal((await client.post("/actions/parking/check-in", body)).status, 200);

  await page.getByRole("button", { name: "Deliveries of Barrier", exact: true }).click();
  const log = page.getByRole("dialog", { name: "Deliveries", exact: true });
  const delivered = log.getByRole("listitem").filter({ hasText: "Checked in" }).filter({ hasText: "Delivered" });
  await delivered.waitFor();
  await delivered.getByRole("button", { name: "Checked in", exact: true }).click();
  await delivered.getByText('{"received":true}', { exact: true }).waitFor();
  await assertAccessible(page);
  await delivered.getByRole("button", { name: "Resend", exact: true }).click();
  await eventually(() => assert.equal(receiver.events.length, 2), { timeoutMs: 60_000 });
  assert.equal(receiver.events[0]!.id, receiver.events[1]!.id);
  assert.deepEqual(receiver.rejections, []);
  await delivered.nth(1).waitFor();
  await log.getByRole("button", { name: "Close", exact: true }).click();
  await log.waitFor({ state: "hidden" });
  assertNoErrors();
});

test("an admin pauses, resumes and deletes a webhook on a phone", async () => {
  const other = await make.company({ slug: "second-webhook-company" });
  const place = await make.branch({ company: other.id, slots: 5 });
  const user = await make.user("admin", { branch: place });
  const receiver = await startReceiver();
  const url = `${receiver.url}?of=a-receiver-with-a-long-address-that-does-not-fit-on-a-phone`;
  const created = await (await asUser(user)).post("/actions/webhooks", { url, event_types: ["pass.issued"] });
  assert.equal(created.status, 200, created.text);
  receiver.secrets = [created.data.secret];
  const title = new URL(url).host;
  const { page, assertNoErrors } = await openPage({ address, context: phoneViewport });
  await logIn({ page, user });
  await page.goto(`/second-webhook-company/${place.slug}/webhooks`);
  await page.getByRole("button", { name: `Pause ${title}`, exact: true }).click();
  await page.getByText("Paused", { exact: true }).waitFor();
  await page.getByRole("button", { name: `Resume ${title}`, exact: true }).click();
  await page.getByText("Active", { exact: true }).waitFor();
  await page.getByRole("button", { name: `Deliveries of ${title}`, exact: true }).click();
  const log = page.getByRole("dialog", { name: "Deliveries", exact: true });
  await log.getByRole("heading", { name: "Nothing sent yet", exact: true }).waitFor();
  await log.getByRole("button", { name: "Send test event", exact: true }).click();
  const row = log.getByRole("listitem").filter({ hasText: "Test event" });
  await row.getByText("Delivered", { exact: true }).waitFor();
  await log.getByRole("button", { name: "Close", exact: true }).click();
  await log.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: `Delete ${title}`, exact: true }).click();
  await page.getByRole("button", { name: "Delete webhook", exact: true }).click();
  await page.getByRole("heading", { name: "No webhooks yet", exact: true }).waitFor();
  assertNoErrors();
});
