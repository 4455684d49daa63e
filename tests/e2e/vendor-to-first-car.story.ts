// Issue of vendors: an owner with a phone, a PAN and a photo submits a registration in at most 6 screens and 15 fields,
// from the landing page on, sets the branch up while waiting, and once it is published, has the first paid car in after at
// most 5 minutes of interaction. The whole walk is done twice: published at once, and rejected and corrected in between.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { getErrorText } from "#domain/errors.ts";
import { createSealer } from "#server/auth/secrets.ts";
import { testConfig } from "#tests/support/app.ts";
import { assertAccessible, desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { decide } from "#tests/support/decide.ts";
import { createEffort, estimateSeconds } from "#tests/support/effort.ts";
import { eventually } from "#tests/support/eventually.ts";
import type { CreatedUser } from "#tests/support/factories.ts";
import { findLayoutProblems } from "#tests/support/fits.ts";
import { logIn } from "#tests/support/log-in.ts";
import { findCodeSentTo, findMailTo } from "#tests/support/outbox.ts";
import { startSimulatedIntegrations } from "#tests/support/simulators.ts";
import { startStory, type Story } from "#tests/support/story.ts";

const maxScreens = 6;
const maxFields = 15;
/** Of interaction: log-in, check-in and payment after publishing, and the whole set-up before it. */
const maxSeconds = 5 * 60;
/** Of the registration, which says so before it begins. */
const maxRegistrationSeconds = 10 * 60;
/** All presses and fields after publishing, so that a needless one is noticed. */
const maxAfterPublishing = 11;

interface Walk extends Story {
  verifier: CreatedUser;
  /** The owner's phone. */
  page: Page;
}

const { integrations } = await startSimulatedIntegrations();
const sealer = createSealer(testConfig.secret);
const owner = { name: "Meena Kumari", mobile: "9840077001", email: "owner@example.com", password: "Chosen@2026" };
const panCard = {
  name: "pan-card.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
};

/** Counts what a person does: fields filled or chosen, and screens sent by their button. */
function createCounter(page: Page) {
  const screens: string[] = [];
  const counted = createEffort();
  return {
    ...counted,
    screens,
    /** Sends the screen with this heading, which is checked for accessibility and width first. */
    async send(heading: string, button: string): Promise<void> {
      await page.getByRole("heading", { name: heading, exact: true }).first().waitFor();
      await assertAccessible(page);
      assert.deepEqual(await findLayoutProblems(page), []);
      screens.push(heading);
      await counted.press(page.getByRole("button", { name: button, exact: true }));
    },
  };
}

async function enterContacts(page: Page, count: ReturnType<typeof createCounter>): Promise<void> {
  await count.fill(page.getByLabel("Your name"), owner.name);
  // As it is pasted from the contacts of a phone.
  await count.fill(page.getByLabel("Mobile number"), "+91 98400 77001");
  await count.fill(page.getByLabel("Email"), owner.email);
  await count.send("Register your company", "Send codes");
  await page.getByRole("heading", { name: "Enter both codes", exact: true }).waitFor();
}

async function startWalk(): Promise<Walk> {
  const story = await startStory({ integrations });
  const { address, make, sql } = story;
  await make.row("Areas", { area_name: "Royapettah", city: "Chennai", state: "Tamil Nadu" });
  await sql`update "Configuration_Settings" set platform_charges = 250`;
  // The correction ends its session, in which the user may just be read again.
  const expectedErrors = [/status of 401 .*\/(users\/me|live\/ticket)/];
  const { page } = await openPage({ address, context: phoneViewport, expectedErrors });
  return { ...story, page, verifier: await make.user("verifier") };
}

async function register({ page, sql }: Walk): Promise<void> {
  await page.goto("/");
  await page.getByText("Our fee is 2.50 % as platform charges of what the customers of a branch pay.").waitFor();
  await page.getByRole("link", { name: "Register your company" }).click();
  await page.getByText("What you need").waitFor();
  await page.getByText(/About 10 minutes/).waitFor();
  const count = createCounter(page);
  await enterContacts(page, count);

  await count.fill(page.getByLabel("Code from SMS"), await findCodeSentTo({ sql, sealer, to: owner.mobile }));
  const { otp } = (await findMailTo({ sql, sealer, to: owner.email })).values;
  await count.fill(page.getByLabel("Code from email"), otp!);
  await page.getByText("Mobile verified").waitFor();
  await page.getByText("Email verified").waitFor();
  await count.fill(page.getByLabel("New password"), owner.password);
  await count.fill(page.getByLabel("Confirm password"), owner.password);
  await count.send("Enter both codes", "Create account");

  await page.waitForURL("**/company-register");
  await count.fill(page.getByRole("textbox", { name: "PAN", exact: true }), "AAACM1231F");
  await page.getByText("Active: SIMULATED PERSON").waitFor();
  // The fields are filled after the answer of the register is shown.
  await eventually(async () =>
    assert.deepEqual(
      [
        await page.getByLabel("Registered company name").inputValue(),
        await page.getByRole("textbox", { name: "Company name", exact: true }).inputValue(),
      ],
      ["SIMULATED PERSON", "Simulated Person"],
    ),
  );
  assert.equal(await page.getByText("The register has the name").count(), 0);
  await count.send("Company", "Save and continue");

  await count.fill(page.getByLabel("Branch name"), "Royapettah High Road");
  await count.fill(page.getByRole("textbox", { name: "Address", exact: true }), "12 High Road, near the clock tower");
  await count.fill(page.getByLabel("Pin code"), "600014");
  await count.choose(page.getByRole("combobox", { name: "Area" }).selectOption({ label: "Royapettah" }));
  await count.send("Location", "Save and continue");

  await count.choose(page.getByRole("button", { name: "Parking", exact: true }).click());
  await count.choose(page.getByLabel("Take photo", { exact: true }).setInputFiles(panCard));
  await page.getByText("pan-card.png").waitFor();
  await count.send("Services and documents", "Save and continue");

  await page.getByText("Our fee is 2.50 % as platform charges of what the customers of this branch pay.").waitFor();
  for (const answer of ["AAACM1231F", "Company", "Royapettah", "PAN card (pan-card.png)", owner.email])
    await page.getByText(answer, { exact: true }).first().waitFor();
  await count.choose(page.getByLabel("I have read and accept the agreement").check());
  await count.send("Summary and agreement", "Submit for verification");
  await page.getByRole("heading", { name: "Registration received" }).waitFor();

  assert.equal(new Set(count.screens).size, count.screens.length);
  assert.ok(count.screens.length <= maxScreens, count.screens.join(", "));
  assert.ok(count.effort.fields <= maxFields, `${count.effort.fields} fields`);
  assert.ok(estimateSeconds(count.effort) <= maxRegistrationSeconds, JSON.stringify(count.effort));
  const [branch] = await sql`
    select b.state, b.city, b.signatory_name, b.signatory_designation, b.platform_charges, c.company_type, c.pan
    from "Branch" b join "Companies" c on c.id = b.company`;
  assert.deepEqual(
    { ...branch },
    {
      state: "Tamil Nadu",
      city: "Chennai",
      signatory_name: owner.name,
      signatory_designation: "Director",
      platform_charges: 250,
      company_type: "single_organization",
      pan: "AAACM1231F",
    },
  );
}

/** The tariff, and a test entry, which vanishes at publishing. */
async function setUpWhileWaiting({ page, sql }: Walk): Promise<void> {
  const { effort, press, fill } = createEffort();
  await press(page.getByRole("button", { name: "Set up your branch now", exact: true }));
  await page.getByText("Your branch is under review.").waitFor();
  await press(page.getByRole("link", { name: "Tariff", exact: true }));
  await page.getByRole("heading", { name: "No tariff yet", exact: true }).waitFor();
  await press(page.getByRole("link", { name: "Set the tariff", exact: true }));
  await press(page.getByRole("button", { name: "Start from a template or branch", exact: true }));
  const templates = page.getByRole("dialog", { name: "Start from", exact: true });
  await press(templates.getByRole("button", { name: "Municipal street" }));
  await press(page.getByRole("button", { name: "Review and start", exact: true }));
  await press(page.getByRole("button", { name: "Start tariff now", exact: true }));
  await page.getByRole("heading", { name: "In force: version 1", exact: true }).waitFor();
  await checkIn({ page, press, fill });
  assert.ok(estimateSeconds(effort) <= maxSeconds, JSON.stringify(effort));
  const [entry] = await sql<{ is_test: boolean }[]>`select is_test from "Parking_Information"`;
  assert.equal(entry?.is_test, true);
}

async function checkIn({
  page,
  press,
  fill,
}: { page: Page } & Pick<ReturnType<typeof createEffort>, "press" | "fill">) {
  await press(page.getByRole("navigation").getByRole("link", { name: "Check in", exact: true }));
  await page.waitForURL("**/parking/create");
  await fill(page.getByRole("textbox", { name: "Vehicle number", exact: true }), "tn09ab1234");
  await fill(page.getByRole("textbox", { name: "Phone number", exact: true }), "9840012345");
  await press(page.getByRole("button", { name: "Check in", exact: true }));
  await page.getByRole("heading", { name: "Checked in", exact: true }).waitFor();
}

async function reject({ address, verifier }: Walk): Promise<void> {
  const desk = (await openPage({ address, context: desktopViewport })).page;
  await logIn({ page: desk, user: verifier, landingUrl: "**/platform" });
  await desk.getByRole("link", { name: /Royapettah High Road, Simulated Person/ }).click();
  await desk.getByRole("button", { name: "Add a remark on Pin code" }).click();
  await desk.getByLabel("Remark on Pin code").fill("This belongs to another area");
  await decide(desk, "Reject");
  await desk.getByRole("button", { name: "Reopen", exact: true }).waitFor();
}

/**
 * One more screen with one field, to which the open page of the set-up leads, and after which the branch is open for its
 * set-up again; neither needs a log-in.
 */
async function correct({ page }: Walk): Promise<void> {
  const count = createCounter(page);
  await page.waitForURL("**/application-correction");
  await page.getByText("This belongs to another area").waitFor();
  await count.fill(page.getByLabel("Pin code"), "600002");
  await count.send("Correct your registration", "Submit again");
  await page.getByRole("heading", { name: "Registration received" }).waitFor();
  assert.deepEqual([count.screens.length, count.effort.fields], [1, 1]);
  assert.ok(estimateSeconds(count.effort) <= maxSeconds, JSON.stringify(count.effort));
  await page.getByRole("button", { name: "Set up your branch now", exact: true }).click();
  await page.getByText("Your branch is under review.").waitFor();
}

async function publish({ address, sql, verifier }: Walk): Promise<void> {
  const [branch] = await sql<{ id: number; company: number }[]>`select id, company from "Branch"`;
  const desk = (await openPage({ address, context: desktopViewport })).page;
  await logIn({ page: desk, user: verifier, landingUrl: "**/platform" });
  for (const half of [`company=${branch!.company}`, `company=${branch!.company}&branch=${branch!.id}`]) {
    await desk.goto(`/platform/review?${half}`);
    const button = desk.getByRole("button", { name: "Publish", exact: true });
    await decide(desk, "Publish");
    await button.waitFor({ state: "detached" });
  }
  // The test entry has vanished.
  assert.equal((await sql`select 1 from "Parking_Information"`).length, 0);
}

/** On a phone that is not logged in. */
async function takeFirstPaidCar({ address, sql }: Walk): Promise<void> {
  const { page } = await openPage({ address, context: phoneViewport });
  const { effort, press, fill } = createEffort();
  await page.goto("/partner-with-us");
  await fill(page.getByRole("textbox", { name: "Email", exact: true }), owner.email);
  await fill(page.locator("input[name=password]"), owner.password);
  await press(page.getByRole("button", { name: "Log in", exact: true }));
  await page.getByRole("heading", { name: "Parking board", exact: true }).waitFor();
  await checkIn({ page, press, fill });
  await press(page.getByRole("link", { name: "Open entry", exact: true }));
  await press(page.getByRole("button", { name: "Collect ₹20.00", exact: true }));
  await press(page.getByRole("dialog").getByRole("button", { name: "Collect ₹20.00", exact: true }));
  await page.getByText("Checked out", { exact: true }).waitFor();
  // The button of the payment has disappeared.
  await page.locator("h1:focus").waitFor();

  const entries = await sql<{ paid: string; is_test: boolean }[]>`
    select paid_amount as paid, is_test from "Parking_Information"`;
  assert.deepEqual(
    entries.map(({ paid, is_test }) => [Number(paid), is_test]),
    [[20, false]],
  );
  assert.ok(estimateSeconds(effort) <= maxSeconds, JSON.stringify(effort));
  assert.ok(effort.fields + effort.presses <= maxAfterPublishing, JSON.stringify(effort));
}

test("an owner registers, sets up, is published and has the first paid car in", async () => {
  const walk = await startWalk();
  await register(walk);
  await setUpWhileWaiting(walk);
  await publish(walk);
  await takeFirstPaidCar(walk);
});

test("an owner is rejected in between, corrects one field, and has the first paid car in", async () => {
  const walk = await startWalk();
  await register(walk);
  await setUpWhileWaiting(walk);
  await reject(walk);
  await correct(walk);
  await publish(walk);
  const { page } = walk;
  // The set-up session goes on with all rights.
  await page.getByRole("navigation").getByRole("link", { name: "Check in", exact: true }).click();
  await page.getByRole("textbox", { name: "Vehicle number", exact: true }).waitFor();
  await page.getByText("Your branch is under review.").waitFor({ state: "detached" });
  await takeFirstPaidCar(walk);
});

test("the owner of an email with an account learns it from its code, before a password is chosen", async () => {
  const { address, make, sql } = await startStory({ integrations });
  const verifier = await make.user("verifier");
  const { page } = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 4\d\d/] });
  await page.goto("/partner-with-us?new");
  const count = createCounter(page);
  await page.getByLabel("Your name").fill(owner.name);
  await page.getByLabel("Mobile number").fill("9840077002");
  await page.getByLabel("Email").fill(verifier.email);
  await count.send("Register your company", "Send codes");
  await page.getByRole("heading", { name: "Enter both codes" }).waitFor();
  const { otp } = (await findMailTo({ sql, sealer, to: verifier.email })).values;
  await page.getByLabel("Code from email").fill(otp!);
  await page.getByText(getErrorText("USER_EMAIL_EXIST")).waitFor();
  assert.equal(await page.getByLabel("Email").inputValue(), verifier.email);
});
