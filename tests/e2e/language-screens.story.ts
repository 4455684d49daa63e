// Every screen of the gate, its lists and of valet in each language: it fits a phone, and shows no English that has a translation.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { languages } from "#domain/people/languages.ts";
import { networkProblems } from "#domain/printing/print-job.ts";
import type { TestClient } from "#tests/support/app.ts";
import { openPage, phoneViewport } from "#tests/support/browser.ts";
import { readCustomerTicket } from "#tests/support/customer-ticket.ts";
import { eventually } from "#tests/support/eventually.ts";
import type { CreatedBranch } from "#tests/support/factories.ts";
import { findLayoutProblems } from "#tests/support/fits.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";
import { type Catalogue, createTranslator, fillIn, findUntranslated, readCatalogue } from "#tests/support/languages.ts";

const { address, asUser, make, sql } = await startStory();
const slug = "language-screens";
const codes = ["ta", "hi", "te", "kn"] as const;
type Code = (typeof codes)[number];
/** Folder for pictures of every screen; none are taken without it. */
const pictures = process.env["LANGUAGE_PICTURES"];
const longName = "Venkatanarasimharajuvaripeta Lakshminarayana Rao";
const phoneNumber = "9840012345";
const ignored = { expectedErrors: [/status of 4\d\d/, /navigator\.vibrate/, /ERR_INTERNET_DISCONNECTED/] };

let branch: CreatedBranch;
let valet: CreatedBranch;

/** A phone in a language, with what is checked of each of its screens. */
class Phone {
  readonly page: Page;
  readonly code: Code;
  readonly catalogue: Catalogue;
  private readonly translate: (message: string) => string;
  constructor(page: Page, code: Code) {
    this.page = page;
    this.code = code;
    this.catalogue = readCatalogue(code);
    this.translate = createTranslator(code);
  }

  t(message: string, values: { [name: string]: string } = {}): string {
    return fillIn(this.translate(message), values);
  }

  /**
   * Opens a page as its links do, without loading the app again, for pages whose data has not changed since. A heading
   * that is shown already would not tell that the page is: then it is loaded.
   */
  async open({ path, heading }: { path: string; heading: string }): Promise<void> {
    const shown = this.page.getByRole("heading", { name: heading, exact: true });
    if ((await shown.count()) > 0) await this.page.goto(path);
    else
      await this.page.evaluate(
        `history.pushState(null, "", ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent("popstate"))`,
      );
    await shown.waitFor();
  }

  async check(screen: string): Promise<void> {
    const { page, code, catalogue } = this;
    const loading = page.getByRole("status", { name: this.t("Loading") });
    await eventually(async () => assert.equal(await loading.count(), 0));
    if (pictures) await page.screenshot({ path: `${pictures}/${code}-${screen}.png` });
    assert.deepEqual(await findUntranslated({ page, catalogue, history: this.t("History") }), [], screen);
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 });
      assert.deepEqual(await findLayoutProblems(page), [], `${screen} at ${width} px`);
    }
  }

  /** Opens each further action of a page, which has a sheet, and presses its button without a reason. */
  async checkSheets({ path, prefix, sheets }: { path: string; prefix: string; sheets: readonly string[] }) {
    const { page } = this;
    await page.goto(path);
    for (const label of sheets) {
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
      if ((await reason.count()) > 0) {
        await page.getByRole("dialog").locator("[type=submit]").click();
        const missing = page.getByRole("dialog").getByText(/^\*/).last();
        await missing.waitFor();
        // Not below the button, which stays at the lower edge.
        const isShown = () =>
          missing.evaluate((text: HTMLElement) => {
            const { left, bottom } = text.getBoundingClientRect();
            return text.contains(document.elementFromPoint(left + 2, bottom - 2));
          });
        await eventually(async () => assert.ok(await isShown(), `${screen}: the error is covered`));
        await this.check(`${screen}-refused`);
      }
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
  }
}

async function openPhone(code: Code): Promise<Phone> {
  const { page } = await openPage({ address, context: phoneViewport, ...ignored });
  return new Phone(page, code);
}

async function openAs({ code, role, at }: { code: Code; role: "staff" | "manager"; at: CreatedBranch }) {
  // The language is that of the account.
  const phone = await openPhone(code);
  const user = await make.user(role, { branch: at, language: code, first_name: "Selvi" });
  await logIn({ page: phone.page, user, landingUrl: "**/{dashboard,home}" });
  return { phone, user, client: await asUser(user) };
}

const getPath = (at: CreatedBranch, page: string): string => `/${slug}/${at.slug}/${page}`;

async function checkIn(client: TestClient): Promise<{ id: number; plate: string; pay: string }> {
  const plate = make.plate();
  const body = { vehicle_no: plate, phone_no: phoneNumber, name: longName };
  const { data, status, text } = await client.post("/actions/parking/check-in", body);
  assert.equal(status, 200, text);
  return { id: data.id, plate, pay: data.pay };
}

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
    rate: "20.00",
    config: { offer_timeout_seconds: 600 },
  });
});

for (const code of codes) {
  test(`the gate's screens in ${languages[code]}`, async () => {
    const { phone, client } = await openAs({ code, role: "staff", at: branch });
    const { page } = phone;
    const { id, plate } = await checkIn(client);
    for (const [path, heading] of [
      ["home", phone.t("Hello, {name}", { name: "Selvi" })],
      ["select/entry", phone.t("New entry")],
      ["vehicle-entry/create", phone.t("New vehicle entry")],
      ["vehicle-entry/create?type=pass", phone.t("New vehicle entry")],
      ["person-entry/create", phone.t("New person entry")],
      ["parking/scan-parking-entry", phone.t("Scan code")],
      ["parking/lot-check", phone.t("Lot check")],
      [`parking/detail?id=${id}`, phone.t("History")],
    ] as const) {
      await phone.open({ path: getPath(branch, path), heading });
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
    for (const button of [phone.t("Hand over cash"), phone.t("Opening float {amount}", { amount: "₹0.00" })]) {
      await page.getByRole("button", { name: button }).click();
      await page.getByRole("dialog").waitFor();
      await phone.check(button === phone.t("Hand over cash") ? "shift-hand-over" : "shift-float");
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    await page.getByRole("button", { name: phone.t("Close shift") }).click();
    await page.getByText(/^\*/).first().waitFor();
    await phone.check("shift-refused");

    await page.goto(getPath(branch, "parking/create"));
    await page.getByRole("textbox", { name: phone.t("Vehicle number"), exact: true }).fill(make.plate());
    await page.getByRole("textbox", { name: new RegExp(`^${phone.t("Phone number")}`) }).fill(phoneNumber);
    await page.context().setOffline(true);
    await page.getByRole("button", { name: phone.t("Check in") }).click();
    await page.getByText(phone.t("{count} waiting to be sent", { count: "1" })).waitFor();
    await phone.check("check-in-offline");
    await page.context().setOffline(false);
    await page.close();
  });

  test(`the lists of passes, debts and bookings and the printers in ${languages[code]}`, async () => {
    const desk = await openDesk();
    const { phone, client } = await openAs({ code, role: "staff", at: desk });
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
    ] as const) {
      await phone.open({ path: getPath(desk, path), heading: phone.t(heading) });
      await phone.check(`empty-${path.replaceAll(/\W+/g, "-")}`);
    }

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
    await page
      .getByRole("button", { name: phone.t("Print slips of this device on {name}", { name: longName }) })
      .click();
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
    await page.getByRole("dialog").locator("[type=submit]").click();
    await page.getByText(phone.t("*A pass is paid as a whole: {amount}", { amount: "₹500.00" })).waitFor();
    await phone.check("pass-cash-refused");
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
    const lead = await openAs({ code, role: "manager", at: desk });
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
    const row = page
      .getByRole("list", { name: phone.t("Bookings") })
      .getByRole("listitem")
      .first();
    for (const [label, screen] of [
      ["Payment", "booking-payment"],
      ["Cancel", "booking-cancel"],
    ] as const) {
      await row.getByText(phone.t(label), { exact: true }).click();
      await page.getByRole("dialog").waitFor();
      await phone.check(screen);
      if (label === "Payment") await page.keyboard.press("Escape");
    }
    await page.getByRole("dialog").locator("[type=submit]").click();
    await page.getByRole("dialog").getByText(/^\*/).last().waitFor();
    await phone.check("booking-cancel-refused");
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

  test(`a manager's actions on an entry in ${languages[code]}`, async () => {
    const { phone, client } = await openAs({ code, role: "manager", at: branch });
    const { id } = await checkIn(client);
    const sheets = ["Pay later", "Set charge", "Record missed exit"];
    await phone.checkSheets({ path: getPath(branch, `parking/detail?id=${id}`), prefix: "manager", sheets });
    await phone.page.close();
  });

  test(`the driver's and the customer's screens of a ticket in ${languages[code]}`, async () => {
    const { phone, user, client } = await openAs({ code, role: "staff", at: valet });
    const customer = await openPhone(code);
    await customer.page.addInitScript(`localStorage.setItem("chaavi-language", "${code}")`);
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
      await phone.open({ path: getPath(valet, path), heading: phone.t(heading) });
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
    await customer.check("receipt");
    await customer.page.close();
    await phone.page.close();
    // The next request is offered to the driver of the next language.
    await sql`update users set in_out_flag = false where id = ${user.id}`;
  });
}
