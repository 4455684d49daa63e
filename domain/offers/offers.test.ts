import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { formatWireAmount, toPaise } from "#domain/money.ts";
import { checkOfferLimits, checkOffer, type OfferTerms, type OfferVisit } from "#domain/offers/offer-check.ts";
import {
  type Candidate,
  chooseOffers,
  computeSaving,
  cutToDue,
  findRefusal,
  type OfferedCharge,
} from "#domain/offers/choose-offers.ts";
import { offerKinds, offerStates, offerStateTable } from "#domain/offers/states.ts";
import { computeBalance } from "#domain/payments/payment.ts";
import { getOfferedCharge, getStayBreakdown } from "#domain/payments/stay-breakdown.ts";
import { checkTransition } from "#domain/schema/state-table.ts";
import { entryTariffSchema } from "#domain/tariffs/tariff.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";

const file = "docs/rules/offers.md";
/** Friday, 10:00 in India. */
const now = new Date("2026-11-20T04:30:00Z");

const plainOffer: OfferTerms = {
  id: 1,
  state: "running",
  company: 1,
  branch: null,
  coupon_title: "Opening week",
  coupon_code: null,
  kind: "flat",
  percent: null,
  amount: 2_000,
  free_minutes: null,
  highest_saving: null,
  starts_at: null,
  ends_at: null,
  weekdays: null,
  hours_from: null,
  hours_to: null,
  services: null,
  vehicle_types: null,
  smallest_bill: null,
  total_limit: null,
  customer_limit: null,
  vehicle_limit: null,
  budget: null,
  audience: "all",
  phones: null,
  priority: 0,
  is_stackable: false,
};
const plainVisit: OfferVisit = {
  company: 1,
  branch: 10,
  service: "is_parking",
  vehicleType: 4,
  phone: "9840012345",
  vehicle: "TN01AB1234",
  isFirstVisit: false,
  hasPass: false,
  code: null,
};
const unused = { uses: 0, saved: 0, byCustomer: 0, byVehicle: 0 };
const toCharge = (bill: number): OfferedCharge => ({ bill, withFreeMinutes: () => bill });

const kolkata = entryTariffSchema.parse({
  version: 1,
  rates: {
    vehicle_type: null,
    lines: [
      { kind: "each", to: 120, step: 60, amount: 2_000 },
      { kind: "each", to: 300, step: 60, amount: 4_000 },
      { kind: "each", to: null, step: 60, amount: 10_000 },
    ],
  },
});

function getCharge(bill: string): OfferedCharge {
  const [hours, minutes] = bill.split(":").map(Number);
  if (minutes === undefined) return toCharge(toPaise(bill));
  const stayMs = (hours! * 60 + minutes) * 60_000;
  return getOfferedCharge({ entry: { tariff: kolkata, in_time: new Date(now.getTime() - stayMs) }, now });
}

const toOptionalPaise = (text: string | undefined): number | null => (text ? toPaise(text) : null);
const toOptionalNumber = (text: string | undefined): number | null => (text ? Number(text) : null);

test("an offer saves what docs/rules/offers.md says", () => {
  for (const row of readMarkdownTable({ file, heading: "What an offer saves" })) {
    const kind = offerKinds.find((name) => name === row["kind"])!;
    const value = row["value"] ?? "";
    const offer: OfferTerms = {
      ...plainOffer,
      kind,
      percent: kind === "percent" ? Number(value) : null,
      amount: kind === "flat" || kind === "fixed_price" ? toPaise(value) : null,
      free_minutes: kind === "free_minutes" ? Number(value) : null,
      highest_saving: toOptionalPaise(row["highest"]),
      smallest_bill: toOptionalPaise(row["smallest bill"]),
    };
    const charge = getCharge(row["bill"] ?? "");
    const args = { visit: plainVisit, charge, due: charge.bill, now };
    const candidate = { offer, usage: unused };
    const { saving } = chooseOffers({ ...args, candidates: [candidate] });
    const refused = findRefusal({ ...args, candidate });
    assert.deepEqual(
      [saving > 0 ? formatWireAmount(saving) : "", refused ?? ""],
      [row["saves"], row["refused"]],
      JSON.stringify(row),
    );
  }
});

test("an offer is used within its limits as docs/rules/offers.md says", () => {
  for (const row of readMarkdownTable({ file, heading: "What is left of an offer" })) {
    const offer = {
      ...plainOffer,
      total_limit: toOptionalNumber(row["total limit"]),
      customer_limit: toOptionalNumber(row["customer limit"]),
      vehicle_limit: toOptionalNumber(row["vehicle limit"]),
      budget: toOptionalPaise(row["budget"]),
    };
    const usage = {
      uses: Number(row["uses"]),
      byCustomer: Number(row["by customer"]),
      byVehicle: Number(row["by vehicle"]),
      saved: toPaise(row["saved"] ?? ""),
    };
    const refused = checkOfferLimits({ offer, usage, visit: plainVisit, saving: 2_000 });
    assert.equal(refused ?? "", row["refused"], JSON.stringify(row));
  }
});

test("the states of an offer change as docs/rules/offers.md says", () => {
  const rows = readMarkdownTable({ file, heading: "States" });
  for (const { from, to, possible } of rows)
    assert.equal(
      checkTransition(offerStateTable, from ?? "", to ?? ""),
      possible === "yes" ? undefined : "NO_NEXT_STATUS",
      `${from} to ${to}`,
    );
  assert.deepEqual(new Set(rows.map(({ from }) => from)), new Set(offerStates));
});

const refusals: [name: string, offer: Partial<OfferTerms>, visit: Partial<OfferVisit>, refusal: string | undefined][] =
  [
    ["another company", {}, { company: 2 }, "other_company"],
    ["another branch", { branch: 11 }, {}, "other_company"],
    ["its branch", { branch: 10 }, {}, undefined],
    ["a draft", { state: "draft" }, {}, "not_running"],
    ["a paused offer", { state: "paused" }, {}, "not_running"],
    ["an ended offer", { state: "ended" }, {}, "not_running"],
    ["no code", { coupon_code: "PARK20" }, {}, "code"],
    ["another code", { coupon_code: "PARK20" }, { code: "PARK21" }, "code"],
    ["the code", { coupon_code: "PARK20" }, { code: "PARK20" }, undefined],
    ["before the start", { starts_at: new Date(now.getTime() + 1) }, {}, "window"],
    ["at the start", { starts_at: now }, {}, undefined],
    ["before the end", { ends_at: new Date(now.getTime() + 1) }, {}, undefined],
    ["at the end", { ends_at: now }, {}, "window"],
    ["another weekday", { weekdays: [1, 2, 3, 4, 6, 7] }, {}, "weekday"],
    ["the weekday", { weekdays: [5] }, {}, undefined],
    ["the first minute", { hours_from: "10:00", hours_to: "12:00" }, {}, undefined],
    ["after the last minute", { hours_from: "08:00", hours_to: "10:00" }, {}, "hours"],
    ["hours across midnight", { hours_from: "22:00", hours_to: "10:01" }, {}, undefined],
    ["hours of another time zone", { hours_from: "10:00", hours_to: "12:00" }, { zone: "UTC" }, "hours"],
    ["another service", { services: ["is_valet_and_parking"] }, {}, "service"],
    ["another vehicle type", { vehicle_types: [5] }, {}, "vehicle_type"],
    ["an unknown vehicle type", { vehicle_types: [5] }, { vehicleType: null }, "vehicle_type"],
    ["the vehicle type", { vehicle_types: [4, 5] }, {}, undefined],
    ["a list without a phone", { audience: "phones", phones: ["9840012345"] }, { phone: null }, "phone"],
    ["another phone", { audience: "phones", phones: ["9840012346"] }, {}, "audience"],
    ["a phone of the list", { audience: "phones", phones: ["9840012345"] }, {}, undefined],
    ["a list without phones", { audience: "phones" }, {}, "audience"],
    ["a later visit", { audience: "first_visit" }, {}, "audience"],
    ["the first visit", { audience: "first_visit" }, { isFirstVisit: true }, undefined],
    ["a first visit without a phone", { audience: "first_visit" }, { isFirstVisit: true, phone: null }, "phone"],
    ["no pass", { audience: "pass_holders" }, {}, "audience"],
    ["a pass", { audience: "pass_holders" }, { hasPass: true }, undefined],
    ["a limit by customer without a phone", { customer_limit: 1 }, { phone: null }, "phone"],
  ];

for (const [name, offer, visit, refusal] of refusals)
  test(`decides whether an offer applies: ${name}`, () => {
    const checked = checkOffer({
      offer: { ...plainOffer, ...offer },
      visit: { ...plainVisit, ...visit },
      bill: 10_000,
      now,
    });
    assert.equal(checked, refusal);
  });

test("a limit by vehicle needs a plate", () => {
  const offer = { ...plainOffer, vehicle_limit: 1 };
  assert.equal(checkOfferLimits({ offer, usage: unused, visit: { vehicle: null }, saving: 1 }), "vehicle_limit");
});

function choose(offers: Partial<OfferTerms>[], { bill = 10_000, due = 10_000 } = {}) {
  const candidates = offers.map((offer, index) => ({
    offer: { ...plainOffer, id: index + 1, ...offer },
    usage: unused,
  }));
  const { discounts, saving } = chooseOffers({ candidates, visit: plainVisit, charge: toCharge(bill), due, now });
  return { offers: discounts.map(({ offer }) => offer), saving };
}

test("takes the combination that saves most, in the order of the offers", () => {
  const half = { kind: "percent", percent: 50, amount: null, is_stackable: true } as const;
  const flat = { amount: 3_000, is_stackable: true };
  assert.deepEqual(choose([half, flat]), { offers: [1, 2], saving: 8_000 });
  assert.deepEqual(
    choose([
      { ...half, priority: 2 },
      { ...flat, priority: 1 },
    ]),
    { offers: [2, 1], saving: 6_500 },
  );
  assert.deepEqual(choose([half, { amount: 3_000 }]), { offers: [1], saving: 5_000 });
  assert.deepEqual(choose([half, { amount: 9_000 }, flat]), { offers: [2], saving: 9_000 });
  const four = Array.from({ length: 4 }, (_, index) => ({ amount: 1_000 + index, is_stackable: true }));
  assert.deepEqual(choose(four), { offers: [2, 3, 4], saving: 3_006 });
  assert.deepEqual(choose([{ amount: 2_000 }, { amount: 2_000 }]), { offers: [1], saving: 2_000 });
  assert.deepEqual(choose([]), { offers: [], saving: 0 });
});

test("saves no more than what is still to be paid", () => {
  assert.deepEqual(choose([{ amount: 8_000 }], { due: 3_000 }), { offers: [1], saving: 3_000 });
  assert.deepEqual(choose([{ amount: 8_000 }], { due: 0 }), { offers: [], saving: 0 });
});

test("saves of the bill, not of what a discount of staff or an earlier payment left of it", () => {
  const percent = (share: number) => ({ kind: "percent", percent: share, amount: null }) as const;
  assert.equal(choose([percent(13)], { bill: 16_000, due: 15_667 }).saving, 2_080);
  assert.equal(choose([percent(7)], { bill: 20_000, due: 19_495 }).saving, 1_400);
  assert.equal(choose([percent(13)], { bill: 8_000, due: 7_000 }).saving, 1_040);
  assert.equal(choose([{ kind: "fixed_price", amount: 5_000 }], { bill: 8_000, due: 7_000 }).saving, 3_000);
  assert.equal(choose([percent(13)], { bill: 8_000, due: 1_000 }).saving, 1_000);
});

const money = fc.integer({ min: 0, max: 1_000_000_000 });
const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });
const candidates: fc.Arbitrary<Candidate[]> = fc
  .uniqueArray(
    fc.record({
      offer: fc.record({
        id: fc.integer({ min: 1, max: 1_000 }),
        kind: fc.constantFrom(...offerKinds),
        percent: fc.integer({ min: 1, max: 100 }),
        amount: money,
        free_minutes: fc.integer({ min: 1, max: 600 }),
        highest_saving: optional(money),
        smallest_bill: optional(money),
        total_limit: optional(fc.integer({ min: 1, max: 3 })),
        budget: optional(money),
        priority: fc.integer({ min: 0, max: 3 }),
        is_stackable: fc.boolean(),
      }),
      usage: fc.record({
        uses: fc.integer({ min: 0, max: 3 }),
        saved: money,
        byCustomer: fc.nat(2),
        byVehicle: fc.nat(2),
      }),
    }),
    { selector: ({ offer }) => offer.id, maxLength: 6 },
  )
  .map((rows) => rows.map(({ offer, usage }) => ({ offer: { ...plainOffer, ...offer }, usage })));

test("never saves more than the bill, what is due, or what is left of an offer, in whole paise", () => {
  const args = fc.record({
    candidates,
    bill: money,
    share: fc.integer({ min: 0, max: 100 }),
    free: fc.integer({ min: 0, max: 100 }),
  });
  fc.assert(
    fc.property(args, ({ candidates: rows, bill, share, free }) => {
      const due = Math.floor((bill * share) / 100);
      const charge = { bill, withFreeMinutes: () => Math.floor((bill * free) / 100) };
      const { discounts, saving } = chooseOffers({ candidates: rows, visit: plainVisit, charge, due, now });
      assert.equal(
        saving,
        discounts.reduce((sum, { amount }) => sum + amount, 0),
      );
      assert.ok(saving <= due && saving <= bill);
      for (const { offer: id, amount } of discounts) {
        const { offer, usage } = rows.find((row) => row.offer.id === id)!;
        assert.ok(Number.isSafeInteger(amount) && amount > 0);
        assert.ok(amount <= (offer.highest_saving ?? Infinity));
        assert.ok(usage.saved + amount <= (offer.budget ?? Infinity));
        assert.ok(usage.uses < (offer.total_limit ?? Infinity));
        assert.ok(bill >= (offer.smallest_bill ?? 0));
      }
    }),
  );
});

test("what is quoted without a discount of staff, cut to what is left to pay, is what is collected with it", () => {
  const args = fc.record({ candidates, charge: money, deduction: money, additional: money });
  fc.assert(
    fc.property(args, ({ candidates: rows, charge: override, deduction, additional }) => {
      const unpaid = { tariff: kolkata, in_time: now, charge_override: override };
      const input = { candidates: rows, visit: plainVisit, charge: getOfferedCharge({ entry: unpaid, now }), now };
      const quoted = chooseOffers({ ...input, due: override });
      const adjusted = { ...unpaid, deduction_charge: deduction, additional_charge: additional };
      const due = computeBalance({ entry: adjusted, now }).extended;
      const shown = due - cutToDue(quoted.discounts, due).saving;
      const { discounts } = chooseOffers({ ...input, due });
      const collected = computeBalance({ entry: { ...adjusted, offer_discounts: discounts }, now });
      assert.equal(collected.extended, shown);
      assert.equal(collected.isDeductionCut, computeBalance({ entry: adjusted, now }).isDeductionCut);
    }),
  );
});

test("the choice does not depend on the order in which the offers are given, and is at least that of any one", () => {
  const args = candidates.chain((rows) =>
    fc.record({
      rows: fc.constant(rows),
      shuffled: fc.shuffledSubarray(rows, { minLength: rows.length }),
      bill: money,
    }),
  );
  fc.assert(
    fc.property(args, ({ rows, shuffled, bill }) => {
      const input = { visit: plainVisit, charge: toCharge(bill), due: bill, now };
      const choice = chooseOffers({ ...input, candidates: rows });
      assert.deepEqual(chooseOffers({ ...input, candidates: shuffled }), choice);
      for (const candidate of rows) {
        const isApplied = findRefusal({ ...input, candidate }) === undefined;
        const alone = computeSaving({ offer: candidate.offer, remaining: bill, charge: input.charge });
        assert.ok(!isApplied || choice.saving >= alone);
      }
    }),
  );
});

test("a redeemed offer is a line of the charge, which it never brings below zero", () => {
  const entry = { tariff: kolkata, in_time: new Date(now.getTime() - 3 * 3_600_000), valet_charge: 1_000 };
  const before = getStayBreakdown({ entry, now });
  const breakdown = getStayBreakdown({
    entry: { ...entry, offer_discounts: [{ offer: 1, title: "60 minutes free", amount: 4_000 }] },
    now,
  });
  assert.equal(before.charge, 9_000);
  assert.equal(breakdown.charge, 5_000);
  assert.deepEqual(breakdown.lines.slice(0, -1), before.lines);
  assert.partialDeepStrictEqual(breakdown.lines.at(-1), { text: "60 minutes free −₹40.00", amount: -4_000 });
  const all = [
    { offer: 1, title: "First", amount: 8_000 },
    { offer: 2, title: "Second", amount: 8_000 },
  ];
  const free = getStayBreakdown({ entry: { ...entry, offer_discounts: all }, now });
  assert.equal(free.charge, 0);
  assert.equal(
    free.lines.reduce((sum, { amount }) => sum + amount, 0),
    0,
  );
  const overridden = { ...entry, charge_override: 5_000, offer_discounts: all.slice(0, 1) };
  assert.equal(getStayBreakdown({ entry: overridden, now }).charge, 0);
  assert.equal(getOfferedCharge({ entry: overridden, now }).withFreeMinutes(60), 5_000);
});

test("nothing more is owed in the grace period after an offer covered the whole charge", () => {
  const entry = {
    tariff: kolkata,
    in_time: new Date(now.getTime() - 60 * 60_000),
    payment_status: "paid" as const,
    paid_amount: 0,
    paid_at: now,
    offer_discounts: [{ offer: 1, title: "First hour", amount: 2_000 }],
  };
  const after = (minutes: number) =>
    getStayBreakdown({ entry, now: new Date(now.getTime() + minutes * 60_000) }).charge;
  assert.deepEqual([after(0), after(15), after(16)], [0, 0, 2_000]);
});
