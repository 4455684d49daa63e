// reading.md §1: a branch waits for the platform's word, is turned down with a remark, and published; two verifiers at once.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { startApp } from "#tests/support/app.ts";
import { desk, openPage, phone } from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import { factories } from "#tests/support/make.ts";
import { simulatedOutside } from "#tests/support/simulators.ts";

const { outside } = await simulatedOutside();
const { app, sql } = await startApp({ outside });
const make = factories(sql);
const verifiers = [await make.user("verifier"), await make.user("verifier")] as const;
const company = await make.company({ name: "Meenakshi Textiles and Stores" });
const branch = await make.branch({
  company: company.id,
  name: "Mount Road",
  status: "draft",
  gstin: "33AAACM1234A1ZF",
});
const staff = await make.user("staff", { branch });
let address: string;

before(async () => {
  address = await app.listen({ port: 0, host: "127.0.0.1" });
});

test("the one who waits is turned down with a remark, which the second verifier sees at once", async () => {
  const one = await openPage({ address, context: phone });
  const two = await openPage({ address, context: desk });
  await logIn({ page: one.page, user: verifiers[0], lands: "**/platform" });
  await logIn({ page: two.page, user: verifiers[1], lands: "**/platform" });
  await one.page.getByRole("button", { name: "Waiting 1" }).waitFor();
  for (const { page } of [one, two]) {
    await page.getByRole("link", { name: /Mount Road, Meenakshi Textiles/ }).click();
    await page.getByRole("heading", { name: "Mount Road" }).waitFor();
    await page.getByText("Active: SIMULATED PARKING PRIVATE LIMITED").waitFor();
  }

  await one.page.getByRole("button", { name: "Reject" }).click();
  await one.page.getByText("Say what is not right: a remark by a field, or a note").waitFor();
  await one.page.getByRole("button", { name: "Add a remark on GSTIN" }).click();
  await one.page.getByLabel("Remark on GSTIN").fill("This number belongs to another company");
  await one.page.getByRole("button", { name: "Reject" }).click();

  await two.page.getByText("Last time: This number belongs to another company").waitFor();
  await two.page.getByRole("button", { name: "Take up again" }).click();
  await two.page.getByRole("button", { name: "Publish" }).click();
  await one.page.getByText("Published").first().waitFor();
  one.assertQuiet();
  two.assertQuiet();

  const reviews = await sql`select decision from "Onboarding_Reviews" where branch = ${branch.id} order by id`;
  assert.deepEqual(
    reviews.map(({ decision }) => decision),
    ["rejected", "draft", "published"],
  );
});

test("a published branch's people log in; an archived one's do not, and archiving asks once more", async () => {
  const gate = await openPage({ address, context: phone, expected: [/status of 403/] });
  await logIn({ page: gate.page, user: staff, lands: "**/parking/dashboard" });
  const { page, assertQuiet } = await openPage({ address });
  await logIn({ page, user: verifiers[0], lands: "**/platform" });
  await page.goto(`/platform/review?company=${company.id}&branch=${branch.id}`);
  await page.getByRole("button", { name: "Archive" }).click();
  await page.getByText("From now on nobody of this branch can log in").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Archive" }).click();
  await page.getByRole("button", { name: "Take up again" }).waitFor();
  assertQuiet();
  await gate.page.reload();
  await gate.page.getByText("This branch is closed, so you cannot log in").waitFor();
});

test("where publishing takes two, the first yes waits, and not the same person but a second one publishes", async () => {
  const kavitha = await make.user("verifier", { first_name: "Kavitha" });
  const suresh = await make.user("verifier", { first_name: "Suresh" });
  const waiting = await make.branch({ company: company.id, name: "Anna Salai", status: "draft" });
  const review = `/platform/review?company=${company.id}&branch=${waiting.id}`;
  const one = await openPage({ address, context: desk, expected: [/status of 409/] });
  const two = await openPage({ address, context: phone });
  await logIn({ page: one.page, user: kavitha, lands: "**/platform" });
  await logIn({ page: two.page, user: suresh, lands: "**/platform" });
  await one.page.goto("/platform/settings");
  const publishing = one.page.locator("form", { hasText: "Publishing takes two persons" });
  await publishing.getByRole("checkbox").check();
  await publishing.getByRole("button", { name: "Save" }).click();
  await one.page.getByText("Saved", { exact: true }).waitFor();

  await one.page.goto(review);
  await one.page.getByRole("button", { name: "Publish" }).click();
  await one.page.getByText("Kept: a second person has to say it too").waitFor();
  await one.page.getByText("Kavitha says yes. Publishing takes two persons").waitFor();
  await one.page.getByRole("button", { name: "Publish" }).click();
  const refusal = one.page.getByRole("alertdialog");
  await refusal.getByText("You have said yes to this already").waitFor();
  await one.page.keyboard.press("Escape");
  await refusal.waitFor({ state: "detached" });
  const [still] = await sql`select status from "Branch" where id = ${waiting.id}`;
  assert.equal(still!["status"], "draft");

  await two.page.goto(review);
  await two.page.getByText("Kavitha says yes. Publishing takes two persons").waitFor();
  await two.page.getByRole("button", { name: "Publish" }).click();
  await two.page.getByText("First yes").waitFor();
  // Whoever still looks at it sees that it is done.
  await one.page.getByText("Kavitha says yes. Publishing takes two persons").waitFor({ state: "detached" });
  await one.page.getByRole("button", { name: "Activity" }).click();
  const log = one.page.getByRole("dialog").getByRole("listitem");
  for (const name of ["Kavitha", "Suresh"])
    await log.filter({ hasText: "Decision made" }).filter({ hasText: name }).first().waitFor();
  await log.filter({ hasText: "Status → Published" }).filter({ hasText: "Suresh" }).waitFor();
  const [published] = await sql`select status from "Branch" where id = ${waiting.id}`;
  assert.equal(published!["status"], "published");
  one.assertQuiet();
  two.assertQuiet();
});
