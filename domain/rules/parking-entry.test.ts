import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "#domain/collection.ts";
import type { Row, RuleArgs, WriteRule } from "#domain/collection.ts";
import { nobody } from "#domain/roles.ts";
import type { Who } from "#domain/roles.ts";
import { parkingEntryRules } from "#domain/rules/parking-entry.ts";
import { parkingMainRules } from "#domain/rules/parking-main.ts";
import { inProgressCode } from "#domain/rules/same-visitor.ts";

const now = new Date("2026-11-21T04:30:00Z");
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const staff: Who = { ...nobody, id: "ravi", role: "staff", company: 3, branch: 7, isActive: true, isPresent: true };
const car = { id: 1, name: "Car" };
const carTariff = {
  parking_time_type: "minutes",
  time_value_for_minutes: 30,
  charge_amount_for_minutes: 2000,
  min_charge_of_minutes: 500,
};
const branch: Row = {
  id: 7,
  company: 3,
  status: "published",
  is_parking: true,
  allow_person_entries: true,
  parking_config: { id: 9, payment_type: "post-pay" },
  time_charges: [
    { id: 1, service: "is_valet_and_parking", vehicle_type: null, charge_amount_for_minutes: 9900 },
    { id: 2, service: "is_parking", vehicle_type: 1, ...carTariff },
    { id: 3, service: "is_parking", vehicle_type: 2, ...carTariff, charge_amount_for_minutes: 1000 },
  ],
};
const main: Row = {
  id: 5,
  branch,
  company: 3,
  phone_no: "9876543210",
  vehicle_no: "TN01AB1234",
  vehicle_type: car,
  is_person: false,
};
const invited = { is_invited: true, invite_end_date: minutesAgo(-60) };
const prepaid = { ...branch, parking_config: { id: 9, payment_type: "pre-pay" } };

type Given = Partial<RuleArgs> & { main?: Row };

/** Runs the rules in order as a write does, each seeing what the ones before it set. */
function run(
  rules: readonly WriteRule[],
  { before = null, changes = {}, who = staff, ...given }: Given,
): Row | Refusal {
  const related = given.related ?? { parking_main_info: given.main ?? main };
  let result = changes;
  for (const rule of rules) {
    const answer = rule({ ...given, before, after: { ...before, ...result }, changes: result, who, now, related });
    if (answer instanceof Refusal) return answer;
    result = { ...result, ...answer };
  }
  return result;
}
const enter = (given: Given) => run(parkingEntryRules, given);
const inside: Row = {
  id: 11,
  parking_main_info: 5,
  parking_status_id: 1,
  in_time: minutesAgo(31),
  out_time: null,
  payment_status: "not_paid",
  payment_type: "post-pay",
  is_person: false,
  ...carTariff,
};
const change = (changes: Row, before: Row = inside, given: Given = {}) => enter({ ...given, before, changes });

function refused(result: Row | Refusal, code: string, field?: string, name?: string): void {
  assert.equal(result instanceof Refusal ? result.code : JSON.stringify(result), code, name);
  if (field) assert.equal(result instanceof Refusal && result.field, field);
}
function holds(result: Row | Refusal, expected: Row, name?: string): void {
  assert.ok(!(result instanceof Refusal), result instanceof Refusal ? result.code : "");
  assert.deepEqual(Object.fromEntries(Object.keys(expected).map((field) => [field, result[field]])), expected, name);
}

test("a walk-in is inside at once, with the branch, the tariff and nothing paid", () => {
  holds(enter({ changes: { parking_main_info: 5 } }), {
    branch: 7,
    company: 3,
    is_person: false,
    parking_status_id: 1,
    in_time: now,
    out_time: null,
    payment_type: "post-pay",
    payment_status: "not_paid",
    paid_amount: 0,
    is_prepay: false,
    is_vehicle_prepay_type: false,
    ...carTariff,
  });
});

test("how a new entry starts", () => {
  const pass = { parking_type: "long_time", pass_start_time: minutesAgo(60), pass_end_time: minutesAgo(-60) };
  const over = { ...pass, pass_end_time: minutesAgo(1) };
  const rows: [string, Given, Row][] = [
    ["invited", { changes: invited }, { parking_status_id: 3, in_time: null }],
    ["waiting", { main: { ...main, is_waiting_for_approve: true } }, { parking_status_id: 3, in_time: null }],
    [
      "pre-pay branch",
      { main: { ...main, branch: prepaid } },
      { parking_status_id: 3, is_vehicle_prepay_type: true, is_prepay: true },
    ],
    ["pre-pay by choice", { changes: { payment_type: "pre-pay" } }, { parking_status_id: 3, in_time: null }],
    [
      "post-pay at a pre-pay branch",
      { main: { ...main, branch: prepaid }, changes: { payment_type: "post-pay" } },
      { parking_status_id: 1 },
    ],
    ["pay later", { changes: { payment_type: "pay-later" } }, { parking_status_id: 1, in_time: now }],
    [
      "person at a pre-pay branch",
      { main: { ...main, branch: prepaid, is_person: true } },
      { parking_status_id: 1, is_person: true, charge_amount_for_minutes: 0 },
    ],
    [
      "pass at a pre-pay branch",
      { main: { ...main, ...pass, branch: prepaid } },
      { parking_status_id: 1, charge_amount_for_minutes: 2000, free_until: pass.pass_end_time },
    ],
    ["pass that is over", { main: { ...main, ...over } }, { charge_amount_for_minutes: 2000 }],
    ["own tariff of the type", { main: { ...main, vehicle_type: { id: 2 } } }, { charge_amount_for_minutes: 1000 }],
    [
      "no tariff at all",
      { main: { ...main, branch: { ...branch, time_charges: [] } } },
      { charge_amount_for_minutes: 0 },
    ],
    [
      "the caller's word does not count",
      { changes: { payment_status: "paid", payment_mode: "online" } },
      { payment_status: "not_paid", payment_mode: null },
    ],
  ];
  for (const [name, given, expected] of rows) holds(enter(given), expected, name);
});

test("what refuses a new entry", () => {
  const strict = { ...branch, allow_vehicle_image_required: true };
  const typed = { ...branch, allow_vehicle_type_required: true, time_charges: [] };
  const withDefault = { ...branch, time_charges: [{ id: 4, service: "is_parking", vehicle_type: null, ...carTariff }] };
  const rows: [string, Given, string][] = [
    ["no standing record", { related: { parking_main_info: null } }, "INVALID_FOREIGN_KEY"],
    ["another branch's", { who: { ...staff, branch: 8 } }, "FORBIDDEN"],
    ["another company's", { who: { ...staff, role: "admin", company: 4 } }, "FORBIDDEN"],
    ["branch not published", { main: { ...main, branch: { ...branch, status: "draft" } } }, "BRANCH_NOT_PUBLISHED"],
    ["no parking here", { main: { ...main, branch: { ...branch, is_parking: false } } }, "SERVICE_NOT_ENABLED"],
    ["type not taken", { main: { ...main, vehicle_type: { id: 3 } } }, "VEHICLE_TYPE_NOT_ALLOWED_ERROR"],
    ["no type, none priced without", { main: { ...main, vehicle_type: null } }, "VEHICLE_TYPE_REQUIRED"],
    ["no type, asked for", { main: { ...main, vehicle_type: null, branch: typed } }, "VEHICLE_TYPE_REQUIRED"],
    ["no picture", { main: { ...main, branch: strict } }, "IMAGE_REQUIRED"],
    ["six pictures", { nested: { entry_images: 6 } }, "TOO_MANY_IMAGES"],
    ["addition without a note", { changes: { additional_charge: 500 } }, "NOTE_REQUIRED"],
    ["an extra of nothing", { changes: { payment_type: "extra" } }, "FAILED_VALIDATION"],
    ["staff not present", { who: { ...staff, isPresent: false } }, "USER_ATTENDANCE_OFF"],
    ["staff not active", { who: { ...staff, isActive: false } }, "STAFF_IS_INACTIVE"],
    ["manager not active", { who: { ...staff, role: "manager", isActive: false } }, "MANAGER_IS_INACTIVE"],
  ];
  for (const [name, given, code] of rows) refused(enter(given), code, undefined, name);
  holds(enter({ main: { ...main, branch: strict }, nested: { entry_images: 1 } }), { parking_status_id: 1 });
  holds(enter({ main: { ...main, branch: strict }, changes: invited }), { parking_status_id: 3 });
  holds(enter({ main: { ...main, vehicle_type: null, branch: withDefault } }), { charge_amount_for_minutes: 2000 });
  holds(enter({ who: { ...staff, role: "admin", branch: null, isPresent: false, isActive: false } }), { branch: 7 });
});

test("an entry stays with its standing record", () => {
  refused(change({ parking_main_info: 6 }), "FORBIDDEN", "parking_main_info");
  holds(change({ parking_main_info: 5, slot_no: 4 }), { slot_no: 4 });
});

test("check-out asks for the money first, then sets times and amounts", () => {
  refused(change({ parking_status_id: 2 }), "NOT_SETTLED");
  const amounts = { out_time: now, duration: 31, actual_amount: 4000, total_amount: 4000 };
  const paid = { ...inside, payment_status: "paid", paid_amount: 4000 };
  holds(change({ parking_status_id: 2 }, paid), { ...amounts, extended_amount: 0 });
  holds(change({ parking_status_id: 2 }, { ...inside, payment_type: "pay-later" }), {
    ...amounts,
    extended_amount: 4000,
  });
  holds(change({ parking_status_id: 2, payment_type: "pay-later" }), amounts);
  holds(change({ parking_status_id: 2 }, { ...inside, charge_amount_for_minutes: 0, min_charge_of_minutes: 0 }), {
    total_amount: 0,
  });
  refused(change({ parking_status_id: 2 }, { ...paid, paid_amount: 2000 }), "NOT_SETTLED");
});

test("cash and check-out in one change is auto-checkout", () => {
  holds(change({ payment_status: "paid", parking_status_id: 2 }), {
    payment_status: "paid",
    payment_mode: "cash",
    paid_amount: 4000,
    extended_amount: 0,
    payment_collected_by: "ravi",
    out_time: now,
    duration: 31,
  });
});

test("cash, once; the extra of an overstay, once", () => {
  const changes = { payment_status: "paid", additional_charge: 1000, addition_note: "wash" };
  holds(change(changes), { total_amount: 5000, paid_amount: 5000, paid_at: now, payment_type: "post-pay" });
  const paid = { ...inside, payment_status: "paid", payment_mode: "cash", paid_amount: 2000 };
  refused(change({ payment_status: "paid" }, paid), "ALREADY_PAID");
  holds(change({ payment_status: "paid", payment_type: "extra" }, paid), {
    paid_amount: 4000,
    payment_type: "post-pay",
  });
  refused(change({ payment_status: "paid", payment_type: "extra" }, { ...paid, paid_amount: 4000 }), "ALREADY_PAID");
  refused(change({ payment_status: "paid" }, { ...inside, parking_status_id: 4 }), "NO_NEXT_STATUS");
});

test("what a person may not say about a payment", () => {
  const paid = { ...inside, payment_status: "paid", payment_mode: "cash", paid_amount: 4000 };
  const partly = { ...inside, payment_status: "partially_paid", paid_amount: 2000 };
  refused(change({ payment_status: "paid", payment_mode: "online" }), "FORBIDDEN", "payment_mode");
  refused(change({ payment_mode: "online" }, paid), "FORBIDDEN", "payment_mode");
  refused(change({ payment_status: "not_paid" }, paid), "ALREADY_PAID");
  refused(change({ payment_status: "not_paid" }, partly), "FORBIDDEN", "payment_status");
  refused(change({ deduction_charge: 500, deduction_note: "sorry" }, paid), "ALREADY_PAID");
  refused(change({ payment_type: "extra" }), "FAILED_VALIDATION", "payment_type");
  holds(change({ payment_status: "paid", payment_mode: "online" }, inside, { who: nobody }), {
    payment_mode: "online",
    payment_collected_by: null,
  });
  holds(change({ payment_status: "not_paid" }, partly, { who: nobody }), { payment_status: "not_paid" });
});

test("an addition or deduction keeps the total in step, with its note", () => {
  refused(change({ deduction_charge: 500 }), "NOTE_REQUIRED", "deduction_note");
  holds(change({ deduction_charge: 500, deduction_note: "regular" }), { actual_amount: 4000, total_amount: 3500 });
  const paid = { ...inside, payment_status: "paid", payment_mode: "cash", paid_amount: 4000 };
  holds(change({ additional_charge: 500, addition_note: "wash" }, paid), { total_amount: 4500, extended_amount: 500 });
});

const pending: Row = { ...inside, parking_status_id: 3, in_time: null };

test("a pre-pay vehicle comes in when it pays, unless it still waits", () => {
  const entry = { ...pending, is_prepay: true, is_vehicle_prepay_type: true, payment_type: "pre-pay" };
  const comesIn = { parking_status_id: 1, in_time: now, paid_amount: 2000, payment_type: "pre-pay" };
  holds(change({ payment_status: "paid" }, entry), comesIn);
  refused(change({ parking_status_id: 1 }, entry), "NOT_SETTLED");
  holds(change({ parking_status_id: 1 }, { ...entry, payment_status: "paid", paid_amount: 2000 }), { in_time: now });
  const waiting = { main: { ...main, is_waiting_for_approve: true } };
  holds(change({ payment_status: "paid" }, entry, waiting), { parking_status_id: undefined, payment_status: "paid" });
  refused(change({ parking_status_id: 1 }, entry, waiting), "APPROVAL_PENDING");
});

test("an invite holds inside its window", () => {
  const invite = (start: number | null, end: number | null) => ({
    ...pending,
    is_invited: true,
    invite_start_date: start === null ? null : minutesAgo(-start),
    invite_end_date: end === null ? null : minutesAgo(-end),
  });
  for (const [start, end] of [
    [-10, 10],
    [0, 1],
    [null, 1],
    [-1, null],
    [null, null],
  ] as const)
    holds(change({ parking_status_id: 1 }, invite(start, end)), { in_time: now });
  for (const [start, end] of [
    [1, 10],
    [-10, -1],
    [-10, 0],
  ] as const)
    refused(change({ parking_status_id: 1 }, invite(start, end)), "INVITE_NOT_VALID_NOW");
  holds(change({ parking_status_id: 4 }, invite(-10, -1)), { parking_status_id: 4 });
});

test("a standing record: of its branch, whole, with both ends of its pass", () => {
  const record = { branch: 7, phone_no: "9876543210", vehicle_no: "TN01AB1234" };
  const create = (changes: Row, place: Row | null = branch) =>
    run(parkingMainRules, { changes: { ...record, ...changes }, related: { branch: place } });
  holds(create({}), { company: 3, parking_status_id: 3, status_id: 3, is_waiting_for_approve: false });
  refused(create({}, null), "INVALID_FOREIGN_KEY", "branch");
  refused(create({}, { ...branch, status: "archived" }), "BRANCH_NOT_PUBLISHED");
  refused(create({}, { ...branch, is_parking: false }), "SERVICE_NOT_ENABLED");
  refused(create({ vehicle_no: null }), "FAILED_VALIDATION", "vehicle_no");
  refused(create({ is_person: true }), "FAILED_VALIDATION", "name");
  refused(create({ is_person: true, name: "Asha" }, { ...branch, allow_person_entries: false }), "SERVICE_NOT_ENABLED");
  holds(create({ is_person: true, name: "Asha", vehicle_no: null }), { parking_status_id: 3 });
  refused(create({}, { ...branch, allow_vehicle_type_required: true }), "VEHICLE_TYPE_REQUIRED", "vehicle_type");
  refused(create({ parking_type: "long_time" }), "FAILED_VALIDATION", "pass_start_time");
  refused(create({ parking_type: "long_time", pass_start_time: now }), "FAILED_VALIDATION", "pass_end_time");
  refused(create({ pass_start_time: now, pass_end_time: now }), "FAILED_VALIDATION", "pass_end_time");
  const moved = run(parkingMainRules, { before: { ...record, id: 5 }, changes: { branch: 8 }, related: { branch } });
  refused(moved, "FORBIDDEN", "branch");
});

test("which refusal tells who is inside", () => {
  const codes = [false, true].flatMap((isPerson) =>
    [true, false].map((isSamePhone) => inProgressCode({ isPerson, isSamePhone })),
  );
  const vehicle = ["VEHICLE_IN_PROGRESS", "VEHICLE_IN_PROGRESS_OTHER_PHONE"];
  assert.deepEqual(codes, [...vehicle, "PERSON_IN_PROGRESS", "PERSON_IN_PROGRESS_OTHER_PHONE"]);
});
