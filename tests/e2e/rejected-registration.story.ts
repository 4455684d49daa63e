// §4: an admin whose company or branch was rejected logs in and corrects it, while the other half is still under review.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createSealer } from "#server/auth/secrets.ts";
import { testConfig } from "#tests/support/app.ts";
import {
  assertAccessible,
  desktopViewport,
  openPage,
  phoneViewport,
  type MonitoredPage,
} from "#tests/support/browser.ts";
import { decide } from "#tests/support/decide.ts";
import { eventually } from "#tests/support/eventually.ts";
import { fillLogInForm, logIn } from "#tests/support/log-in.ts";
import { findMailTo } from "#tests/support/outbox.ts";
import { startSimulatedIntegrations } from "#tests/support/simulators.ts";
import { startStory } from "#tests/support/story.ts";

const { integrations } = await startSimulatedIntegrations();
const { address, make, sql } = await startStory({ integrations });
const sealer = createSealer(testConfig.secret);
const company = await make.company({ name: "Kaveri Parking", slug: "kaveri", status: "draft", pan: "AAACM1231F" });
const branch = await make.branch({
  company: company.id,
  name: "Ring Road",
  slug: "ring-road",
  status: "draft",
  pincode: "600014",
});
const admin = await make.user("admin", { branch });
const verifier = await make.user("verifier");

const reviewPath = { company: `company=${company.id}`, branch: `company=${company.id}&branch=${branch.id}` };
type Half = keyof typeof reviewPath;

async function openReview({ page }: MonitoredPage, half: Half): Promise<void> {
  await page.goto(`/platform/review?${reviewPath[half]}`);
  await page.getByRole("heading", { name: half === "company" ? "Kaveri Parking" : "Ring Road", exact: true }).waitFor();
}

async function reject(desk: MonitoredPage, { half, field, remark }: { half: Half; field: string; remark: string }) {
  const { page } = desk;
  await openReview(desk, half);
  await page.getByRole("button", { name: `Add a remark on ${field}` }).click();
  await page.getByLabel(`Remark on ${field}`).fill(remark);
  await decide(page, "Reject");
  await page.getByRole("button", { name: "Reopen", exact: true }).waitFor();
}

async function publish(desk: MonitoredPage, half: Half): Promise<void> {
  await openReview(desk, half);
  await decide(desk.page, "Publish");
  await desk.page.getByRole("button", { name: "Publish", exact: true }).waitFor({ state: "detached" });
}

/** What the newest mail to the admin says to do next. */
const readNextStep = async (about: string): Promise<string> =>
  eventually(async () => {
    const { values } = await findMailTo({ sql, sealer, to: admin.email });
    assert.equal(values["place"], about);
    return values["next"]!;
  });

test("each half is corrected while the other one waits, and the mails say what is true of both", async () => {
  const desk = await openPage({ address, context: desktopViewport });
  const vendor = await openPage({ address, context: phoneViewport });
  await logIn({ page: desk.page, user: verifier, landingUrl: "**/platform" });

  const name = "Registered company name";
  await reject(desk, { half: "company", field: name, remark: "Not the name of the PAN" });
  assert.equal(
    await readNextStep("Kaveri Parking"),
    "Log in, correct it and submit it again. Its branch is still being verified; we will email you about it.",
  );
  await logIn({ page: vendor.page, user: admin, landingUrl: "**/kaveri/ring-road/application-correction" });
  await vendor.page.getByText("Not the name of the PAN").waitFor();
  await vendor.page.getByText("Still under review: Ring Road.").waitFor();
  await assertAccessible(vendor.page);
  await vendor.page.getByRole("textbox", { name }).fill("Kaveri Parking Private Limited");
  await vendor.page.getByRole("button", { name: "Submit again" }).click();
  await vendor.page.getByRole("heading", { name: "Registration received" }).waitFor();

  await reject(desk, { half: "branch", field: "Pin code", remark: "This belongs to another area" });
  assert.match(await readNextStep("Ring Road"), /^Log in, correct it.* Its company is still being verified; we will/);
  await publish(desk, "company");
  assert.equal(
    await readNextStep("Kaveri Parking"),
    "Its branch needs a correction: log in, correct it and submit it again.",
  );
  await logIn({ page: vendor.page, user: admin, landingUrl: "**/kaveri/ring-road/application-correction" });
  await vendor.page.getByText("This belongs to another area").waitFor();
  await vendor.page.getByLabel("Pin code").fill("600002");
  // It used to be read again after 20 s, because the log-out removed the query that was reading it.
  let stateReads = 0;
  vendor.page.on("request", (request) => (stateReads += Number(request.url().endsWith("/actions/onboarding/state"))));
  await vendor.page.getByRole("button", { name: "Submit again" }).click();
  await vendor.page.getByRole("heading", { name: "Registration received" }).waitFor();
  assert.equal(stateReads, 1);

  await publish(desk, "branch");
  assert.equal(await readNextStep("Ring Road"), "You can log in now.");
  await logIn({ page: vendor.page, user: admin });
  desk.assertNoErrors();
  vendor.assertNoErrors();
});

test("a note beside a remark may be about another field, which can be corrected as well", async () => {
  const rejected = await make.branch({ company: (await make.company()).id, status: "rejected", pincode: "600014" });
  const vendorAdmin = await make.user("admin", { branch: rejected });
  await make.row("Onboarding_Reviews", {
    company: rejected.company,
    branch: rejected.id,
    decision: "rejected",
    note: "The signatory has left the company",
    remarks: [{ field: "pincode", remark: "This belongs to another area" }],
  });
  const { page, assertNoErrors } = await openPage({ address, context: phoneViewport });
  await logIn({ page, user: vendorAdmin, landingUrl: "**/application-correction" });
  await page.getByText("The signatory has left the company").waitFor();
  await page.getByLabel("Pin code").waitFor();
  await page.getByText("Other fields", { exact: true }).click();
  await page.getByLabel("Signatory name").fill("Meena Kumari");
  const map = page.getByRole("group", { name: "Location on map" });
  await map.getByRole("textbox", { name: "Plus code or link from a map app" }).fill("13.0418, 80.2341");
  await map.getByRole("button", { name: "Set pin" }).click();
  await map.getByText(/^Nearest cities: Chennai/).waitFor();
  const message = page.getByRole("textbox", { name: "Message to the verifier" });
  await message.fill("The map is right now");
  // A phone may discard the page while its user looks for a document.
  await page.reload();
  await page.getByText("Your unsaved changes are restored", { exact: false }).waitFor();
  assert.equal(await message.inputValue(), "The map is right now");
  await assertAccessible(page);
  await page.getByRole("button", { name: "Submit again" }).click();
  await page.getByRole("heading", { name: "Registration received" }).waitFor();
  await page.getByText(/^Branch, submitted .*, corrected /).waitFor();
  const [row] = await sql`select signatory_name, pincode, latitude, longitude from "Branch" where id = ${rejected.id}`;
  const location = { latitude: "13.0418", longitude: "80.2341" };
  assert.deepEqual({ ...row }, { signatory_name: "Meena Kumari", pincode: "600014", ...location });
  const drafts = await page.evaluate(() =>
    Object.keys(sessionStorage).filter((key) => key.startsWith("chaavi-draft/")),
  );
  assert.deepEqual(drafts, []);
  assertNoErrors();
});

test("without anything to correct, the admin sees the status of the registration", async () => {
  const waiting = await make.branch({ company: (await make.company({ status: "draft" })).id, status: "draft" });
  const { page } = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 403 /] });
  await page.goto("/partner-with-us");
  await fillLogInForm({ page, user: await make.user("admin", { branch: waiting }) });
  await page.getByRole("heading", { name: "Registration received" }).waitFor();
  await page.reload();
  await page.getByText(/^Branch, submitted /).waitFor();
  // Without the registration the page says how to come to it, and with an old link that it is old.
  const { page: other } = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 403 /] });
  await other.goto("/success-registration");
  await other.getByRole("heading", { name: "Check your registration status" }).waitFor();
  await other.goto("/success-registration?application=old");
  await other.getByRole("heading", { name: "This link is no longer valid" }).waitFor();
  await assertAccessible(other);
});

test("an admin of another branch is told on the home page of a branch that was rejected", async () => {
  const open = await make.branch({ company: (await make.company()).id });
  const rejected = await make.branch({ company: open.company, name: "Lake View", status: "rejected" });
  await make.row("Onboarding_Reviews", {
    company: rejected.company,
    branch: rejected.id,
    decision: "rejected",
    remarks: [{ field: "address", remark: "Give the door number" }],
  });
  const { page, assertNoErrors } = await openPage({ address, context: phoneViewport });
  await logIn({ page, user: await make.user("admin", { branch: open }) });
  // Not the link of the log-in page, which stays until the board has loaded.
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await page.getByRole("link", { name: /^The registration of Lake View was rejected/ }).click();
  await page.getByText("Give the door number").waitFor();
  await page.getByRole("link", { name: "Correct rejected fields" }).waitFor();
  await assertAccessible(page);
  assertNoErrors();
});
