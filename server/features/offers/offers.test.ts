// §3 Offers: who declares them, and redeeming with payments that staff take: within every limit, also concurrently.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { EntryKey } from "#domain/payments/online/paid-kinds.ts";
import { readEntryOffers } from "#server/features/offers/entry-offers.ts";
import { readEntry } from "#server/features/payments/payment-records.ts";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp({ poolSize: 20, config: { requestsPerPerson: 0 } });
const make = createFactories(sql);
let branch: CreatedBranch;
let gate: TestClient;
let second: TestClient;
let manager: TestClient;
let admin: TestClient;

before(async () => {
  branch = await make.branch({ rate: "20.00" });
  gate = await asUser(await make.user("staff", { branch }));
  second = await asUser(await make.user("staff", { branch }));
  manager = await asUser(await make.user("manager", { branch }));
  admin = await asUser(await make.user("admin", { branch }));
});

let count = 0;
const createCode = (): string => `T${String((count += 1)).padStart(5, "0")}`;
const createPhone = (): string => `98401${String((count += 1)).padStart(5, "0")}`;

/** Repeats a request that a busy server has not decided, as clients do: a lock was not got within its time-out. */
async function untilDecided<T extends { code: string | undefined }>(send: () => Promise<T>): Promise<T> {
  const reply = await send();
  return reply.code === "SERVER_BUSY" ? untilDecided(send) : reply;
}

/** An entry that owes ₹40. */
async function checkIn({ phone = createPhone(), by = gate } = {}): Promise<number> {
  const body = { vehicle_no: make.plate(), phone_no: phone };
  const { data, text } = await untilDecided(() => by.post("/actions/parking/check-in", body));
  assert.ok(data, text);
  await sql`update "Parking_Information" set in_time = now() - interval '50 minutes' where id = ${data.id}`;
  return data.id;
}

/** A running offer of ₹20 with a code. */
async function createOffer(fields: object = {}): Promise<{ id: number; code: string }> {
  const code = createCode();
  const body = { coupon_title: "Opening week", coupon_code: code, kind: "flat", amount: "20.00", ...fields };
  const { data, text } = await manager.post("/items/Offers", body);
  assert.ok(data, text);
  const started = await manager.patch(`/items/Offers/${data.id}`, { state: "running" });
  assert.equal(started.status, 200, started.text);
  return { id: data.id, code };
}

const takeCash = (id: number, body: object = {}, by = gate) => by.post(`/actions/parking/${id}/take-cash`, body);
const quote = (id: number, body: object = {}, by = gate) => by.post(`/actions/parking/${id}/quote-offers`, body);
const getReason = ({ errors }: { errors: { extensions: { [name: string]: unknown } }[] }) =>
  errors[0]?.extensions["reason"];

async function readUsage(offer: number) {
  const [usage] = await sql`
    select (select count(*) from "Offer_Uses" where offer = ${offer} and state = 'used')::int as uses,
      coalesce((select uses from offer_counters where offer = ${offer}), 0) as counted,
      coalesce((select saved from offer_counters where offer = ${offer}), 0)::float8 as saved`;
  return { ...usage };
}
async function readEntryAmounts(id: number) {
  const [row] = await sql`select payment_status as status, actual_amount::float8 as charge, paid_amount::float8 as paid,
    extended_amount::float8 as owed, offer_discounts as discounts from "Parking_Information" where id = ${id}`;
  return { ...row };
}

test("managers declare offers of their branch, admins also those of the company; staff and other companies see none", async () => {
  const body = {
    coupon_title: "Festival",
    coupon_code: "fest 1",
    kind: "percent",
    percent: 10,
    phones: ["+91 98400 12345"],
  };
  const created = await manager.post("/items/Offers", body);
  assert.deepEqual(
    [created.data?.coupon_code, created.data?.state, created.data?.branch, created.data?.phones],
    ["FEST1", "draft", branch.id, ["9840012345"]],
    created.text,
  );
  const { id } = created.data;
  assert.equal((await manager.post("/items/Offers", body)).code, "RECORD_NOT_UNIQUE");
  assert.equal((await manager.post("/items/Offers", { ...body, coupon_code: null, branch: null })).code, "FORBIDDEN");
  const wide = await admin.post("/items/Offers", { ...body, coupon_code: null, branch: null });
  assert.equal(wide.status, 200, wide.text);
  assert.equal((await manager.get(`/items/Offers/${wide.data.id}`)).status, 200);
  assert.equal((await manager.patch(`/items/Offers/${wide.data.id}`, { percent: 90 })).code, "FORBIDDEN");
  assert.equal((await gate.get(`/items/Offers/${id}`)).code, "FORBIDDEN");
  const foreign = await make.branch();
  const stranger = await asUser(await make.user("admin", { branch: foreign }));
  assert.equal((await stranger.get(`/items/Offers/${id}`)).code, "FORBIDDEN");
  assert.equal(
    (await admin.post("/items/Offers", { ...body, coupon_code: null, branch: foreign.id })).code,
    "FORBIDDEN",
  );
  assert.equal((await admin.patch(`/items/Offers/${id}`, { branch: null })).code, "FORBIDDEN");
  assert.equal((await manager.patch(`/items/Offers/${id}`, { state: "paused" })).code, "NO_NEXT_STATUS");
  assert.equal((await manager.patch(`/items/Offers/${id}`, { state: "ended" })).status, 200);
  assert.equal((await manager.patch(`/items/Offers/${id}`, { percent: 20 })).code, "NO_NEXT_STATUS");
  assert.equal((await manager.delete(`/items/Offers/${id}`)).code, "NO_NEXT_STATUS");
  assert.equal((await admin.delete(`/items/Offers/${wide.data.id}`)).status, 204);
});

const invalid: [fields: object, field: string][] = [
  [{ amount: null }, "amount"],
  [{ kind: "percent" }, "percent"],
  [{ kind: "percent", percent: 101 }, "percent"],
  [{ coupon_code: "AB1" }, "coupon_code"],
  [{ coupon_code: "SEVEN77" }, "coupon_code"],
  [{ coupon_title: "x".repeat(76) }, "coupon_title"],
  [{ short_description: "x".repeat(256) }, "short_description"],
  [{ starts_at: "2026-12-02T00:00:00Z", ends_at: "2026-12-01T00:00:00Z" }, "ends_at"],
  [{ hours_from: "10:00" }, "hours_to"],
  [{ hours_from: "10:00", hours_to: "25:00" }, "hours_to"],
  [{ hours_from: "10:00", hours_to: "10:00" }, "hours_to"],
  [{ weekdays: [] }, "weekdays"],
  [{ weekdays: [1, 8] }, "weekdays"],
  [{ weekdays: [1, 1] }, "weekdays"],
  [{ services: ["is_washing"] }, "services"],
  [{ vehicle_types: ["car"] }, "vehicle_types"],
  [{ audience: "phones" }, "phones"],
  [{ phones: ["12"] }, "phones"],
  [{ paid_by: "partner" }, "partner_name"],
];

test("refuses terms that say nothing or too much, with the field", async () => {
  const plain = { coupon_title: "Opening week", kind: "flat", amount: "20.00" };
  for (const [fields, field] of invalid) {
    const { code, errors, text } = await manager.post("/items/Offers", { ...plain, ...fields });
    assert.deepEqual([code, errors[0]?.extensions["field"]], ["FAILED_VALIDATION", field], text);
  }
});

test("an offer whose end is past is not started, an ended one not changed, and only a draft is deleted, each with the reason", async () => {
  const ends_at = new Date(Date.now() - 3_600_000).toISOString();
  const plain = { coupon_title: "Last week", kind: "flat", amount: "20.00", ends_at };
  const { data: offer } = await manager.post("/items/Offers", plain);
  const set = (changes: object) => manager.patch(`/items/Offers/${offer.id}`, changes);
  const late = await set({ state: "running" });
  assert.deepEqual([late.code, late.errors[0]?.extensions["field"]], ["FAILED_VALIDATION", "ends_at"]);
  assert.equal((await set({ state: "running", ends_at: null })).status, 200);
  const used = await manager.delete(`/items/Offers/${offer.id}`);
  assert.equal(used.errors[0]?.message, "Only a draft can be deleted. End the offer instead.");
  assert.equal((await set({ state: "ended" })).status, 200);
  const ended = await set({ coupon_title: "This week" });
  assert.deepEqual(
    [ended.code, ended.errors[0]?.message],
    ["NO_NEXT_STATUS", "This offer has ended and cannot be changed."],
  );
});

test("the gate is told what a code saves, and the payment takes it off: a line of the charge, and a use", async () => {
  const offer = await createOffer();
  const id = await checkIn();
  const { data } = await quote(id, { code: offer.code.toLowerCase() });
  assert.deepEqual(data, {
    discounts: [{ offer: offer.id, title: "Opening week", amount: 2_000 }],
    saving: 2_000,
    due: 2_000,
    takesCodes: true,
    refusal: null,
    coupons: [],
  });
  assert.deepEqual(await readUsage(offer.id), { uses: 0, counted: 0, saved: 0 });
  assert.equal((await takeCash(id, { offers: { code: offer.code }, expected: 4_000 })).code, "AMOUNT_MISMATCH");
  assert.deepEqual(await readUsage(offer.id), { uses: 0, counted: 0, saved: 0 });
  const paid = await takeCash(id, { offers: { code: offer.code }, expected: 2_000, auto_checkout: true });
  assert.equal(paid.status, 200, paid.text);
  const discounts = [{ offer: offer.id, title: "Opening week", amount: 2_000 }];
  assert.deepEqual(await readEntryAmounts(id), { status: "paid", charge: 20, paid: 20, owed: 0, discounts });
  assert.deepEqual(await readUsage(offer.id), { uses: 1, counted: 1, saved: 20 });
  const { data: page } = await gate.get(`/actions/payments/parking/${id}`);
  assert.partialDeepStrictEqual(page.owed.arithmetic.lines.at(-1), { text: "Opening week −₹20.00", amount: -2_000 });
  const [payment] = await sql`select amount::float8 as amount from payments where parking_information = ${id}`;
  assert.equal(payment!["amount"], 20);
});

test("a code that does not apply is refused with the reason, and nothing is collected", async () => {
  const foreign = await make.branch({ rate: "20.00" });
  const stranger = await asUser(await make.user("manager", { branch: foreign }));
  const { data: other } = await stranger.post("/items/Offers", {
    coupon_title: "Elsewhere",
    coupon_code: createCode(),
    kind: "flat",
    amount: "20.00",
  });
  await stranger.patch(`/items/Offers/${other.id}`, { state: "running" });
  const [large, paused] = [await createOffer({ smallest_bill: "40.01" }), await createOffer()];
  await manager.patch(`/items/Offers/${paused.id}`, { state: "paused" });
  const id = await checkIn();
  for (const [code, reason] of [
    ["NOSUCH", "code"],
    [other.coupon_code, "code"],
    [paused.code, "code"],
    [large.code, "smallest_bill"],
  ]) {
    assert.equal((await quote(id, { code })).data.refusal, reason);
    const refused = await takeCash(id, { offers: { code } });
    assert.deepEqual([refused.code, getReason(refused)], ["OFFER_NOT_APPLICABLE", reason], refused.text);
  }
  const partial = await takeCash(id, { offers: {}, part: "10.00" });
  assert.deepEqual([partial.code, getReason(partial)], ["OFFER_NOT_APPLICABLE", "part"]);
  assert.equal((await readEntryAmounts(id))["paid"] ?? 0, 0);
  const strangersGate = await asUser(await make.user("staff", { branch: foreign }));
  assert.equal((await quote(id, {}, strangersGate)).code, "FORBIDDEN");
  const valid = await createOffer();
  for (const code of [valid.code, "NOSUCH"])
    assert.equal((await takeCash(id, { offers: { code } }, strangersGate)).code, "FORBIDDEN");
});

test("an offer saves no more than a discount of the same payment leaves", async () => {
  const offer = await createOffer();
  const id = await checkIn();
  const discount = { deduction_charge: "30.00", deduction_note: "Waited too long" };
  const paid = await takeCash(id, { ...discount, offers: { code: offer.code }, expected: 0 });
  assert.equal(paid.status, 200, paid.text);
  assert.deepEqual(await readUsage(offer.id), { uses: 1, counted: 1, saved: 10 });
});

test("an offer without a code applies by itself where the payment asks for offers, and one that saves nothing is not used", async () => {
  const offer = await createOffer({ coupon_code: null, audience: "first_visit", amount: "100.00" });
  const phone = createPhone();
  const [first, later, plain] = [await checkIn({ phone }), await checkIn(), await checkIn()];
  assert.equal((await takeCash(plain)).status, 200);
  assert.equal((await readEntryAmounts(plain))["paid"], 40);
  const paid = await takeCash(first, { offers: {}, expected: 0, auto_checkout: true });
  assert.equal(paid.status, 200, paid.text);
  assert.deepEqual([(await readEntryAmounts(first))["paid"], (await readEntryAmounts(first))["charge"]], [0, 0]);
  assert.deepEqual(await readUsage(offer.id), { uses: 1, counted: 1, saved: 40 });
  const again = await checkIn({ phone });
  assert.deepEqual((await quote(again)).data.discounts, []);
  await sql`update "Parking_Information" set charge_amount_for_minutes = 0, tariff = null where id = ${later}`;
  assert.equal((await takeCash(later, { offers: {} })).status, 200);
  assert.deepEqual(await readUsage(offer.id), { uses: 1, counted: 1, saved: 40 });
  await manager.patch(`/items/Offers/${offer.id}`, { state: "ended" });
});

test("a reversal takes the discount away and gives the use back, and so do a refund of all and a void", async () => {
  const offer = await createOffer({ total_limit: 1 });
  const id = await checkIn();
  const pay = (by = gate) => takeCash(id, { offers: { code: offer.code } }, by);
  assert.equal((await pay()).status, 200);
  const findPayment = async () =>
    (
      await sql`select id from payments where parking_information = ${id} and kind = 'payment' order by id desc limit 1`
    )[0]!["id"];
  const reversed = await gate.post(`/actions/cash/payments/${await findPayment()}/reverse`, {
    reason: "Wrong vehicle",
  });
  assert.equal(reversed.status, 200, reversed.text);
  assert.deepEqual(await readEntryAmounts(id), { status: "not_paid", charge: 40, paid: 0, owed: 40, discounts: null });
  assert.deepEqual(await readUsage(offer.id), { uses: 0, counted: 0, saved: 0 });
  assert.equal((await pay(manager)).status, 200);
  assert.deepEqual(await readUsage(offer.id), { uses: 1, counted: 1, saved: 20 });
  const refund = (amount: string, payment: number) =>
    manager.post(`/actions/cash/payments/${payment}/refund`, { amount, reason: "Waited too long" });
  assert.equal((await refund("5.00", await findPayment())).status, 200);
  assert.deepEqual(await readUsage(offer.id), { uses: 1, counted: 1, saved: 20 });
  assert.equal((await refund("15.00", await findPayment())).status, 200);
  assert.deepEqual(await readUsage(offer.id), { uses: 0, counted: 0, saved: 0 });
  const free = await createOffer({ amount: "100.00" });
  const voided = await checkIn();
  assert.equal((await takeCash(voided, { offers: { code: free.code } })).status, 200);
  assert.deepEqual(await readUsage(free.id), { uses: 1, counted: 1, saved: 40 });
  const gone = await manager.post(`/actions/parking/${voided}/void`, { reason: "Entered twice" });
  assert.equal(gone.status, 200, gone.text);
  assert.deepEqual(await readUsage(free.id), { uses: 0, counted: 0, saved: 0 });
});

test("of fifty payments at once ten use an offer with the limit ten; the others are refused and collect nothing", async () => {
  const offer = await createOffer({ total_limit: 10 });
  const ids = await Promise.all(Array.from({ length: 50 }, () => checkIn()));
  const body = { offers: { code: offer.code }, expected: 2_000 };
  const replies = await Promise.all(ids.map((id) => untilDecided(() => takeCash(id, body))));
  const codes = replies.map(({ status, code }) => code ?? status);
  assert.equal(codes.filter((code) => code === 200).length, 10);
  assert.equal(codes.filter((code) => code === "OFFER_NOT_APPLICABLE").length, 40);
  assert.deepEqual(await readUsage(offer.id), { uses: 10, counted: 10, saved: 200 });
  const [collected] =
    await sql`select sum(amount)::float8 as sum from payments where parking_information = any(${ids})`;
  assert.equal(collected!["sum"], 200);
});

test("of two vehicles of a customer at once one uses an offer that is once for a customer", async () => {
  const offer = await createOffer({ customer_limit: 1 });
  const phone = createPhone();
  const ids = [await checkIn({ phone }), await checkIn({ phone, by: second })];
  const replies = await Promise.all(
    ids.map((id, index) => takeCash(id, { offers: { code: offer.code } }, index === 0 ? gate : second)),
  );
  const codes = replies.map(({ status, code }) => String(code ?? status)).toSorted();
  assert.deepEqual(codes, ["200", "OFFER_NOT_APPLICABLE"]);
  assert.deepEqual(await readUsage(offer.id), { uses: 1, counted: 1, saved: 20 });
});

test("an offer that saves more than is left of the budget is refused, and the budget stays", async () => {
  const offer = await createOffer({ kind: "percent", percent: 50, amount: null, budget: "100.00" });
  await sql`insert into offer_counters (offer, uses, saved) values (${offer.id}, 5, 90)`;
  const [first, next] = [await checkIn(), await checkIn()];
  const refused = await takeCash(first, { offers: { code: offer.code } });
  assert.deepEqual([refused.code, getReason(refused)], ["OFFER_NOT_APPLICABLE", "budget"]);
  assert.deepEqual(await readUsage(offer.id), { uses: 0, counted: 5, saved: 90 });
  await sql`update offer_counters set saved = 75 where offer = ${offer.id}`;
  const replies = await Promise.all([first, next].map((id) => takeCash(id, { offers: { code: offer.code } })));
  const codes = replies.map(({ status, code }) => String(code ?? status)).toSorted();
  assert.deepEqual(codes, ["200", "OFFER_NOT_APPLICABLE"]);
  assert.deepEqual(await readUsage(offer.id), { uses: 1, counted: 6, saved: 95 });
});

test("control: without the counter of the offer, concurrent payments exceed the limit, the customer's limit and the budget", async () => {
  const limited = await createOffer({ total_limit: 10 });
  const once = await createOffer({ customer_limit: 1 });
  const budgeted = await createOffer({ budget: "30.00" });
  const phone = createPhone();
  const ids = await Promise.all(Array.from({ length: 12 }, () => checkIn({ phone })));
  /** Every payment decides by what it reads, and writes its use once all have decided. */
  const useAtOnce = async ({ offer, entries }: { offer: { id: number; code: string }; entries: number[] }) => {
    const choices = await Promise.all(
      entries.map(async (id) => {
        const entry: EntryKey = { kind: "P", id };
        const row = (await readEntry({ sql, entry }))!;
        const { saving } = await readEntryOffers({ sql, entry, row, code: offer.code, now: new Date() });
        return { id, saving };
      }),
    );
    for (const { id, saving } of choices.filter((choice) => choice.saving > 0))
      await sql`insert into "Offer_Uses" (company, branch, offer, parking_information, amount)
        values (${branch.company}, ${branch.id}, ${offer.id}, ${id}, ${saving / 100})`;
    const [used] = await sql`
      select count(*)::int as uses, sum(amount)::float8 as saved from "Offer_Uses" where offer = ${offer.id}`;
    return { ...used };
  };
  assert.deepEqual(await useAtOnce({ offer: limited, entries: ids }), { uses: 12, saved: 240 });
  assert.deepEqual(await useAtOnce({ offer: once, entries: ids.slice(0, 2) }), { uses: 2, saved: 40 });
  assert.deepEqual(await useAtOnce({ offer: budgeted, entries: ids.slice(0, 2) }), { uses: 2, saved: 40 });
});

test("an entry uses an offer once, however often its payment is sent at once", async () => {
  const offer = await createOffer();
  const id = await checkIn();
  const replies = await Promise.all([gate, second].map((by) => takeCash(id, { offers: { code: offer.code } }, by)));
  const codes = replies.map(({ status, code }) => String(code ?? status)).toSorted();
  assert.deepEqual(codes, ["200", "OFFER_NOT_APPLICABLE"]);
  assert.deepEqual(await readUsage(offer.id), { uses: 1, counted: 1, saved: 20 });
});

test("a percent offer saves as quoted of the whole charge, whatever discount staff give with it", async () => {
  const offer = await createOffer({ kind: "percent", percent: 13, amount: null });
  for (const [discount, collected] of [
    ["3.33", 3_147],
    ["38.00", 0],
  ] as const) {
    const id = await checkIn();
    const { data: quoted } = await quote(id, { code: offer.code });
    assert.equal(quoted.saving, 520);
    const body = { offers: { code: offer.code }, deduction_charge: discount, deduction_note: "Long wait" };
    const paid = await takeCash(id, { ...body, expected: collected });
    assert.equal(paid.status, 200, paid.text);
    assert.equal((await readEntryAmounts(id))["paid"], collected / 100);
  }
  assert.deepEqual(await readUsage(offer.id), { uses: 2, counted: 2, saved: 7.2 });
});

test("a ticket of the valet is paid with an offer of its service", async () => {
  const valet = await make.valetBranch({ company: branch.company, charge: "50.00" });
  const driver = await asUser(await make.user("staff", { branch: valet }));
  const body = { coupon_title: "Valet week", kind: "percent", percent: 20, branch: null };
  const [other, offered] = await Promise.all(
    [["is_parking"], ["is_valet_and_parking"]].map(async (services) => {
      const coupon_code = createCode();
      const { data, text } = await admin.post("/items/Offers", { ...body, services, coupon_code });
      assert.ok(data, text);
      await admin.patch(`/items/Offers/${data.id}`, { state: "running" });
      return { id: data.id, code: coupon_code };
    }),
  );
  const { data: ticket, text } = await driver.post("/actions/valet/create-ticket", {
    Vehicle_Number: make.plate(),
    Customer_Phone_Number: createPhone(),
  });
  assert.ok(ticket, text);
  const quoted = await driver.post(`/actions/valet/${ticket.id}/quote-offers`, { code: other!.code });
  assert.equal(quoted.data?.refusal, "service", quoted.text);
  const paid = await driver.post(`/actions/valet/${ticket.id}/take-cash`, {
    offers: { code: offered!.code },
    expected: 4_000,
  });
  assert.equal(paid.status, 200, paid.text);
  const [use] = await sql`
    select valet_and_parking_information as ticket, amount::float8 as amount, state from "Offer_Uses" where offer = ${offered!.id}`;
  assert.deepEqual({ ...use }, { ticket: ticket.id, amount: 10, state: "used" });
});

test("managers see what was used and saved of their offers, and what one would have saved of the last month", async () => {
  const own = await make.branch({ company: branch.company, rate: "20.00" });
  const ownManager = await asUser(await make.user("manager", { branch: own }));
  const ownGate = await asUser(await make.user("staff", { branch: own }));
  const body = { coupon_title: "Weekend", coupon_code: createCode(), kind: "percent", percent: 25, total_limit: 2 };
  const { data: offer } = await ownManager.post("/items/Offers", body);
  const preview = async () => {
    const { data } = await ownManager.get(`/actions/offers/${offer.id}/preview`);
    return { payments: data.payments, uses: data.uses, saved: data.saved };
  };
  assert.deepEqual(await preview(), { payments: 0, uses: 0, saved: 0 });
  await ownManager.patch(`/items/Offers/${offer.id}`, { state: "running" });
  const phone = createPhone();
  for (const offers of [undefined, { code: offer.coupon_code }, undefined]) {
    const id = await checkIn({ phone, by: ownGate });
    const paid = await takeCash(id, offers ? { offers } : {}, ownGate);
    assert.equal(paid.status, 200, paid.text);
  }
  assert.deepEqual(await preview(), { payments: 3, uses: 2, saved: 2_000 });
  await ownManager.patch(`/items/Offers/${offer.id}`, { customer_limit: 1 });
  assert.deepEqual(await preview(), { payments: 3, uses: 1, saved: 1_000 });
  const figures = { offer: offer.id, uses: 1, saved: 1_000 };
  const readOf = async (by: TestClient) =>
    (await by.get("/actions/offers/figures")).data.filter((figure: { offer: number }) => figure.offer === offer.id);
  for (const by of [ownManager, admin]) assert.deepEqual(await readOf(by), [figures]);
  assert.deepEqual(await readOf(manager), []);
  assert.equal((await manager.get(`/actions/offers/${offer.id}/preview`)).code, "FORBIDDEN");
  assert.equal((await ownGate.get("/actions/offers/figures")).code, "FORBIDDEN");
});
