import assert from "node:assert/strict";
import { test } from "node:test";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { Row, RuleArgs, WriteRule } from "#domain/schema/collection.ts";
import { anonymous } from "#domain/access/roles.ts";
import type { Actor } from "#domain/access/roles.ts";
import { parkingEntryRules } from "#domain/parking/parking-entry.ts";
import { applyTimeCharges, type TimeCharge } from "#domain/tariffs/time-charges.ts";
import { visitorRecordRules } from "#domain/parking/visitor-record.ts";
import { getInProgressError } from "#domain/parking/duplicate-visitor.ts";

const now = new Date("2026-11-21T04:30:00Z");
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const staff: Actor = {
  ...anonymous,
  id: "ravi",
  role: "staff",
  company: 3,
  branch: 7,
  isActive: true,
  isPresent: true,
};
const manager: Actor = { ...staff, id: "meena", role: "manager" };
const car = { id: 1, name: "Car" };
const carTariff = {
  parking_time_type: "minutes" as const,
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
};
/** The version in force; each row is the price of a vehicle type. */
const createTariff = (rows: readonly TimeCharge[]) => ({
  id: 4,
  number: 1,
  tariff: applyTimeCharges({ rows, current: undefined }),
});
const carCharge = { vehicle_type: 1, ...carTariff };
const typedTariff = createTariff([carCharge, { ...carCharge, vehicle_type: 2, charge_amount_for_minutes: 1000 }]);
const visitorRecord: Row = {
  id: 5,
  branch,
  company: 3,
  phone_no: "9876543210",
  vehicle_no: "TN01AB1234",
  vehicle_type: car,
  is_person: false,
};
const inviteFields = { is_invited: true, invite_end_date: minutesAgo(-60) };
const freeBranch = { ...branch, parking_config: { id: 9, payment_type: "post-pay", is_free: true } };
const prepayBranch = { ...branch, parking_config: { id: 9, payment_type: "pre-pay" } };

const letChoose = (paymentType: string): Row => ({
  ...branch,
  parking_config: { id: 9, payment_type: paymentType, is_payment_type_chosen: true },
});

type RuleInput = Partial<RuleArgs> & { visitorRecord?: Row };

/** Runs the rules in order like a write: each rule sees the changes of the previous ones. */
function applyRules(
  rules: readonly WriteRule[],
  { before = null, changes = {}, actor = staff, lookups = { tariffInForce: typedTariff }, ...input }: RuleInput,
): Row | RuleViolation {
  const related = input.related ?? { parking_main_info: input.visitorRecord ?? visitorRecord };
  let result = changes;
  for (const rule of rules) {
    const outcome = rule({
      ...input,
      before,
      after: { ...before, ...result },
      changes: result,
      actor,
      now,
      related,
      lookups,
    });
    if (outcome instanceof RuleViolation) return outcome;
    result = { ...result, ...outcome };
  }
  return result;
}
const writeEntry = (input: RuleInput) => applyRules(parkingEntryRules, input);
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
const updateEntry = (changes: Row, before: Row = inside, input: RuleInput = {}) =>
  writeEntry({ ...input, before, changes });

function assertViolation(result: Row | RuleViolation, code: string, field?: string, name?: string): void {
  assert.equal(result instanceof RuleViolation ? result.code : JSON.stringify(result), code, name);
  if (field) assert.equal(result instanceof RuleViolation && result.field, field);
}
function assertFields(result: Row | RuleViolation, expected: Row, name?: string): void {
  assert.ok(!(result instanceof RuleViolation), result instanceof RuleViolation ? result.code : "");
  assert.deepEqual(Object.fromEntries(Object.keys(expected).map((field) => [field, result[field]])), expected, name);
}

test("a walk-in checks in immediately with the branch's tariff, unpaid", () => {
  assertFields(writeEntry({ changes: { parking_main_info: 5 } }), {
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

test("sets the initial state of a new entry", () => {
  const pass = { parking_type: "long_time", pass_start_time: minutesAgo(60), pass_end_time: minutesAgo(-60) };
  const expiredPass = { ...pass, pass_end_time: minutesAgo(1) };
  const rows: [string, RuleInput, Row][] = [
    ["invited", { changes: inviteFields }, { parking_status_id: 3, in_time: null }],
    [
      "waiting",
      { visitorRecord: { ...visitorRecord, is_waiting_for_approve: true } },
      { parking_status_id: 3, in_time: null },
    ],
    [
      "pre-pay branch",
      { visitorRecord: { ...visitorRecord, branch: prepayBranch } },
      { parking_status_id: 3, is_vehicle_prepay_type: true, is_prepay: true },
    ],
    [
      "pre-pay by choice",
      { visitorRecord: { ...visitorRecord, branch: letChoose("post-pay") }, changes: { payment_type: "pre-pay" } },
      { parking_status_id: 3, in_time: null },
    ],
    [
      "post-pay by choice at a pre-pay branch",
      { visitorRecord: { ...visitorRecord, branch: letChoose("pre-pay") }, changes: { payment_type: "post-pay" } },
      { parking_status_id: 1 },
    ],
    [
      "the payment type of the branch",
      { visitorRecord: { ...visitorRecord, branch: prepayBranch }, changes: { payment_type: "pre-pay" } },
      { parking_status_id: 3 },
    ],
    [
      "pay later",
      { actor: manager, changes: { payment_type: "pay-later", pay_later_reason: "Regular" } },
      { parking_status_id: 1, in_time: now },
    ],
    [
      "person at a pre-pay branch",
      { visitorRecord: { ...visitorRecord, branch: prepayBranch, is_person: true } },
      { parking_status_id: 1, is_person: true, charge_amount_for_minutes: 0 },
    ],
    [
      "pass at a pre-pay branch",
      { visitorRecord: { ...visitorRecord, ...pass, branch: prepayBranch } },
      { parking_status_id: 1, charge_amount_for_minutes: 2000, free_until: pass.pass_end_time },
    ],
    ["expired pass", { visitorRecord: { ...visitorRecord, ...expiredPass } }, { charge_amount_for_minutes: 2000 }],
    [
      "own tariff of the type",
      { visitorRecord: { ...visitorRecord, vehicle_type: { id: 2 } } },
      { charge_amount_for_minutes: 1000 },
    ],
    [
      "free of charge",
      { visitorRecord: { ...visitorRecord, branch: freeBranch }, lookups: { tariffInForce: null } },
      { charge_amount_for_minutes: 0 },
    ],
    ["is unpaid", { changes: { payment_status: "not_paid" } }, { payment_status: "not_paid", payment_mode: null }],
  ];
  for (const [name, input, expected] of rows) assertFields(writeEntry(input), expected, name);
});

test("what is sent with a new entry is no payment", () => {
  assertViolation(writeEntry({ changes: { payment_status: "paid" } }), "FORBIDDEN", "payment_status");
  assertViolation(writeEntry({ changes: { payment_mode: "cash" } }), "FORBIDDEN", "payment_mode");
});

test("rejects an invalid new entry", () => {
  const imageBranch = { ...branch, allow_vehicle_image_required: true };
  const typeBranch = { ...freeBranch, allow_vehicle_type_required: true };
  const defaultTariff = { tariffInForce: createTariff([{ vehicle_type: null, ...carTariff }]) };
  const rows: [string, RuleInput, string][] = [
    ["no visitor record", { related: { parking_main_info: null } }, "INVALID_FOREIGN_KEY"],
    ["another branch's", { actor: { ...staff, branch: 8 } }, "FORBIDDEN"],
    ["another company's", { actor: { ...staff, role: "admin", company: 4 } }, "FORBIDDEN"],
    [
      "branch not published",
      { visitorRecord: { ...visitorRecord, branch: { ...branch, status: "draft" } } },
      "BRANCH_NOT_PUBLISHED",
    ],
    [
      "parking not enabled",
      { visitorRecord: { ...visitorRecord, branch: { ...branch, is_parking: false } } },
      "SERVICE_NOT_ENABLED",
    ],
    [
      "type not allowed",
      { visitorRecord: { ...visitorRecord, vehicle_type: { id: 3 } } },
      "VEHICLE_TYPE_NOT_ALLOWED_ERROR",
    ],
    [
      "no type, no tariff without type",
      { visitorRecord: { ...visitorRecord, vehicle_type: null } },
      "VEHICLE_TYPE_REQUIRED",
    ],
    [
      "no type, but required",
      {
        visitorRecord: { ...visitorRecord, vehicle_type: null, branch: typeBranch },
        lookups: { tariffInForce: null },
      },
      "VEHICLE_TYPE_REQUIRED",
    ],
    ["neither tariff nor free", { lookups: { tariffInForce: null } }, "TARIFF_REQUIRED"],
    [
      "neither tariff nor free, with an invite",
      { lookups: { tariffInForce: null }, changes: inviteFields },
      "TARIFF_REQUIRED",
    ],
    ["no image", { visitorRecord: { ...visitorRecord, branch: imageBranch } }, "IMAGE_REQUIRED"],
    ["six images", { nestedCounts: { entry_images: 6 } }, "TOO_MANY_IMAGES"],
    ["addition without a note", { changes: { additional_charge: 500 } }, "NOTE_REQUIRED"],
    ["additional payment of a new entry", { changes: { payment_type: "extra" } }, "FAILED_VALIDATION"],
    ["staff not present", { actor: { ...staff, isPresent: false } }, "USER_ATTENDANCE_OFF"],
    ["staff not active", { actor: { ...staff, isActive: false } }, "STAFF_IS_INACTIVE"],
    ["manager not active", { actor: { ...staff, role: "manager", isActive: false } }, "MANAGER_IS_INACTIVE"],
  ];
  for (const [name, input, code] of rows) assertViolation(writeEntry(input), code, undefined, name);
  assertFields(
    writeEntry({ visitorRecord: { ...visitorRecord, branch: imageBranch }, nestedCounts: { entry_images: 1 } }),
    { parking_status_id: 1 },
  );
  assertFields(writeEntry({ visitorRecord: { ...visitorRecord, branch: imageBranch }, changes: inviteFields }), {
    parking_status_id: 3,
  });
  assertFields(writeEntry({ visitorRecord: { ...visitorRecord, vehicle_type: null }, lookups: defaultTariff }), {
    charge_amount_for_minutes: 2000,
  });
  assertFields(writeEntry({ actor: { ...staff, role: "admin", branch: null, isPresent: false, isActive: false } }), {
    branch: 7,
  });
});

test("pay later requires charge.defer, unless the branch is on credit or the entry already was", () => {
  const payLater = { payment_type: "pay-later", pay_later_reason: "Regular" };
  const onCredit = { ...visitorRecord, branch: { ...branch, parking_config: { id: 9, payment_type: "pay-later" } } };
  assertViolation(writeEntry({ changes: payLater }), "FORBIDDEN", "payment_type");
  assertViolation(updateEntry(payLater), "FORBIDDEN", "payment_type");
  assertViolation(updateEntry({ ...payLater, parking_status_id: 2 }), "FORBIDDEN", "payment_type");
  assertViolation(updateEntry({ ...payLater, payment_status: "paid" }), "FORBIDDEN", "payment_type");
  const granted = { ...staff, exceptions: { "charge.defer": true } };
  const revoked = { ...manager, exceptions: { "charge.defer": false } };
  assertFields(writeEntry({ actor: granted, before: inside, changes: payLater }), payLater);
  assertViolation(writeEntry({ actor: revoked, before: inside, changes: payLater }), "FORBIDDEN", "payment_type");
  assertFields(writeEntry({ visitorRecord: onCredit, changes: payLater }), payLater);
  assertFields(writeEntry({ visitorRecord: onCredit }), { payment_type: "pay-later" });
  for (const reason of [null, "  "])
    assertViolation(
      writeEntry({ actor: granted, before: inside, changes: { ...payLater, pay_later_reason: reason } }),
      "DEFER_REASON_REQUIRED",
      "pay_later_reason",
    );
  assertFields(updateEntry({ ...payLater, slot_no: 4 }, { ...inside, ...payLater }), { slot_no: 4 });
  assertFields(updateEntry({ payment_type: "post-pay" }, { ...inside, ...payLater }), { payment_type: "post-pay" });
});

test("an entry cannot move to another visitor record", () => {
  assertViolation(updateEntry({ parking_main_info: 6 }), "FORBIDDEN", "parking_main_info");
  assertFields(updateEntry({ parking_main_info: 5, slot_no: 4 }), { slot_no: 4 });
});

test("check-out requires a settled balance, then sets times and amounts", () => {
  assertViolation(updateEntry({ parking_status_id: 2 }), "NOT_SETTLED");
  const amounts = { out_time: now, duration: 31, actual_amount: 4000, total_amount: 4000 };
  const paid = { ...inside, payment_status: "paid", paid_amount: 4000 };
  assertFields(updateEntry({ parking_status_id: 2 }, paid), { ...amounts, extended_amount: 0 });
  assertFields(updateEntry({ parking_status_id: 2 }, { ...inside, payment_type: "pay-later" }), {
    ...amounts,
    extended_amount: 4000,
  });
  assertFields(
    writeEntry({
      actor: manager,
      before: inside,
      changes: { parking_status_id: 2, payment_type: "pay-later", pay_later_reason: "Regular" },
    }),
    amounts,
  );
  assertFields(
    updateEntry({ parking_status_id: 2 }, { ...inside, charge_amount_for_minutes: 0, min_charge_of_minutes: 0 }),
    {
      total_amount: 0,
    },
  );
  assertViolation(updateEntry({ parking_status_id: 2 }, { ...paid, paid_amount: 2000 }), "NOT_SETTLED");
});

test("cash payment and check-out in one write is an auto-checkout", () => {
  assertFields(updateEntry({ payment_status: "paid", parking_status_id: 2 }), {
    payment_status: "paid",
    payment_mode: "cash",
    paid_amount: 4000,
    extended_amount: 0,
    payment_collected_by: "ravi",
    out_time: now,
    duration: 31,
  });
});

test("accepts a cash payment once, and the additional charge of an overstay once", () => {
  const changes = { payment_status: "paid", additional_charge: 1000, addition_note: "wash" };
  assertFields(updateEntry(changes), { total_amount: 5000, paid_amount: 5000, paid_at: now, payment_type: "post-pay" });
  const paid = { ...inside, payment_status: "paid", payment_mode: "cash", paid_amount: 2000 };
  assertViolation(updateEntry({ payment_status: "paid" }, paid), "ALREADY_PAID");
  assertFields(updateEntry({ payment_status: "paid", payment_type: "extra" }, paid), {
    paid_amount: 4000,
    payment_type: "post-pay",
  });
  assertViolation(
    updateEntry({ payment_status: "paid", payment_type: "extra" }, { ...paid, paid_amount: 4000 }),
    "ALREADY_PAID",
  );
  assertViolation(updateEntry({ payment_status: "paid" }, { ...inside, parking_status_id: 4 }), "NO_NEXT_STATUS");
});

test("rejects payment changes that users may not make", () => {
  const paid = { ...inside, payment_status: "paid", payment_mode: "cash", paid_amount: 4000 };
  const partiallyPaid = { ...inside, payment_status: "partially_paid", paid_amount: 2000 };
  assertViolation(updateEntry({ payment_status: "paid", payment_mode: "online" }), "FORBIDDEN", "payment_mode");
  assertViolation(updateEntry({ payment_mode: "online" }, paid), "FORBIDDEN", "payment_mode");
  assertViolation(updateEntry({ payment_status: "not_paid" }, paid), "ALREADY_PAID");
  assertViolation(updateEntry({ payment_status: "not_paid" }, partiallyPaid), "FORBIDDEN", "payment_status");
  assertViolation(updateEntry({ deduction_charge: 500, deduction_note: "sorry" }, paid), "ALREADY_PAID");
  assertViolation(updateEntry({ payment_type: "extra" }), "FAILED_VALIDATION", "payment_type");
  assertFields(updateEntry({ payment_status: "paid", payment_mode: "online" }, inside, { actor: anonymous }), {
    payment_mode: "online",
    payment_collected_by: null,
  });
  assertFields(updateEntry({ payment_status: "not_paid" }, partiallyPaid, { actor: anonymous }), {
    payment_status: "not_paid",
  });
});

test("an additional charge or deduction needs a note and updates the total", () => {
  assertViolation(updateEntry({ deduction_charge: 500 }), "NOTE_REQUIRED", "deduction_note");
  assertFields(updateEntry({ deduction_charge: 500, deduction_note: "regular" }), {
    actual_amount: 4000,
    total_amount: 3500,
  });
  const paid = { ...inside, payment_status: "paid", payment_mode: "cash", paid_amount: 4000 };
  assertFields(updateEntry({ additional_charge: 500, addition_note: "wash" }, paid), {
    total_amount: 4500,
    extended_amount: 500,
  });
});

const pending: Row = { ...inside, parking_status_id: 3, in_time: null };

test("a pre-pay vehicle checks in when it pays, unless it waits for approval", () => {
  const entry = { ...pending, is_prepay: true, is_vehicle_prepay_type: true, payment_type: "pre-pay" };
  const checkedIn = { parking_status_id: 1, in_time: now, paid_amount: 2000, payment_type: "pre-pay" };
  assertFields(updateEntry({ payment_status: "paid" }, entry), checkedIn);
  assertViolation(updateEntry({ parking_status_id: 1 }, entry), "NOT_SETTLED");
  assertFields(updateEntry({ parking_status_id: 1 }, { ...entry, payment_status: "paid", paid_amount: 2000 }), {
    in_time: now,
  });
  const waiting = { visitorRecord: { ...visitorRecord, is_waiting_for_approve: true } };
  assertFields(updateEntry({ payment_status: "paid" }, entry, waiting), {
    parking_status_id: undefined,
    payment_status: "paid",
  });
  assertViolation(updateEntry({ parking_status_id: 1 }, entry, waiting), "APPROVAL_PENDING");
});

test("an invite is valid within its period only", () => {
  const invite = (start: number | null, end: number | null) => ({
    ...pending,
    is_invited: true,
    invite_start_date: start === null ? null : minutesAgo(-start),
    invite_end_date: end === null ? null : minutesAgo(-end),
    invite_proof: "code",
  });
  for (const [start, end] of [
    [-10, 10],
    [0, 1],
    [null, 1],
    [-1, null],
    [null, null],
  ] as const)
    assertFields(updateEntry({ parking_status_id: 1 }, invite(start, end)), { in_time: now });
  for (const [start, end] of [
    [1, 10],
    [-10, -1],
    [-10, 0],
  ] as const)
    assertViolation(updateEntry({ parking_status_id: 1 }, invite(start, end)), "INVITE_NOT_VALID_NOW");
  const unproved = { ...invite(-10, 10), invite_proof: null };
  assertViolation(updateEntry({ parking_status_id: 1 }, unproved), "INVITE_PROOF_REQUIRED", "phone_no");
  assertFields(updateEntry({ parking_status_id: 4 }, invite(-10, -1)), { parking_status_id: 4 });
});

test("a visitor record needs its branch, the required fields, and start and end of its pass", () => {
  const record = { branch: 7, phone_no: "9876543210", vehicle_no: "TN01AB1234" };
  const create = (changes: Row, relatedBranch: Row | null = branch) =>
    applyRules(visitorRecordRules, { changes: { ...record, ...changes }, related: { branch: relatedBranch } });
  assertFields(create({}), { company: 3, parking_status_id: 3, status_id: 3, is_waiting_for_approve: false });
  assertViolation(create({}, null), "INVALID_FOREIGN_KEY", "branch");
  assertViolation(create({}, { ...branch, status: "archived" }), "BRANCH_NOT_PUBLISHED");
  assertViolation(create({}, { ...branch, is_parking: false }), "SERVICE_NOT_ENABLED");
  assertViolation(create({ vehicle_no: null }), "FAILED_VALIDATION", "vehicle_no");
  assertViolation(create({ is_person: true }), "FAILED_VALIDATION", "name");
  assertViolation(
    create({ is_person: true, name: "Asha" }, { ...branch, allow_person_entries: false }),
    "SERVICE_NOT_ENABLED",
  );
  assertFields(create({ is_person: true, name: "Asha", vehicle_no: null }), { parking_status_id: 3 });
  assertViolation(
    create({}, { ...branch, allow_vehicle_type_required: true }),
    "VEHICLE_TYPE_REQUIRED",
    "vehicle_type",
  );
  assertViolation(create({ parking_type: "long_time" }), "FAILED_VALIDATION", "pass_start_time");
  assertViolation(create({ parking_type: "long_time", pass_start_time: now }), "FAILED_VALIDATION", "pass_end_time");
  assertViolation(create({ pass_start_time: now, pass_end_time: now }), "FAILED_VALIDATION", "pass_end_time");
  const movedRecord = applyRules(visitorRecordRules, {
    before: { ...record, id: 5 },
    changes: { branch: 8 },
    related: { branch },
  });
  assertViolation(movedRecord, "FORBIDDEN", "branch");
});

test("the phone number of a vehicle with a single entry is required, optional or not recorded", () => {
  const vehicle = { branch: 7, vehicle_no: "TN01AB1234" };
  const phone_no = "9876543210";
  const pass = { parking_type: "long_time", pass_start_time: now, pass_end_time: new Date(now.getTime() + 86_400_000) };
  const person = { is_person: true, name: "Asha", vehicle_no: null };
  const create = (visitor_phone: string | undefined, changes: Row) =>
    applyRules(visitorRecordRules, {
      changes: { ...vehicle, ...changes },
      related: { branch: { ...branch, visitor_phone } },
    });
  const rows: [mode: string | undefined, visitor: Row, withPhone: boolean, withoutPhone: boolean][] = [
    [undefined, {}, true, false],
    ["required", {}, true, false],
    ["optional", {}, true, true],
    ["off", {}, false, true],
    ["off", person, true, false],
    ["off", pass, true, false],
    ["off", { is_invited: true }, true, false],
    ["optional", person, true, false],
    ["optional", pass, true, false],
    ["optional", { is_invited: true }, true, false],
  ];
  for (const [mode, visitor, withPhone, withoutPhone] of rows) {
    const check = (result: ReturnType<typeof create>, isAllowed: boolean) =>
      isAllowed
        ? assertFields(result, { parking_status_id: 3 })
        : assertViolation(result, "FAILED_VALIDATION", "phone_no");
    check(create(mode, { ...visitor, phone_no }), withPhone);
    check(create(mode, visitor), withoutPhone);
  }
});

test("a recorded phone number can be corrected but not removed", () => {
  const record = { id: 5, branch: 7, vehicle_no: "TN01AB1234", phone_no: "9876543210", parking_status_id: 1 };
  const correct = (before: Row, changes: Row) =>
    applyRules(visitorRecordRules, {
      before,
      changes: { ...changes, corrected_at: now },
      related: { branch: { ...branch, visitor_phone: "optional" } },
    });
  assertViolation(correct(record, { phone_no: null }), "FAILED_VALIDATION", "phone_no");
  assertFields(correct(record, { phone_no: "9840012345" }), {});
  assertFields(correct({ ...record, phone_no: null }, { name: "Asha" }), {});
});

test("the error code tells whether a vehicle or person is inside", () => {
  const codes = [false, true].flatMap((isPerson) =>
    [true, false].map((isSamePhone) => getInProgressError({ isPerson, isSamePhone })),
  );
  const vehicle = ["VEHICLE_IN_PROGRESS", "VEHICLE_IN_PROGRESS_OTHER_PHONE"];
  assert.deepEqual(codes, [...vehicle, "PERSON_IN_PROGRESS", "PERSON_IN_PROGRESS_OTHER_PHONE"]);
});
