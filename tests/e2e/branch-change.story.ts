// §2 configuration: a manager sets the opening hours and asks for a new name; a verifier applies it; the admin reads who did what.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { startApp } from "#tests/support/app.ts";
import { assertAccessible, desk, openPage, phone, type WatchedPage } from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import { factories } from "#tests/support/make.ts";

const { app, sql } = await startApp();
const make = factories(sql);
const company = await make.company({ name: "Meenakshi Textiles", slug: "meenakshi" });
const branch = await make.branch({ company: company.id, name: "Mount Road", slug: "mount-road", pincode: "600002" });
const manager = await make.user("manager", { branch, first_name: "Prakash" });
const admin = await make.user("admin", { branch, first_name: "Lakshmi" });
const verifier = await make.user("verifier", { first_name: "Asha" });
const page = `/meenakshi/mount-road/configurations/branch`;
let address: string;
let office: WatchedPage;

before(async () => {
  address = await app.listen({ port: 0, host: "127.0.0.1" });
  office = await openPage({ address, context: phone, expected: [/status of 400 .*\/items\//] });
});

test("the manager closes Sundays and opens past midnight on Fridays; hours that run into each other are not taken", async () => {
  const screen = office.page;
  await logIn({ page: screen, user: manager });
  await screen.goto(`${page}/hours`);
  await screen.getByText("Open now").waitFor();
  await screen.getByLabel("Open", { exact: true }).selectOption("By weekday");
  await screen.getByLabel("Sunday", { exact: true }).and(screen.locator("select")).selectOption("Closed");
  await screen.getByLabel("Friday from").fill("18:00");
  await screen.getByLabel("Friday until").fill("02:00");
  await screen.getByLabel("Saturday from").fill("01:00");
  await screen.getByRole("button", { name: "Save the hours" }).click();
  await screen.getByText("Two of these hours run into each other").waitFor();
  await screen.getByLabel("Saturday from").fill("08:00");
  await screen.getByRole("button", { name: "Save the hours" }).click();
  await screen.getByText("Saved").waitFor();
  await assertAccessible(screen);
  const [row] = await sql`select opening_hours from "Branch" where id = ${branch.id}`;
  const hours = row!["opening_hours"] as { [day: string]: unknown };
  assert.deepEqual([hours["fri"], hours["sun"]], [[{ from: "18:00", until: "02:00" }], []]);
});

test("the manager asks for a new name, and it waits", async () => {
  const screen = office.page;
  await screen.goto(page);
  await screen.getByRole("button", { name: "Ask for a change" }).click();
  const sheet = screen.getByRole("dialog");
  await sheet.getByRole("button", { name: "Send to the platform" }).click();
  await screen.getByText("Nothing was changed, so there is nothing to save.").waitFor();
  await sheet.getByRole("textbox", { name: "Branch name" }).fill("Anna Salai");
  await sheet.getByRole("textbox", { name: "Why" }).fill("The road was renamed");
  await sheet.getByRole("button", { name: "Send to the platform" }).click();
  await screen.getByText("Waits for the platform").waitFor();
  office.assertQuiet();
});

test("the verifier sees what stands and what is wanted, and applies it; the manager's page tells so by itself", async () => {
  const { page: screen, assertQuiet } = await openPage({ address, context: desk });
  await logIn({ page: screen, user: verifier, lands: "**/platform" });
  await screen.getByRole("link", { name: "Changes 1" }).click();
  await screen.getByRole("heading", { name: "Mount Road, Meenakshi Textiles" }).waitFor();
  await screen.getByText("The road was renamed").waitFor();
  await assertAccessible(screen);
  await screen.getByRole("button", { name: "Apply" }).click();
  await screen.getByText("No change waits").waitFor();
  await screen.goto(`/platform/review?company=${company.id}&branch=${branch.id}`);
  await screen.getByRole("heading", { name: "Anna Salai" }).waitFor();
  await screen.getByRole("button", { name: "Activity" }).click();
  await screen.getByRole("dialog").getByText("Branch name → Anna Salai").waitFor();
  assertQuiet();
  await office.page.getByRole("button", { name: "Ask for a change" }).waitFor();
  await office.page.getByText("Applied").waitFor();
  office.assertQuiet();
});

test("the admin reads in the history who asked, who applied and which hours hold", async () => {
  const { page: screen, assertQuiet } = await openPage({ address, context: desk });
  await logIn({ page: screen, user: admin });
  await screen.getByRole("link", { name: "This branch" }).click();
  const history = screen.locator("section").filter({ has: screen.getByRole("heading", { name: "What was changed" }) });
  await history.getByText("Name Mount Road → Anna Salai").waitFor();
  await history.getByText("Change asked for: name Anna Salai").waitFor();
  await history.getByText(/Opening hours day and night → Mon to Thu 09:00–21:00, Fri 18:00–02:00/).waitFor();
  for (const name of ["Asha", "Prakash"])
    await history
      .getByText(new RegExp(`^${name},`))
      .first()
      .waitFor();
  const mails = await sql`select recipient from "Outbox" where template = 'change-answered'`;
  assert.deepEqual(
    mails.map(({ recipient }) => recipient),
    [manager.email],
  );
  assertQuiet();
});
