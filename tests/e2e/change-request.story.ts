// §2 configuration: opening hours, a change request and its decision, and the change history.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  assertAccessible,
  desktopViewport,
  openPage,
  phoneViewport,
  type MonitoredPage,
} from "#tests/support/browser.ts";
import { eventually } from "#tests/support/eventually.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";

const { address, make, sql } = await startStory();
const company = await make.company({ name: "Meenakshi Textiles", slug: "meenakshi" });
const branch = await make.branch({ company: company.id, name: "Mount Road", slug: "mount-road", pincode: "600002" });
const manager = await make.user("manager", { branch, first_name: "Prakash" });
const admin = await make.user("admin", { branch, first_name: "Lakshmi" });
const verifier = await make.user("verifier", { first_name: "Asha" });
const page = `/meenakshi/mount-road/configurations/branch`;
let adminPage: MonitoredPage;

before(async () => {
  adminPage = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 400 .*\/items\//] });
});

test("saves opening hours past midnight and rejects overlapping periods", async () => {
  const screen = adminPage.page;
  await logIn({ page: screen, user: manager });
  await screen.goto(`${page}/hours`);
  await screen.getByText("Open now").waitFor();
  await screen.getByLabel("Open", { exact: true }).selectOption("Set by weekday");
  await screen.getByLabel("Sunday", { exact: true }).and(screen.locator("select")).selectOption("Closed");
  await screen.getByLabel("Friday, from").fill("18:00");
  await screen.getByLabel("Friday, to").fill("02:00");
  await screen.getByLabel("Saturday, from").fill("01:00");
  await screen.getByRole("button", { name: "Save opening hours" }).click();
  await screen.getByText("Hours of Friday and Saturday overlap").waitFor();
  await screen.getByLabel("Saturday, from").fill("08:00");
  await screen.getByRole("button", { name: "Save opening hours" }).click();
  await screen.getByText("Saved").waitFor();
  await assertAccessible(screen);
  const [row] = await sql`select opening_hours from "Branch" where id = ${branch.id}`;
  const hours = row!["opening_hours"] as { [day: string]: unknown };
  assert.deepEqual([hours["fri"], hours["sun"]], [[{ from: "18:00", until: "02:00" }], []]);
});

test("creates a change request that waits for verification", async () => {
  const screen = adminPage.page;
  await screen.goto(page);
  await screen.getByRole("button", { name: "Request a change" }).click();
  const sheet = screen.getByRole("dialog");
  await sheet.getByRole("button", { name: "Send request" }).click();
  await screen.getByText("There are no changes to save.").waitFor();
  await sheet.getByRole("textbox", { name: "Branch name" }).fill("Anna Salai");
  await sheet.getByRole("textbox", { name: "Reason" }).fill("The road was renamed");
  await sheet.getByRole("button", { name: "Send request" }).click();
  await screen.getByText("Waiting for verification").waitFor();
  adminPage.assertNoErrors();
});

test("shows the verifier current and requested values; applying updates the manager's page live", async () => {
  const { page: screen, assertNoErrors } = await openPage({ address, context: desktopViewport });
  await logIn({ page: screen, user: verifier, landingUrl: "**/platform" });
  await screen.getByRole("link", { name: "Change requests 1" }).click();
  await screen.getByRole("heading", { name: "Mount Road, Meenakshi Textiles" }).waitFor();
  await screen.getByText("The road was renamed").waitFor();
  await assertAccessible(screen);
  await screen.getByRole("button", { name: "Reject", exact: true }).click();
  await screen.getByText("*Write why it is rejected").waitFor();
  await screen.getByRole("button", { name: "Apply change" }).click();
  await screen.getByText("No pending requests").waitFor();
  await screen.goto(`/platform/review?company=${company.id}&branch=${branch.id}`);
  await screen.getByRole("heading", { name: "Anna Salai" }).waitFor();
  await screen.getByRole("button", { name: "Activity" }).click();
  await screen.getByRole("dialog").getByText("Branch name → Anna Salai").waitFor();
  assertNoErrors();
  await adminPage.page.getByRole("button", { name: "Request a change" }).waitFor();
  await adminPage.page.getByText("Applied").waitFor();
  adminPage.assertNoErrors();
});

test("shows in the history who requested and applied the change", async () => {
  const { page: screen, assertNoErrors } = await openPage({ address, context: desktopViewport });
  await logIn({ page: screen, user: admin });
  await screen.getByRole("link", { name: "Settings", exact: true }).click();
  await screen.getByRole("link", { name: /^Branch settings/ }).click();
  const history = screen.locator("section").filter({ has: screen.getByRole("heading", { name: "Change history" }) });
  await history.getByText("Name Mount Road → Anna Salai").waitFor();
  await history.getByText("Change requested: name Anna Salai").waitFor();
  await history.getByText(/Opening hours 24 hours → Mon to Thu 09:00–21:00, Fri 18:00–02:00/).waitFor();
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
  assertNoErrors();
});

test("an area that is not on the list is requested, and added by the verifier", async () => {
  await sql`update "Branch" set city = 'Chennai', state = 'Tamil Nadu' where id = ${branch.id}`;
  const screen = adminPage.page;
  await screen.goto(`${page}/details`);
  await screen.getByRole("button", { name: "Request a change" }).click();
  const sheet = screen.getByRole("dialog");
  await sheet.getByLabel("Area", { exact: true }).selectOption("Others");
  await sheet.getByRole("button", { name: "Send request" }).click();
  await sheet.getByText("*Choose an area or add it").waitFor();
  await sheet.getByRole("textbox", { name: "Area name" }).fill("Kasturibai Nagar");
  await sheet.getByRole("textbox", { name: "Signatory name" }).fill("Meenakshi Sundaram");
  await assertAccessible(screen);
  await sheet.getByRole("button", { name: "Send request" }).click();
  await screen.getByText("Kasturibai Nagar (not on the list)").waitFor();

  const { page: review, assertNoErrors } = await openPage({ address, context: phoneViewport });
  await logIn({ page: review, user: verifier, landingUrl: "**/platform" });
  await review.goto("/platform/changes");
  await review.getByText("→ Kasturibai Nagar (not on the list)").waitFor();
  await review.getByRole("button", { name: "Apply change" }).click();
  await review.getByText("*Choose an area or add it").waitFor();
  await review.getByRole("button", { name: "Add Kasturibai Nagar to the list" }).click();
  await eventually(async () =>
    assert.notEqual(await review.getByLabel("Area", { exact: true }).inputValue(), "", "the new area is chosen"),
  );
  await assertAccessible(review);
  await review.getByRole("button", { name: "Apply change" }).click();
  await review.getByText("No pending requests").waitFor();
  assertNoErrors();
  await screen.getByRole("definition").filter({ hasText: "Kasturibai Nagar" }).waitFor();
  // The pending request, which is read apart from the details, has the same name.
  await screen.getByRole("definition").filter({ hasText: "Meenakshi Sundaram" }).waitFor();
  await screen.goto(`${page}/history`);
  await screen
    .getByText("Change requested: signatory name Meenakshi Sundaram, area Kasturibai Nagar", { exact: true })
    .waitFor();
  adminPage.assertNoErrors();
});

test("the manager changes the branch's tags", async () => {
  await make.row("Tags_Category", { Name: "Near the station" });
  const screen = adminPage.page;
  await screen.goto(`${page}/tags`);
  await screen.getByRole("button", { name: "Near the station" }).click();
  await screen.getByRole("button", { name: "Save tags" }).click();
  await screen.getByText("Saved").waitFor();
  await assertAccessible(screen);
  await screen.reload();
  await screen.getByRole("button", { name: "Near the station", pressed: true }).waitFor();
  adminPage.assertNoErrors();
});

test("a vehicle type that vehicles have is not removed, with the reason", async () => {
  const type = await make.row("Vehicle_Type", { name: "Tractor" });
  const vehicle = { branch: branch.id, vehicle_no: make.plate(), phone_no: "9840012345", vehicle_type: type.id };
  await make.row("Parking_Main_Information", vehicle);
  const expectedErrors = [/status of 400 .*\/items\/Vehicle_Type/];
  const { page: screen, assertNoErrors } = await openPage({ address, context: phoneViewport, expectedErrors });
  await logIn({ page: screen, user: verifier, landingUrl: "**/platform" });
  await screen.goto("/platform/vehicle-types");
  await screen.getByRole("button", { name: "Tractor" }).click();
  await screen.getByRole("button", { name: "Remove" }).click();
  await screen.getByRole("button", { name: "Yes, remove" }).click();
  await screen.getByText("It is in use and cannot be removed.").waitFor();
  assertNoErrors();
});

test("the removal of a vehicle type with prices says how many branches have them", async () => {
  const type = await make.row("Vehicle_Type", { name: "Tow truck" });
  await make.row("Time_Charges", { branch: branch.id, service: "is_parking", vehicle_type: type.id });
  const expectedErrors = [/status of 400 .*\/items\/Vehicle_Type/];
  const { page: screen, assertNoErrors } = await openPage({ address, context: phoneViewport, expectedErrors });
  await logIn({ page: screen, user: verifier, landingUrl: "**/platform" });
  await screen.goto("/platform/vehicle-types");
  await screen.getByRole("button", { name: "Tow truck" }).click();
  await screen.getByRole("button", { name: "Remove" }).click();
  await screen.getByRole("button", { name: "Yes, remove" }).click();
  await screen.getByText("1 branch has prices or slots for this vehicle type.", { exact: false }).waitFor();
  assertNoErrors();
});

test("a change request calls the company types as the details do", async () => {
  const { page: screen, assertNoErrors } = await openPage({ address, context: phoneViewport });
  await logIn({ page: screen, user: admin });
  await screen.goto("/meenakshi/mount-road/configurations/company");
  await screen.getByRole("button", { name: "Request a change" }).click();
  const types = screen.getByRole("dialog").getByRole("combobox", { name: "Company type" });
  await types.waitFor();
  assert.deepEqual(await types.locator("option").allInnerTexts(), [
    "Choose…",
    "Company",
    "Franchise",
    "Individual owner",
    "Government",
  ]);
  assertNoErrors();
});

test("an admin learns what a role without a discount limit may give, and sets one", async () => {
  const { page: screen, assertNoErrors } = await openPage({ address, context: phoneViewport });
  await logIn({ page: screen, user: admin });
  await screen.goto(page);
  await screen.getByText("Empty: no limit, up to the whole charge. Daily cash lists every discount.").waitFor();
  await screen.getByRole("heading", { name: "Discount limits" }).waitFor();
  await screen.getByRole("textbox", { name: "Staff", exact: true }).fill("50");
  await screen.getByRole("button", { name: "Save limits" }).click();
  await screen.getByText("Saved").waitFor();
  await assertAccessible(screen);
  const [row] = await sql`select discount_limits from "Branch" where id = ${branch.id}`;
  assert.deepEqual(row!["discount_limits"], { staff: 5000 });
  assertNoErrors();
});
