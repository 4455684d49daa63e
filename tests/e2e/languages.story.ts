// The interface in other languages: a guard works a shift in Tamil, and the screens of the gate fit a phone in each language.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, openPage, phoneViewport } from "#tests/support/browser.ts";
import { readCustomerTicket } from "#tests/support/customer-ticket.ts";
import { eventually } from "#tests/support/eventually.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { findLayoutProblems } from "#tests/support/fits.ts";
import { createTranslator, fillIn } from "#tests/support/languages.ts";
import { fillLogInForm, logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";
import { SwitchedPhone } from "#tests/support/switched-phone.ts";

const { address, asUser, make, sql } = await startStory();
const slug = "languages";
const codes = ["hi", "ta", "te", "kn"] as const;
/** Folder for pictures of every screen; none are taken without it. */
const pictures = process.env["LANGUAGE_PICTURES"];
const plate = "TN09AB1234";

let branch: CreatedBranch;
let guard: CreatedUser;
let page: Page;
const tamil = createTranslator("ta");
const readLanguage = (of: Page): Promise<string> => of.evaluate<string>("document.documentElement.lang");

const getBranchPath = (name: string): string => `/${slug}/${branch.slug}/${name}`;

before(async () => {
  const company = await make.company({ slug });
  branch = await make.branch({ company: company.id, slots: 20, rate: "20.00" });
  guard = await make.user("staff", { branch, first_name: "Selvi" });
  ({ page } = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 4\d\d/] }));
});

test("choosing a language keeps what is typed, and changes the page at once", async () => {
  await logIn({ page, user: guard });
  assert.equal(await readLanguage(page), "en-IN");
  await page.goto(getBranchPath("parking/create"));
  await page.getByRole("textbox", { name: "Vehicle number", exact: true }).fill(plate);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("combobox", { name: "Language" }).selectOption("ta");
  await page.getByRole("dialog", { name: tamil("More") }).waitFor();
  assert.equal(await readLanguage(page), "ta");
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: tamil("Check in") }).waitFor();
  const input = page.getByRole("textbox", { name: tamil("Vehicle number"), exact: true });
  assert.equal(await input.inputValue(), plate);
  await eventually(async () => {
    const [stored] = await sql`select language from users where id = ${guard.id}`;
    assert.equal(stored?.["language"], "ta");
  });
  await assertAccessible(page);
});

test("a guard works a shift in Tamil", async () => {
  const checkIn = page.getByRole("button", { name: tamil("Check in") });
  await page.getByRole("textbox", { name: tamil("Vehicle number"), exact: true }).fill("");
  await checkIn.click();
  const missing = tamil("{label} is required").replace("{label}", tamil("Vehicle number"));
  await page.getByText(`*${missing}`).waitFor();
  await page.getByRole("textbox", { name: tamil("Vehicle number"), exact: true }).fill(plate);
  await page.getByRole("textbox", { name: new RegExp(`^${tamil("Phone number")}`) }).fill("9840012345");
  // Shown for two seconds only.
  const told = page.getByText(tamil("Vehicle checked in")).waitFor();
  await checkIn.click();
  await page.getByRole("heading", { name: tamil("Checked in") }).waitFor();
  await told;

  // A refusal of the server.
  await page.goto(getBranchPath(`parking/create?plate=${plate}`));
  await page.getByRole("textbox", { name: new RegExp(`^${tamil("Phone number")}`) }).fill("9840012345");
  await page.getByRole("button", { name: tamil("Check in") }).click();
  await page.getByText(tamil("This vehicle is already inside. Check it out first.")).waitFor();

  await page.goto(getBranchPath("parking/dashboard"));
  await page.getByRole("link", { name: plate }).click();
  await page.getByText(tamil("In"), { exact: true }).first().waitFor();
  await page.getByRole("button", { name: tamil("Collect {extended}").replace("{extended}", "₹20.00") }).click();
  await page.getByRole("dialog", { name: tamil("Collect cash") }).waitFor();
  await page
    .getByRole("button", { name: tamil("Collect {due}").replace("{due}", "₹20.00") })
    .last()
    .click();
  await page.getByText(tamil("Out"), { exact: true }).first().waitFor();
});

test("the language of the account follows to another device, and the device keeps it after the log-out", async () => {
  const { page: other } = await openPage({ address, context: phoneViewport });
  await logIn({ page: other, user: guard });
  await other.getByRole("heading", { name: tamil("Parking board") }).waitFor();
  assert.equal(await readLanguage(other), "ta");
  await other.getByRole("button", { name: tamil("More") }).click();
  await other
    .getByRole("button", { name: tamil("Log out") })
    .last()
    .click();
  // The shift has cash that was not counted.
  const logOutAnyway = tamil("{action} without counting").replace("{action}", tamil("Log out"));
  // The page changes at once, before the server has ended the session.
  const ended = other.waitForResponse("**/auth/logout");
  await other.getByRole("button", { name: logOutAnyway }).click();
  await ended;
  await other.waitForURL("**/partner-with-us**");
  await other.reload();
  await other.getByRole("button", { name: "Language" }).click();
  await other.getByRole("combobox", { name: "Language" }).waitFor();
  assert.equal(await readLanguage(other), "ta");
  await other.getByRole("combobox", { name: "Language" }).selectOption("en");
  await eventually(async () => assert.equal(await readLanguage(other), "en-IN"));
});

test("an account without a language keeps that of the device", async () => {
  const { page: other } = await openPage({ address, context: phoneViewport });
  await other.goto("/partner-with-us");
  await other.getByRole("button", { name: "Language" }).click();
  await other.getByRole("combobox", { name: "Language" }).selectOption("hi");
  await eventually(async () => assert.equal(await readLanguage(other), "hi"));
  const hindi = createTranslator("hi");
  await other.getByRole("heading", { name: hindi("Partner login") }).waitFor();
  await fillLogInForm({ page: other, user: await make.user("staff", { branch }), t: hindi });
  await other.getByRole("heading", { name: hindi("Parking board") }).waitFor();
});

test("a page follows the language that is chosen in another tab", async () => {
  const { page: first } = await openPage({ address, context: phoneViewport });
  const second = await first.context().newPage();
  for (const tab of [first, second]) await tab.goto("/partner-with-us");
  await second.getByRole("button", { name: "Language" }).click();
  await second.getByRole("combobox", { name: "Language" }).selectOption("ta");
  for (const tab of [second, first]) await tab.getByRole("heading", { name: tamil("Partner login") }).waitFor();
  assert.equal(await readLanguage(first), "ta");
});

test("without its catalogue, the interface is in English", async () => {
  const { page: other } = await openPage({ address, context: phoneViewport });
  await other.goto("/partner-with-us");
  await other.evaluate("localStorage.setItem('chaavi-language', 'xx')");
  await other.reload();
  await other.getByRole("heading", { name: "Partner login" }).waitFor();
  assert.equal(await readLanguage(other), "en-IN");
});

test("the screens of the gate fit a phone in each language", async () => {
  const { page: phone } = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 4\d\d/] });
  await logIn({ page: phone, user: await make.user("staff", { branch }) });
  const screens = new SwitchedPhone(phone);
  await screens.start();
  const assertFits = (screen: string) => assertFitsInEach({ screens, screen });
  await phone.getByRole("heading", { name: screens.t("Parking board") }).waitFor();
  await assertFits("board");
  await phone.getByRole("button", { name: screens.t("More") }).click();
  await phone.getByRole("dialog", { name: screens.t("More") }).waitFor();
  await assertFits("more");
  await phone.goto(getBranchPath("parking/create"));
  const getPhoneInput = () => phone.getByRole("textbox", { name: new RegExp(`^${screens.t("Phone number")}`) });
  await getPhoneInput().waitFor();
  await assertFits("check-in");
  const number = make.plate();
  await phone.getByRole("textbox", { name: screens.t("Vehicle number"), exact: true }).fill(number);
  await getPhoneInput().fill("98400");
  await phone.getByRole("button", { name: screens.t("Check in") }).click();
  await assertFits("check-in-refused");
  await getPhoneInput().fill("9840012345");
  await phone.getByRole("button", { name: screens.t("Check in") }).click();
  await phone.getByRole("heading", { name: screens.t("Checked in") }).waitFor();
  await assertFits("checked-in");
  await phone.getByRole("link", { name: screens.t("Open") }).click();
  await phone.getByRole("heading", { name: screens.t("History") }).waitFor();
  await assertFits("entry");
  await phone
    .getByRole("button", { name: screens.t("More actions") })
    .or(phone.getByRole("button", { name: screens.t("Actions") }))
    .click();
  await phone.getByRole("dialog", { name: screens.t("More actions") }).waitFor();
  await assertFits("actions");
  await phone.getByRole("button", { name: screens.t("Void entry") }).click();
  await phone.getByRole("dialog").waitFor();
  await assertFits("void");
  await phone.keyboard.press("Escape");
  await phone.getByRole("dialog").waitFor({ state: "detached" });
  await phone.getByRole("button", { name: screens.t("Collect {extended}", { extended: "₹20.00" }) }).click();
  await phone.getByRole("dialog", { name: screens.t("Collect cash") }).waitFor();
  await assertFits("cash");
  await phone
    .getByRole("button", { name: screens.t("Collect {due}", { due: "₹20.00" }) })
    .last()
    .click();
  await phone.getByText(screens.t("Out"), { exact: true }).first().waitFor();
  await assertFits("checked-out");
  await phone.goto(getBranchPath("parking/dashboard"));
  await phone.getByRole("link", { name: number }).waitFor();
  await assertFits("board-with-entry");
});

const customerPhone = "9840066177";
const parkedPlate = "TN09CL4455";

async function logInAsCustomer(): Promise<Page> {
  const user = await make.user("customer", {
    contact_number: customerPhone,
    public_customer: true,
    first_name: "Meena",
  });
  const { page: phone } = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 4\d\d/] });
  await phone.goto("/customer/commercial/login?redirect_to=/commercial/my-account");
  await phone.getByRole("button", { name: "Log in with email and password" }).click();
  await fillLogInForm({ page: phone, user });
  await phone.getByRole("heading", { name: "Hello, Meena" }).waitFor();
  return phone;
}

async function assertFitsInEach({
  screens,
  screen,
  isAccessible = false,
}: {
  screens: SwitchedPhone;
  screen: string;
  /** It is also scanned for violations of WCAG. */
  isAccessible?: boolean;
}): Promise<void> {
  await screens.inEach(async () => {
    if (isAccessible) {
      // At the end of the page the bar at the bottom covers no part of a button.
      await screens.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await assertAccessible(screens.page);
    }
    if (pictures) await screens.page.screenshot({ path: `${pictures}/${screen}-${screens.code}.png`, fullPage: true });
    await screens.assertFits(screen);
  });
}

async function assertFitsPhone({ of, screen }: { of: Page; screen: string }): Promise<void> {
  if (pictures) await of.screenshot({ path: `${pictures}/${screen}.png`, fullPage: true });
  for (const width of [390, 320]) {
    await of.setViewportSize({ width, height: 844 });
    assert.deepEqual(await findLayoutProblems(of), [], `${screen} at ${width} px`);
  }
  await of.setViewportSize({ width: 390, height: 844 });
}

test("a customer chooses Tamil, and sees the visit and pays it in each language", async () => {
  const gate = await asUser(guard);
  const entered = await gate.post("/actions/parking/check-in", { vehicle_no: parkedPlate, phone_no: customerPhone });
  assert.equal(entered.status, 200, entered.text);
  const phone = await logInAsCustomer();
  let label = "Language";
  for (const code of ["ta", "hi", "te", "kn"] as const) {
    const t = createTranslator(code);
    await phone.goto("/commercial/my-account");
    await phone.getByRole("combobox", { name: label }).selectOption(code);
    await phone.getByRole("heading", { name: fillIn(t("Hello, {name}"), { name: "Meena" }) }).waitFor();
    label = `${t("Language")} (Language)`;
    await phone.getByRole("combobox", { name: label }).waitFor();
    await phone.getByRole("heading", { name: t("Your details") }).waitFor();
    await assertAccessible(phone);
    await assertFitsPhone({ of: phone, screen: `${code}-my-account` });
  }

  // The language of the device is shown from here on.
  await sql`update users set language = null where contact_number = ${customerPhone}`;
  const screens = new SwitchedPhone(phone);
  await screens.start();
  const inEach = (screen: string, isAccessible = false) => assertFitsInEach({ screens, screen, isAccessible });
  await phone.getByRole("link", { name: screens.t("My parking") }).click();
  await phone.getByRole("heading", { name: screens.t("Parked now") }).waitFor();
  const getVisit = () => phone.getByRole("list", { name: screens.t("Parked now"), exact: true }).getByRole("listitem");
  await getVisit().getByText(screens.t("Pending"), { exact: true }).waitFor();
  await inEach("home", true);

  await getVisit()
    .getByRole("button", { name: screens.t("Pay {amount}", { amount: "₹20.00" }) })
    .click();
  await phone.getByRole("heading", { name: screens.t("Amount due") }).waitFor();
  await phone.getByText(screens.t("Please pay at the gate. Online payment is not available right now.")).waitFor();
  await inEach("pay", true);

  for (const [name, heading] of [
    ["parking-history", "Parking history"],
    ["valet-parking-history", "Valet history"],
    ["saved-coupon", "Saved coupons"],
    ["invites", "Invites"],
    ["pin-my-location", "My places"],
    ["edit-account-details", "Edit account details"],
  ] as const) {
    await phone.goto(`/commercial/${name}`);
    await phone.getByRole("heading", { name: screens.t(heading), exact: true }).waitFor();
    await inEach(name);
  }
});

test("guests choose a language on the pages of their links", async () => {
  const valet = await make.valetBranch({ company: branch.company, slots: 1 });
  const { data } = await (
    await asUser(guard)
  ).post("/actions/parking/check-in", { vehicle_no: make.plate(), phone_no: "9840012346" });
  for (const code of codes) {
    const t = createTranslator(code);
    const { page: guest } = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 4\d\d/] });
    await guest.goto(`/pay/${data.pay}`);
    await guest.getByRole("heading", { name: "Amount due" }).waitFor();
    await guest.getByRole("button", { name: "Language" }).click();
    await guest.getByRole("combobox", { name: "Language" }).selectOption(code);
    await guest.getByRole("heading", { name: t("Amount due") }).waitFor();
    await assertFitsPhone({ of: guest, screen: `${code}-guest-pay` });

    // Another document, which keeps the language of the device.
    await guest.goto(`/${slug}/${valet.slug}/valet-parking/customer/login`);
    await guest.getByRole("heading", { name: t("Find your car") }).waitFor();
    await assertAccessible(guest);
    await assertFitsPhone({ of: guest, screen: `${code}-find-car` });
    await guest.getByRole("button", { name: "Language" }).click();
    await guest.getByRole("combobox", { name: `${t("Language")} (Language)` }).selectOption("en");
    await guest.getByRole("heading", { name: "Find your car" }).waitFor();

    await guest.goto("/customer/commercial/login");
    await guest.getByRole("button", { name: "Language" }).click();
    await guest.getByRole("combobox", { name: "Language" }).selectOption(code);
    await guest.getByRole("heading", { name: t("Customer login") }).waitFor();
    await assertFitsPhone({ of: guest, screen: `${code}-log-in` });
  }
});

test("a valet driver works, and the driver's screens fit a phone in each language", async () => {
  const valet = await make.valetBranch({
    company: branch.company,
    slots: 10,
    rate: "20.00",
    config: { offer_timeout_seconds: 600 },
  });
  const getValetPath = (name: string): string => `/${slug}/${valet.slug}/${name}`;
  const driver = await make.user("staff", { branch: valet, first_name: "Ravi" });
  const { page: phone } = await openPage({
    address,
    context: phoneViewport,
    expectedErrors: [/status of 4\d\d/, /navigator\.vibrate/],
  });
  const screens = new SwitchedPhone(phone);
  const fits = (screen: string, isAccessible = false) =>
    assertFitsInEach({ screens, screen: `valet-${screen}`, isAccessible });
  await logIn({ page: phone, user: driver, landingUrl: "**/valet-parking/dashboard" });
  await screens.start();
  await phone.getByRole("heading", { name: screens.t("Valet board") }).waitFor();
  await fits("board-empty");

  await phone.goto(getValetPath("valet-parking/create"));
  await phone.getByRole("button", { name: screens.t("Create ticket") }).waitFor();
  await phone.getByRole("button", { name: screens.t("Mark damages") }).click();
  await phone.getByRole("checkbox", { name: screens.t("Damage: {part}", { part: screens.t("Bonnet") }) }).click();
  await fits("new-ticket", true);
  const getPlateInput = () => phone.getByRole("textbox", { name: new RegExp(`^${screens.t("Vehicle number")}(?!,)`) });
  const number = make.plate();
  await getPlateInput().fill(number);
  await phone.getByRole("textbox", { name: new RegExp(`^${screens.t("Phone number")}`) }).fill("9848044444");
  await phone.getByRole("button", { name: screens.t("Create ticket") }).click();
  await phone.getByRole("heading", { name: screens.t("Ticket created") }).waitFor();
  await fits("ticket-created");
  await phone.getByRole("link", { name: screens.t("Open ticket") }).click();
  await phone.getByText(screens.t("Received by"), { exact: true }).waitFor();
  await fits("ticket");

  await phone.getByRole("button", { name: screens.t("Mark as parked") }).click();
  await phone.getByRole("dialog", { name: screens.t("Park car") }).waitFor();
  await fits("park");
  await phone.getByRole("button", { name: screens.t("Parked here") }).click();
  await phone.getByRole("button", { name: screens.t("Request car") }).click();
  await phone
    .getByRole("alert")
    .getByRole("button", { name: screens.t("Decline") })
    .waitFor();
  await fits("offer");
  await phone
    .getByRole("alert")
    .getByRole("button", { name: screens.t("Accept") })
    .click();
  await phone.getByRole("region", { name: screens.t("Your current car") }).waitFor();
  await phone.goto(getValetPath("valet-parking/dashboard"));
  await phone
    .getByText(screens.t("Your keys"))
    .or(phone.getByRole("list", { name: screens.t("Your keys") }))
    .first()
    .waitFor();
  await fits("board");
  await phone.getByRole("link", { name: screens.t("Show ticket") }).click();
  await phone.getByRole("button", { name: screens.t("Mark at gate") }).click();
  await phone.getByText(screens.t("Hand it over"), { exact: true }).waitFor();
  await fits("at-the-gate");
  await phone.getByRole("button", { name: screens.t("Actions") }).click();
  await phone.getByRole("dialog", { name: screens.t("More actions") }).waitFor();
  await fits("actions");
  await phone.keyboard.press("Escape");
  await phone.getByRole("dialog").waitFor({ state: "detached" });
  const getCollect = () => phone.getByRole("button", { name: new RegExp(screens.t("Collect {due}", { due: "₹.*" })) });
  await getCollect().last().click();
  await phone.getByRole("dialog", { name: screens.t("Collect cash") }).waitFor();
  await fits("cash");
  await phone
    .getByRole("dialog")
    .getByRole("button", { name: new RegExp(screens.t("Collect {due}", { due: "₹.*" })) })
    .click();
  await phone.getByRole("button", { name: screens.t("Hand over"), exact: true }).click();
  const getHandover = () => phone.getByRole("dialog", { name: screens.t("Hand over car") });
  await getHandover().waitFor();
  await fits("handover");
  const [{ id }] = await sql<[{ id: number }]>`
    select id from "Valet_and_Parking_Information" where "Vehicle_Number" = ${number}`;
  const { otp } = await readCustomerTicket({ sql, id });
  await getHandover()
    .getByRole("textbox", { name: screens.t("Customer's OTP") })
    .fill(otp);
  await getHandover()
    .getByRole("button", { name: screens.t("Hand over car") })
    .click();
  await phone.getByText(screens.t("Vehicle checked out")).waitFor();

  await phone.goto(getValetPath("cash-shift"));
  await phone.getByRole("heading", { name: screens.t("My shift") }).waitFor();
  await phone.getByRole("button", { name: screens.t("Close shift") }).waitFor();
  await fits("shift", true);
  await phone.goto(getValetPath("valet-parking/cash"));
  await phone.getByRole("heading", { name: screens.t("Handed over with payment today") }).waitFor();
  await fits("valet-cash");
});
