// §2 configuration: a manager changes tariffs, blocks and check-in fields, and searches a vehicle.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { getErrorText } from "#domain/errors.ts";
import { repeatDaily } from "#domain/branches/opening-hours.ts";
import type { Row } from "#domain/schema/collection.ts";
import type { TestClient } from "#tests/support/app.ts";
import { assertAccessible, openPage } from "#tests/support/browser.ts";
import { eventually } from "#tests/support/eventually.ts";
import { testPassword, type CreatedBranch } from "#tests/support/factories.ts";
import { dismissMessage } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make, sql } = await startStory();

const companySlug = "set-up";
const plate = make.plate();
let branch: CreatedBranch;
let managerPage: Page;
let gatePage: TestClient;

before(async () => {
  const company = await make.company({ slug: companySlug });
  branch = await make.branch({ company: company.id, slots: 5, rate: "20.00" });
  const manager = await make.user("manager", { branch, first_name: "Prakash" });
  gatePage = await asUser(await make.user("staff", { branch }));
  ({ page: managerPage } = await openPage({ address, expectedErrors: [/status of 409 .*\/items\//] }));
  await managerPage.goto("/partner-with-us");
  await managerPage.getByRole("textbox", { name: "Email" }).fill(manager.email);
  await managerPage.locator("input[name=password]").fill(testPassword);
  await managerPage.getByRole("button", { name: "Log in" }).click();
  await managerPage.getByRole("heading", { name: "No entries yet" }).waitFor();
  for (const vehicle_no of [plate, make.plate(), make.plate()])
    assert.equal(
      (await gatePage.post("/actions/parking/check-in", { vehicle_no, phone_no: "9840012345" })).status,
      200,
    );
});

test("applies a new tariff only to vehicles that check in later", async () => {
  await managerPage.goto(`/${companySlug}/${branch.slug}/configurations/parking`);
  await managerPage.getByText("Vehicles already inside keep theirs").waitFor();
  await managerPage.getByText("₹20 per 30 min or part").waitFor();
  await managerPage.getByRole("link", { name: "Edit tariff" }).click();
  await managerPage.getByRole("textbox", { name: "Amount in rupees" }).fill("50");
  await managerPage.getByRole("button", { name: "Review and start" }).click();
  await managerPage.getByRole("button", { name: "Start tariff now" }).click();
  // The sheet, which is open until the tariff has started, has its sentence as well.
  await managerPage.getByRole("heading", { name: /^In force: version \d+$/ }).waitFor();
  await managerPage.getByText("₹50 per 30 min or part").waitFor();
  await assertAccessible(managerPage);
  const later = await gatePage.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012346" });
  assert.equal(later.data.charge_amount_for_minutes, "50.00");
  const inside = await sql`
    select distinct charge_amount_for_minutes from "Parking_Information" where id < ${later.data.id}`;
  assert.deepEqual(
    inside.map((row) => Number(row["charge_amount_for_minutes"])),
    [20],
  );
});

test("rejects fewer slots than are occupied, and adds a block", async () => {
  await managerPage.getByRole("link", { name: "All parking settings" }).click();
  await managerPage.getByRole("button", { name: /^A A1/ }).click();
  const sheet = managerPage.getByRole("dialog");
  await sheet.getByRole("textbox", { name: "Number of slots" }).fill("2");
  await sheet.getByRole("button", { name: "Save" }).click();
  await sheet
    .getByText(/occupied/i)
    .first()
    .waitFor();
  await managerPage.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  await managerPage.getByRole("button", { name: "Add block" }).click();
  await sheet.getByRole("textbox", { name: "Block name" }).fill("Basement");
  await sheet.getByRole("textbox", { name: "Slot prefix" }).fill("B");
  await sheet.getByRole("textbox", { name: "Number of slots" }).fill("40");
  await sheet.getByRole("button", { name: "Save" }).click();
  await managerPage.getByRole("button", { name: /Basement.*40 slots/ }).waitFor();
});

test("applies a change of payment and check-in fields to vehicles that check in later", async () => {
  await managerPage.getByRole("combobox", { name: "Collect payment" }).selectOption("pre-pay");
  const changed = managerPage.waitForResponse((response) => response.request().method() === "PATCH");
  await managerPage.getByRole("button", { name: "Save" }).last().click();
  assert.equal((await changed).status(), 200);
  const later = await gatePage.post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012348" });
  assert.equal(later.data.payment_type, "pre-pay");
  const inside = await sql`select distinct payment_type from "Parking_Information" where id < ${later.data.id}`;
  assert.deepEqual(
    inside.map((row) => row["payment_type"]),
    ["post-pay"],
  );
  await managerPage.getByRole("checkbox", { name: "Require the vehicle type" }).check();
  const saved = managerPage.waitForResponse((response) => response.request().method() === "PATCH");
  await managerPage.getByRole("button", { name: "Save" }).first().click();
  assert.equal((await saved).status(), 200);
  await managerPage.getByText("Saved").first().waitFor();
  const refused = await gatePage.post("/actions/parking/check-in", {
    vehicle_no: make.plate(),
    phone_no: "9840012347",
  });
  assert.equal(refused.code, "VEHICLE_TYPE_REQUIRED");
});

test("settings that two people change at once keep what each of them has changed", async () => {
  const other = await asUser(await make.user("manager", { branch, first_name: "Sunita" }));
  const days = managerPage.getByRole("textbox", { name: "Maximum invite length (days)" });
  await days.fill("9");
  const changed = await other.patch(`/items/Branch/${branch.id}`, { invite_max_days: 8, pass_max_days: 100 });
  assert.equal(changed.status, 200, changed.text);
  // Another card of the page is saved, after which the page reads the branch again.
  const read = managerPage.waitForResponse((response) => /\/users\/me\?/.test(response.url()));
  await managerPage.getByRole("checkbox", { name: "Keep slots for passes" }).check();
  await managerPage.getByRole("button", { name: "Save" }).last().click();
  await (await read).finished();
  const save = managerPage.getByRole("button", { name: "Save" }).first();
  const isReplaceable = managerPage.getByText("*Somebody else has changed this to “8”. Save to replace it.");
  await save.click();
  await isReplaceable.waitFor();
  await assertAccessible(managerPage);
  assert.equal(await days.inputValue(), "9");
  await save.click();
  await isReplaceable.waitFor({ state: "detached" });
  await eventually(async () => {
    const [row] = await sql`select invite_max_days, pass_max_days from "Branch" where id = ${branch.id}`;
    assert.deepEqual({ ...row }, { invite_max_days: 9, pass_max_days: 100 });
  });
});

test("what is typed in branch settings stays when somebody else saves the same section", async () => {
  const other = await asUser(await make.user("manager", { branch, first_name: "Lakshmi" }));
  const save = async (changes: Row) =>
    assert.equal((await other.patch(`/items/Branch/${branch.id}`, changes)).status, 200);
  await managerPage.goto(`/${companySlug}/${branch.slug}/configurations/branch`);
  const description = managerPage.getByRole("textbox", { name: "Page description" });
  await description.fill("Typed here");
  const covered = managerPage.getByRole("button", { name: "Covered", exact: true });
  await covered.click();
  await managerPage.getByRole("combobox", { name: "Open", exact: true }).selectOption("days");
  await managerPage.getByText("Live", { exact: true }).waitFor();
  await save({
    meta_title: "Saved elsewhere",
    amenities: ["CCTV"],
    opening_hours: repeatDaily([{ from: "07:00", until: "23:00" }]),
  });
  const notice = managerPage.getByText("*Somebody else has changed this. Save to replace it.");
  await eventually(async () => assert.equal(await notice.count(), 2));
  assert.equal(await description.inputValue(), "Typed here");
  assert.equal(await covered.getAttribute("aria-pressed"), "true");
  assert.equal(await managerPage.getByLabel("Monday, from").inputValue(), "09:00");
  await managerPage.getByRole("button", { name: "Save amenities" }).click();
  await eventually(async () => assert.equal(await notice.count(), 1));
  await managerPage.getByRole("button", { name: "Save texts" }).click();
  await eventually(async () => {
    const [row] = await sql`select meta_title, meta_description from "Branch" where id = ${branch.id}`;
    assert.deepEqual(row, { meta_title: "Saved elsewhere", meta_description: "Typed here" });
  });
  await save({ amenities: [] });
  await eventually(async () => assert.equal(await covered.getAttribute("aria-pressed"), "false"));
});

test("questions and tags that two people save at once keep what each of them has entered", async () => {
  const other = await asUser(await make.user("manager", { branch, first_name: "Divya" }));
  const save = async (changes: object) =>
    assert.equal((await other.patch(`/items/Branch/${branch.id}`, changes)).status, 200);
  const first = { question: "When do you open?", answer: "At 7." };
  const second = { question: "Do you keep helmets?", answer: "Yes." };
  await save({ questions: [first, second] });
  const tags = await sql<{ id: number }[]>`
    insert into "Tags_Category" ("Name") values ('Shaded'), ('Guarded') returning id`;
  await managerPage.goto(`/${companySlug}/${branch.slug}/configurations/branch`);
  await managerPage.getByText("Live", { exact: true }).waitFor();
  const form = managerPage.getByRole("dialog", { name: "Edit question", exact: true });
  const answer = form.getByRole("textbox", { name: "Answer" });
  const saveQuestion = () => form.getByRole("button", { name: "Save question", exact: true }).click();
  const firstRow = managerPage.getByRole("button", { name: first.question, exact: true, includeHidden: true });

  // The one above it is removed while a question is edited.
  await managerPage.getByRole("button", { name: second.question, exact: true }).click();
  await answer.fill("Yes, at the gate.");
  await save({ questions: [second] });
  await firstRow.waitFor({ state: "detached" });
  await saveQuestion();
  await form.waitFor({ state: "hidden" });

  // The same question is changed while it is edited: that is said once.
  await managerPage.getByRole("button", { name: second.question, exact: true }).click();
  await answer.fill("Yes, in a locker.");
  await save({ questions: [first, { ...second, answer: "No." }] });
  await firstRow.waitFor({ state: "attached" });
  await saveQuestion();
  await dismissMessage({ page: managerPage, text: getErrorText("ENTRY_CHANGED") });
  await saveQuestion();
  await form.waitFor({ state: "hidden" });
  const [row] = await sql<{ questions: unknown }[]>`select questions from "Branch" where id = ${branch.id}`;
  assert.deepEqual(row?.questions, [first, { ...second, answer: "Yes, in a locker." }]);

  // Tags that others have added stay, also one that both have chosen.
  await managerPage.getByRole("button", { name: "Shaded", exact: true }).click();
  await save({ tags: { create: tags.map(({ id }) => ({ tag: id })), update: [], delete: [] } });
  await managerPage.getByRole("button", { name: "Save tags", exact: true }).click();
  await managerPage.getByRole("button", { name: "Guarded", exact: true, pressed: true }).waitFor();
  const saved = await sql`select tag from "Branch_Tags" where branch = ${branch.id}`;
  assert.equal(saved.length, 2);
});

test("finds an entry by part of its vehicle number and keeps the search in the URL", async () => {
  const navigation = managerPage.getByRole("navigation", { name: "Main navigation" });
  await navigation.getByText("Reports", { exact: true }).first().click();
  await navigation.getByRole("link", { name: "Vehicle search" }).click();
  await managerPage.getByText("1–5 of 5").waitFor();
  await assertAccessible(managerPage);
  await managerPage.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ }).fill(plate.slice(-4).toLowerCase());
  await managerPage.getByRole("combobox", { name: "Status" }).selectOption("In");
  await managerPage.getByRole("button", { name: "Search", exact: true }).click();
  await managerPage.waitForURL(new RegExp(`plate=${plate.slice(-4)}&state=in$`));
  await managerPage.getByText("1–1 of 1").waitFor();
  await managerPage.reload();
  await managerPage.getByText("1–1 of 1").waitFor();
  assert.equal(
    await managerPage.getByRole("textbox", { name: /^Vehicle number\b(?!,)/ }).inputValue(),
    plate.slice(-4),
  );
  await managerPage.goBack();
  await managerPage.getByText("1–5 of 5").waitFor();
  await managerPage.context().close();
});
