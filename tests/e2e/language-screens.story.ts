// Every screen of the gate, its lists and of valet in each language: it fits a phone, and shows no English that has a translation.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import sharp from "sharp";
import { networkProblems } from "#domain/printing/print-job.ts";
import { createRates, createTariff } from "#domain/tariffs/blank-tariff.ts";
import type { TestClient } from "#tests/support/app.ts";
import { openPage, phoneViewport } from "#tests/support/browser.ts";
import { readCustomerTicket } from "#tests/support/customer-ticket.ts";
import { eventually } from "#tests/support/eventually.ts";
import type { CreatedBranch } from "#tests/support/factories.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";
import { findUntranslated, readCatalogue } from "#tests/support/languages.ts";
import { SwitchedPhone } from "#tests/support/switched-phone.ts";

const { address, asUser, make, sql } = await startStory();
const slug = "language-screens";
const catalogues = {
  ta: readCatalogue("ta"),
  hi: readCatalogue("hi"),
  te: readCatalogue("te"),
  kn: readCatalogue("kn"),
};
/** Folder for pictures of every screen; none are taken without it. */
const pictures = process.env["LANGUAGE_PICTURES"];
const longName = "Venkatanarasimharajuvaripeta Lakshminarayana Rao";
const phoneNumber = "9840012345";
const ignored = { expectedErrors: [/status of 4\d\d/, /navigator\.vibrate/, /ERR_INTERNET_DISCONNECTED/] };

let branch: CreatedBranch;
let valet: CreatedBranch;

class Phone extends SwitchedPhone {
  async goto(path: string, heading?: string): Promise<void> {
    await this.page.goto(path);
    if (heading !== undefined) await this.page.getByRole("heading", { name: heading, exact: true }).first().waitFor();
  }

  async fillCheckIn(plate: string): Promise<void> {
    await this.page.getByRole("textbox", { name: this.t("Vehicle number"), exact: true }).fill(plate);
    await this.page.getByRole("textbox", { name: new RegExp(`^${this.t("Phone number")}`) }).fill(phoneNumber);
  }

  async addPhoto(): Promise<void> {
    const image = sharp({ create: { width: 600, height: 400, channels: 3, background: "#335577" } });
    const file = { name: "car.png", mimeType: "image/png", buffer: await image.png().toBuffer() };
    await this.page.locator("input[type=file]").first().setInputFiles(file);
    await this.page.getByRole("button", { name: this.t("Remove photo {number}", { number: "1" }) }).waitFor();
  }

  /** Checks the screen in each language; `submit` repeats what a message in it was the answer to. */
  async check(screen: string, submit?: () => Promise<void>): Promise<void> {
    const { page, code: submitted } = this;
    await this.inEach(async () => {
      const { code } = this;
      if (code !== submitted) await submit?.();
      if (pictures) await this.takePictures(`${pictures}/${screen}-${code}`);
      const untranslated = await findUntranslated({ page, catalogue: catalogues[code], history: this.t("History") });
      assert.deepEqual(untranslated, [], `${screen} in ${code}`);
      await this.assertFits(screen);
    });
  }

  /** Light and dark, and light on the narrowest phone. */
  private async takePictures(path: string): Promise<void> {
    const { page } = this;
    for (const [width, colorScheme, ending] of [
      [390, "light", ""],
      [390, "dark", "-dark"],
      [320, "light", "-narrow"],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${path}${ending}.png` });
    }
    await page.setViewportSize({ width: 390, height: 844 });
  }

  /** Opens each further action of a page, which has a sheet, and presses its button without a reason. */
  async checkSheets({ path, prefix, sheets }: { path: string; prefix: string; sheets: readonly string[] }) {
    const { page } = this;
    for (const label of sheets) {
      await page.goto(path);
      await page
        .getByRole("button", { name: this.t("More actions") })
        .or(page.getByRole("button", { name: this.t("Actions") }))
        .click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: this.t(label), exact: true })
        .click();
      await page.getByRole("dialog", { name: this.t("More actions") }).waitFor({ state: "detached" });
      await page.getByRole("dialog").waitFor();
      const screen = `${prefix}-${label.toLowerCase().replaceAll(" ", "-")}`;
      await this.check(screen);
      const reason = page.getByRole("dialog").getByRole("textbox", { name: this.t("Reason") });
      if ((await reason.count()) === 0) continue;
      const missing = page.getByRole("dialog").getByText(/^\*/).last();
      // Not below the button, which stays at the lower edge.
      const isShown = () =>
        missing.evaluate((text: HTMLElement) => {
          const { left, bottom } = text.getBoundingClientRect();
          return text.contains(document.elementFromPoint(left + 2, bottom - 2));
        });
      const submit = async () => {
        await page.getByRole("dialog").locator("[type=submit]").click();
        await missing.waitFor();
        await eventually(async () => assert.ok(await isShown(), `${screen}: the error is covered`));
      };
      await submit();
      await this.check(`${screen}-refused`, submit);
    }
  }
}

async function openPhone(): Promise<Phone> {
  const { page } = await openPage({ address, context: phoneViewport, ...ignored });
  return new Phone(page);
}

async function openAs({ role, at }: { role: "staff" | "manager"; at: CreatedBranch }): Promise<{
  phone: Phone;
  client: TestClient;
}> {
  const phone = await openPhone();
  // An account without a language: that of the device is shown.
  const user = await make.user(role, { branch: at, first_name: "Selvi" });
  await logIn({ page: phone.page, user, landingUrl: "**/{dashboard,home}" });
  await phone.start();
  return { phone, client: await asUser(user) };
}

const getPath = (at: CreatedBranch, page: string): string => `/${slug}/${at.slug}/${page}`;

/** The first line of a charge by the tariff. */
const getFirstHours = (phone: Phone): string =>
  phone.t("First {duration}", { duration: phone.t("{count} hours", { count: "2" }) });

async function checkIn(client: TestClient): Promise<{ id: number; plate: string; pay: string }> {
  const plate = make.plate();
  const body = { vehicle_no: plate, phone_no: phoneNumber, name: longName };
  const { data, status, text } = await client.post("/actions/parking/check-in", body);
  assert.equal(status, 200, text);
  return { id: data.id, plate, pay: data.pay };
}

/** Several parts, a fee for a lost slip, extras and shop bills. */
const tariff = {
  ...createTariff({
    rates: [
      createRates({
        lines: [
          { kind: "total", to: 120, amount: 40_00 },
          { kind: "each", to: null, step: 60, amount: 20_00 },
        ],
        lost_slip: { amount: 300_00, waive_with_proof: true },
      }),
    ],
  }),
  extras: [{ id: "charging", label: "Charging", kind: "amount", amount: 50_00, when: "pressed" }],
  bill: { kind: "covers", minimum_bill: 100_00, free_until_minutes: null, at_most: 15_00 },
};

/** A branch that sells passes, keeps their slots, books slots and has accounts. */
async function openDesk(): Promise<CreatedBranch> {
  const { id: pre_booking_config } = await make.row("Pre_Booking_Configuration", { bookable_share: 100 });
  const desk = await make.branch({
    company: branch.company,
    slots: 40,
    rate: "20.00",
    config: { keeps_pass_slots: true },
    payment_channels: ["on_account"],
    is_pre_booking: true,
    pre_booking_config,
  });
  const lines = [{ kind: "each", to: null, step: 60, amount: 2_000 }];
  const tariff = {
    plans: [{ name: "Standard", rates: [{ vehicle_type: null, lines }] }],
    passes: [{ vehicle_type: null, per: "month", amount: 50_000 }],
  };
  const manager = await asUser(await make.user("manager", { branch: desk }));
  const version = await manager.post("/items/Tariff_Versions", { branch: desk.id, service: "is_parking", tariff });
  assert.equal(version.status, 200, version.text);
  return desk;
}

before(async () => {
  const company = await make.company({ slug });
  branch = await make.branch({ company: company.id, slots: 40, rate: "20.00", allow_person_entries: true });
  valet = await make.valetBranch({
    company: company.id,
    slots: 40,
    config: { offer_timeout_seconds: 600 },
  });
  await make.row("Tariff_Versions", { branch: valet.id, service: "is_valet_and_parking", tariff });
});

test("the gate's screens in each language", async () => {
  const { phone, client } = await openAs({ role: "staff", at: branch });
  const { page } = phone;
  const { id, plate } = await checkIn(client);
  for (const [path, heading] of [
    ["home", "Hello, {name}"],
    ["select/entry", "New entry"],
    ["vehicle-entry/create", "New vehicle entry"],
    ["vehicle-entry/create?type=pass", "New vehicle entry"],
    ["person-entry/create", "New person entry"],
    ["parking/scan-parking-entry", "Scan code"],
    ["parking/lot-check", "Lot check"],
    [`parking/detail?id=${id}`, "History"],
  ] as const) {
    await phone.goto(getPath(branch, path), phone.t(heading, { name: "Selvi" }));
    await phone.check(path.replaceAll(/\W+/g, "-"));
  }
  await page.goto(getPath(branch, "parking/lot-check"));
  await page.getByRole("button", { name: phone.t("Start lot check") }).click();
  await page.getByRole("checkbox", { name: new RegExp(plate) }).waitFor();
  await phone.check("lot-check-walk");
  await page.getByRole("button", { name: phone.t("Finish lot check") }).click();
  await page.getByRole("button", { name: phone.t("End lot check") }).waitFor();
  await phone.check("lot-check-result");

  const detail = getPath(branch, `parking/detail?id=${id}`);
  await phone.checkSheets({ path: detail, prefix: "entry", sheets: ["Correct entry", "Void entry"] });
  const paid = await client.post(`/actions/parking/${id}/take-cash`, { auto_checkout: false, expected: 2_000 });
  assert.equal(paid.status, 200, paid.text);
  await page.goto(detail);
  await page.getByRole("button", { name: phone.t("Reverse"), exact: true }).click();
  await page.getByRole("dialog", { name: phone.t("Reverse payment") }).waitFor();
  await phone.check("entry-reverse");

  // Only Latin has a font that is loaded: the phone has those of the other scripts.
  const families = await page.evaluate<string[]>(
    "document.fonts.ready.then((fonts) => [...fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family))",
  );
  const loaded = new Set(families.map((family) => family.replaceAll('"', "")));
  // One of the system, with other dimensions.
  loaded.delete("Anek fallback");
  assert.deepEqual([...loaded], ["Anek Latin Variable"]);

  await page.goto(getPath(branch, "cash-shift"));
  for (const [button, screen] of [
    ["Hand over cash", "shift-hand-over"],
    ["Opening float {amount}", "shift-float"],
  ] as const) {
    await page.getByRole("button", { name: phone.t(button, { amount: "₹0.00" }) }).click();
    await page.getByRole("dialog").waitFor();
    await phone.check(screen);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  const closeShift = async () => {
    await page.getByRole("button", { name: phone.t("Close shift") }).click();
    await page.getByText(/^\*/).first().waitFor();
  };
  await closeShift();
  await phone.check("shift-refused", closeShift);
  await page.getByRole("textbox", { name: phone.t("Counted cash") }).fill("5");
  await page.getByRole("button", { name: phone.t("Close shift") }).click();
  await page.getByText(phone.t("{amount} short", { amount: "₹15.00" })).waitFor();
  await phone.check("shift-short");

  await phone.goto(getPath(branch, "parking/create"), phone.t("Check in"));
  await phone.fillCheckIn(make.plate());
  await phone.addPhoto();
  await phone.check("check-in-photo");
  await page.getByRole("button", { name: phone.t("Check in") }).click();
  await page.getByRole("heading", { name: phone.t("Checked in") }).waitFor();
  await page.getByRole("link", { name: phone.t("Open") }).click();
  await page.getByRole("heading", { name: phone.t("Photos") }).waitFor();
  await phone.check("entry-photos");
  await page.getByRole("button", { name: phone.t("Open photo {number}", { number: "1" }) }).click();
  await page.getByRole("dialog", { name: phone.t("Photo") }).waitFor();
  await phone.check("entry-photo");

  await sql`update "Parking_Information" set in_time = now() - interval '30 hours' where id = ${id}`;
  await page.goto(getPath(branch, "parking/dashboard"));
  await page.getByRole("button", { name: new RegExp(`^${phone.t("Inside over 24 hours")}`) }).click();
  await phone.check("board-long-inside");
  await page.goto(getPath(branch, "parking/dashboard?search=zz"));
  await page.getByRole("heading", { name: phone.t("No matching entries") }).waitFor();
  await phone.check("board-no-matches");

  await phone.goto(getPath(branch, "parking/create"), phone.t("Check in"));
  await phone.fillCheckIn(make.plate());
  // Catalogues that are not loaded are not to be had without a network.
  await phone.check("check-in-filled");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: phone.t("Check in") }).click();
  await page.getByText(phone.t("{count} waiting to be sent", { count: "1" })).waitFor();
  await phone.check("check-in-offline");
  await page.context().setOffline(false);
  await page.close();
});

test("the lists of passes, debts and bookings and the printers in each language", async () => {
  const desk = await openDesk();
  const { phone, client } = await openAs({ role: "staff", at: desk });
  const { page } = phone;
  const manager = await asUser(await make.user("manager", { branch: desk }));
  const post = async (path: string, body: object, by = client) => {
    const { data, status, text } = await by.post(`/actions/${path}`, body);
    assert.equal(status, 200, text);
    return data;
  };
  const open = async (path: string, screen: string, heading: string) => {
    await page.goto(getPath(desk, path));
    await page.getByRole("heading", { name: phone.t(heading), exact: true }).waitFor();
    await phone.check(screen);
  };
  const openSheet = async (button: string, screen: string) => {
    await page.getByRole("button", { name: button, exact: true }).first().click();
    await page.getByRole("dialog").waitFor();
    await phone.check(screen);
  };
  for (const [path, heading] of [
    ["settings", "No settings for you here"],
    ["printers", "No printers yet"],
    ["passes", "No valid passes"],
    ["passes?state=all&search=zz", "No matching passes"],
    ["vehicle-entry/edit?id=999999", "Pass not found"],
    ["debts", "No debts"],
    ["debts?search=zz", "No matching debts"],
    ["debts?view=accounts", "Nothing on account"],
    ["pre-booking/dashboard", "No bookings"],
    ["pre-booking/dashboard?view=missed", "No such bookings"],
  ] as const)
    await open(path, `empty-${path.replaceAll(/\W+/g, "-")}`, heading);

  const place = { company: desk.company, branch: desk.id };
  const paper = { name: longName, paper_width: "80" };
  const address = "192.168.1.50";
  const problem = networkProblems.silent;
  const atNetwork = await make.row("Printers", { ...paper, connection: "network", address }, { ...place, problem });
  const atCable = await make.row("Printers", { ...paper, connection: "usb", opens_drawer: true }, place);
  for (const [printer, state] of [
    [atNetwork, "waiting"],
    [atNetwork, "unclear"],
    [atCable, "waiting"],
  ] as const)
    await sql`insert into "Print_Jobs" ${sql({ ...place, printer: printer.id, kind: "test", state, date_created: new Date() })}`;
  await open("printers", "printers", "Printers");
  await page.getByRole("button", { name: phone.t("Print slips of this device on {name}", { name: longName }) }).click();
  await phone.check("printers-default");

  const visitor = { phone_no: phoneNumber, name: longName };
  const { id: pass } = await post("passes", {
    ...visitor,
    vehicle_no: make.plate(),
    time_type: "month",
    duration: 1,
  });
  const passPage = `vehicle-entry/edit?id=${pass}`;
  await open(passPage, "pass-unpaid", "Pass");
  await phone.checkSheets({ path: getPath(desk, passPage), prefix: "pass-unpaid", sheets: ["End pass"] });
  await page.goto(getPath(desk, passPage));
  await openSheet(phone.t("Collect {amount}", { amount: "₹500.00" }), "pass-cash");
  await page.getByRole("textbox", { name: phone.t("Cash received (optional)") }).fill("1");
  const payPart = async () => {
    await page.getByRole("dialog").locator("[type=submit]").click();
    await page.getByText(phone.t("*A pass is paid as a whole: {amount}", { amount: "₹500.00" })).waitFor();
  };
  await payPart();
  await phone.check("pass-cash-refused", payPart);
  await post(`passes/${pass}/take-payment`, { channel: "cash", expected: 50_000 });
  await open("passes", "passes", "Passes");
  await open(passPage, "pass", "Pass");
  await openSheet(phone.t("Renew pass"), "pass-renew");
  await page.getByRole("dialog").getByText(phone.t("Custom duration"), { exact: true }).click();
  await page.getByRole("textbox", { name: phone.t("Duration") }).fill("3");
  await page.getByRole("combobox", { name: phone.t("Period") }).selectOption({ label: phone.t("Months") });
  await page.getByText(phone.t("{count} months at {rate}", { count: "3", rate: "₹500.00" })).waitFor();
  const sheets = ["Change vehicle", "Keep a slot"];
  await phone.checkSheets({ path: getPath(desk, passPage), prefix: "pass", sheets });
  await post(`passes/${pass}/move`, { vehicle_no: make.plate() });
  await post(`passes/${pass}/keep-slot`, { slot_prefix: "A", slot_no: 3 });
  await open(passPage, "pass-moved", "Pass");
  const lead = await openAs({ role: "manager", at: desk });
  await lead.phone.checkSheets({ path: getPath(desk, passPage), prefix: "pass-paid", sheets: ["End pass"] });
  await lead.phone.page.close();
  const { id: unpaid } = await post("passes", {
    ...visitor,
    vehicle_no: make.plate(),
    time_type: "month",
    duration: 1,
  });
  await post(`passes/${unpaid}/end`, { reason: "Vayalur", expected: 0 });
  await open(`vehicle-entry/edit?id=${unpaid}`, "pass-ended", "Pass");
  await open("passes?state=all", "passes-all", "Passes");

  const debt = await checkIn(client);
  const booked = await checkIn(client);
  await sql`update "Parking_Information" set in_time = now() - interval '50 minutes', payment_type = case when id = ${debt.id} then 'pay-later' end where id in ${sql([debt.id, booked.id])}`;
  await post(`parking/${debt.id}/check-out`, {});
  const { request } = (await client.get(`/actions/payments/parking/${booked.id}`)).data;
  await post(`parking/${booked.id}/take-payment`, { channel: "on_account", reference: "Kaveri", request }, manager);
  await open("debts", "debts", "Debts");
  await open("debts?view=accounts", "accounts", "Debts");
  await openSheet(phone.t("Settle {account}", { account: "Kaveri" }), "account-settle");

  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const book = async (minutes: number): Promise<number> => {
    const times = { booking_start_time: inMinutes(minutes), booking_end_time: inMinutes(minutes + 120) };
    return (await post("pre-bookings", { ...visitor, ...times, vehicle_no: make.plate() })).id;
  };
  const [, arrived, cancelled] = [await book(5), await book(5), await book(5)];
  await open("pre-booking/dashboard", "bookings", "Bookings");
  const getRow = () =>
    page
      .getByRole("list", { name: phone.t("Bookings") })
      .getByRole("listitem")
      .first();
  for (const [label, screen] of [
    ["Payment", "booking-payment"],
    ["Cancel", "booking-cancel"],
  ] as const) {
    await getRow().getByText(phone.t(label), { exact: true }).click();
    await page.getByRole("dialog").waitFor();
    await phone.check(screen);
    if (label === "Payment") await page.keyboard.press("Escape");
  }
  const cancel = async () => {
    await page.getByRole("dialog").locator("[type=submit]").click();
    await page.getByRole("dialog").getByText(/^\*/).last().waitFor();
  };
  await cancel();
  await phone.check("booking-cancel-refused", cancel);
  await post(`pre-bookings/${arrived}/arrive`, {});
  await post(`pre-bookings/${cancelled}/cancel`, { reason: "Vayalur" });
  await open("pre-booking/dashboard?view=all", "bookings-all", "Bookings");
  await open("pre-booking/create", "booking-create", "Book a slot");
  await page.getByText(phone.t("Latest arrival")).waitFor();
  await phone.check("booking-quoted");
  await page.getByLabel(phone.t("Arrival")).fill("2020-01-01T10:00");
  await page.getByText(phone.t("*Arrival must not be in the past").slice(1)).waitFor();
  await phone.check("booking-refused");
  await page.close();
});

test("a lost slip, extra charges and a payment before the entry in each language", async () => {
  const charged = await make.branch({ company: branch.company, slots: 10 });
  await make.row("Tariff_Versions", { branch: charged.id, service: "is_parking", tariff });
  const { phone, client } = await openAs({ role: "staff", at: charged });
  const { page } = phone;
  const { id, pay } = await checkIn(client);
  await sql`update "Parking_Information" set in_time = now() - interval '150 minutes' where id = ${id}`;
  const firstHours = () => page.getByText(getFirstHours(phone), { exact: true });
  await page.goto(getPath(charged, `parking/detail?id=${id}`));
  await firstHours().waitFor();
  const lose = () => page.getByRole("button", { name: phone.t("Lost slip +{amount}", { amount: "₹300" }) });
  await lose().click();
  await page.getByText(phone.t("Lost slip"), { exact: true }).waitFor();
  await page.getByText(phone.t("1 more hour at {rate}", { rate: "₹20.00" }), { exact: true }).waitFor();
  await phone.check("lost-slip");
  await page.getByRole("button", { name: phone.t("Waive with proof") }).click();
  await page.getByRole("dialog", { name: phone.t("Waive the fee for the lost slip") }).waitFor();
  const waive = async () => {
    await page.getByRole("dialog").locator("[type=submit]").click();
    const label = phone.t("Proof of ownership");
    await page.getByText(`*${phone.t("{label} is required", { label })}`).waitFor();
  };
  await waive();
  await phone.check("lost-slip-waive-refused", waive);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("button", { name: phone.t("Shop bill"), exact: true }).click();
  await page.getByRole("dialog").waitFor();
  await phone.check("shop-bill");
  const offer = { coupon_title: "Opening week", coupon_code: "OPEN20", kind: "flat", amount: "20.00" };
  const manager = await asUser(await make.user("manager", { branch: charged }));
  const created = await manager.post("/items/Offers", offer);
  assert.equal(created.status, 200, created.text);
  const started = await manager.patch(`/items/Offers/${created.data.id}`, { state: "running" });
  assert.equal(started.status, 200, started.text);
  await page.goto(getPath(charged, `parking/detail?id=${id}`));
  await page.getByRole("button", { name: phone.t("Collect {extended}", { extended: "₹360.00" }) }).click();
  await page.getByRole("textbox", { name: phone.t("Offer code (optional)") }).fill("CLOSED");
  await phone.check("cash-offer");
  await page.getByRole("button", { name: phone.t("Apply code") }).click();
  await page.getByText(phone.t("This code is not valid here")).waitFor();
  await phone.check("cash-offer-refused");

  await page.goto(`/pay/${pay}`);
  await firstHours().waitFor();
  await phone.check("pay-lost-slip");

  const payFirst = await make.branch({
    company: branch.company,
    slots: 10,
    rate: "20.00",
    config: { payment_type: "pre-pay" },
  });
  const gate = (await openAs({ role: "staff", at: payFirst })).phone;
  await gate.goto(getPath(payFirst, "parking/create"), gate.t("Check in"));
  await gate.fillCheckIn(make.plate());
  await gate.page.getByRole("button", { name: gate.t("Check in") }).click();
  await gate.page.getByRole("link", { name: gate.t("Collect cash") }).waitFor();
  await gate.check("prepay");
  await gate.page.getByRole("link", { name: gate.t("Collect cash") }).click();
  await gate.page.getByRole("heading", { name: gate.t("History") }).waitFor();
  await gate.check("prepay-entry");
  await gate.page.close();
  await page.close();
});

test("a manager's actions on an entry in each language", async () => {
  const { phone, client } = await openAs({ role: "manager", at: branch });
  const { id } = await checkIn(client);
  const sheets = ["Pay later", "Set charge", "Record missed exit"];
  await phone.checkSheets({ path: getPath(branch, `parking/detail?id=${id}`), prefix: "manager", sheets });
  await phone.page.close();
});

test("the driver's and the customer's screens of a ticket in each language", async () => {
  const { phone, client } = await openAs({ role: "staff", at: valet });
  const customer = await openPhone();
  await customer.page.addInitScript(
    `if (!localStorage.getItem("chaavi-language")) localStorage.setItem("chaavi-language", "${customer.code}")`,
  );
  const body = { Vehicle_Number: make.plate(), Customer_Phone_Number: phoneNumber, Customer_Name: longName };
  const created = await client.post("/actions/valet/create-ticket", body);
  assert.equal(created.status, 200, created.text);
  const { id } = created.data;
  const { link, otp } = await readCustomerTicket({ sql, id });
  const ticket = getPath(valet, `valet-parking/detail?id=${id}`);
  const move = async (name: string, values: object = {}) => {
    const moved = await client.post(`/actions/valet/${id}/${name}`, values);
    assert.equal(moved.status, 200, moved.text);
  };
  const checkBoth = async (state: string) => {
    await phone.page.goto(ticket);
    await phone.page.getByRole("heading", { name: phone.t("History") }).waitFor();
    await phone.check(`ticket-${state}`);
    await customer.page.goto(link);
    await customer.page.getByRole("list").first().waitFor();
    await customer.check(`customer-ticket-${state}`);
  };
  for (const [path, heading] of [
    ["valet-parking/scan-parking-entry", "Scan code"],
    ["generate-one-time-password", "Issue new OTP"],
  ] as const) {
    await phone.page.goto(getPath(valet, path));
    await phone.page.getByRole("heading", { name: phone.t(heading), exact: true }).waitFor();
    await phone.check(path.replaceAll(/\W+/g, "-"));
  }
  await checkBoth("received");
  await phone.checkSheets({ path: ticket, prefix: "ticket", sheets: ["Correct ticket", "Cancel ticket"] });
  await move("park");
  await checkBoth("parked");
  await phone.page.getByRole("button", { name: phone.t("Chat"), exact: true }).click();
  await phone.page.getByRole("dialog").waitFor();
  await phone.check("chat");
  await move("request-pickup");
  await checkBoth("requested");
  await move("accept-pickup");
  await checkBoth("on-the-way");
  await move("at-the-gate");
  await checkBoth("at-the-gate");
  const { owed } = (await client.get(`/actions/payments/valet/${id}`)).data;
  await move("take-cash", { auto_checkout: false, expected: owed.extended });
  await move("hand-over", { otp });
  await checkBoth("checked-out");
  await customer.page.goto(`/receipt/${created.data.pay}`);
  await customer.page.getByRole("heading", { name: customer.t("Receipt"), exact: true }).waitFor();
  await customer.page.getByText(getFirstHours(customer), { exact: true }).waitFor();
  await customer.check("receipt");
  await customer.page.close();
  await phone.page.close();
});
