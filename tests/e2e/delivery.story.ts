// A residential gate enters a delivery and a cab with one press each, and asks the flat.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, openPage, phoneViewport } from "#tests/support/browser.ts";
import type { CreatedBranch } from "#tests/support/factories.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";

const { address, make, sql } = await startStory();
const slug = "delivery-society";
let branch: CreatedBranch;
let gatePage: Page;
const plate = make.plate();

before(async () => {
  const company = await make.company({ slug });
  branch = await make.branch({
    company: company.id,
    entity_type: "residential",
    allow_person_entries: true,
    config: { security: "advanced_security" },
  });
  const unit = await make.row("Branch_Units", { branch: branch.id, name: "A-204" });
  await make.row("Unit_Members", { unit: unit.id, name: "Meena Iyer", phone: "9840055501", sort: 1 });
  ({ page: gatePage } = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 400 /] }));
  await logIn({ page: gatePage, user: await make.user("staff", { branch }), landingUrl: "**/parking/dashboard" });
});

async function readLatestVisit() {
  const [row] = await sql`
    select m.name, m.vehicle_no, m.entry_reason, m.is_person, m.is_waiting_for_approve as waits, o.recipient
    from "Parking_Main_Information" m join "Parking_Information" p on p.parking_main_info = m.id
    join "Outbox" o on o.event like 'visitor-asks:' || p.id || ':%' order by m.id desc limit 1`;
  return { ...row };
}

test("a delivery on foot needs the flat and a phone number, and its resident is asked", async () => {
  await gatePage.goto(`/${slug}/${branch.slug}/select/entry`);
  await gatePage.getByRole("link", { name: "Delivery" }).click();
  await gatePage.getByRole("heading", { name: "Delivery", exact: true }).waitFor();
  await assertAccessible(gatePage);
  const request = gatePage.getByRole("button", { name: "Request approval", exact: true });
  await request.click();
  await gatePage.getByText("*Unit is required").waitFor();
  await gatePage.getByRole("combobox", { name: "Unit" }).fill("a-204");
  await request.click();
  await gatePage.getByText("*Phone number is required").waitFor();
  await gatePage.getByRole("textbox", { name: "Phone number" }).fill("9840012345");
  await gatePage.getByRole("textbox", { name: "Name or company (optional)" }).fill("Swiggy");
  await request.click();
  await gatePage.getByText(/^Waiting for approval\./).waitFor();
  await gatePage.getByRole("link", { name: "Meena Iyer" }).waitFor();
  assert.deepEqual(await readLatestVisit(), {
    name: "Delivery, Swiggy",
    vehicle_no: null,
    entry_reason: "Delivery",
    is_person: true,
    waits: true,
    recipient: "9840055501",
  });
});

test("a cab is entered with its vehicle number", async () => {
  await gatePage.goto(`/${slug}/${branch.slug}/select/entry`);
  await gatePage.getByRole("link", { name: "Cab" }).click();
  await gatePage.getByRole("heading", { name: "Cab", exact: true }).waitFor();
  await gatePage.getByRole("combobox", { name: "Unit" }).fill("A-204");
  await gatePage.getByRole("textbox", { name: "Phone number" }).fill("9840012346");
  await gatePage.getByRole("textbox", { name: /^Vehicle number/ }).fill(plate);
  await gatePage.getByRole("button", { name: "Request approval", exact: true }).click();
  await gatePage.getByText(/^Waiting for approval\./).waitFor();
  const { name, vehicle_no, entry_reason, is_person } = await readLatestVisit();
  assert.deepEqual([name, vehicle_no, entry_reason, is_person], ["Cab", plate, "Cab", false]);
});
