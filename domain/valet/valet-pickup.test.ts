import assert from "node:assert/strict";
import { test } from "node:test";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { Row, RuleArgs } from "#domain/schema/collection.ts";
import { anonymous } from "#domain/access/roles.ts";
import type { Actor } from "#domain/access/roles.ts";
import { countWrongCode, isCodeLocked } from "#domain/accounts/code-attempts.ts";
import { estimatePickup, countQueueAhead } from "#domain/valet/pickup/pickup-estimate.ts";
import type { FinishedPickup } from "#domain/valet/pickup/pickup-estimate.ts";
import { applyTimeCharges } from "#domain/tariffs/time-charges.ts";
import { valetTicketRules } from "#domain/valet/valet-ticket.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";

const file = "docs/rules/valet-pickup.md";
const now = new Date("2026-11-21T12:00:00Z");
const inTime = new Date("2026-11-21T11:00:00Z");
const staff: Actor = { ...anonymous, role: "staff", company: 3, branch: 7, isActive: true, isPresent: true };
const people: { [name: string]: Actor } = {
  Ravi: { ...staff, id: "Ravi" },
  Meena: { ...staff, id: "Meena" },
  absent: { ...staff, id: "absent", isPresent: false },
  inactive: { ...staff, id: "inactive", isActive: false },
  manager: { ...staff, id: "boss", role: "manager" },
  customer: anonymous,
};
const branch: Row = {
  id: 7,
  company: 3,
  status: "published",
  is_valet_and_parking: true,
  is_staff_available: true,
  valet_and_parking_config: { is_collect_valet_charge: true, valet_charge: 5000, payment_type: "post-pay" },
};
const rows = [{ vehicle_type: null, charge_amount_for_minutes: 2000 }];
const tariffInForce = { id: 4, number: 1, tariff: applyTimeCharges({ rows, current: undefined }) };

/** Runs the rules in order like a write: each rule sees the changes of the previous ones. */
function write({
  before,
  changes,
  actor,
  related,
  nestedCounts,
}: Pick<RuleArgs, "before" | "changes" | "actor" | "nestedCounts"> & { related?: Row }) {
  let result = changes;
  for (const rule of valetTicketRules) {
    const after: Row = { ...before, ...result };
    const outcome = rule({
      before,
      after,
      changes: result,
      actor,
      now,
      related: { branch, ...related } as RuleArgs["related"],
      lookups: { tariffInForce },
      ...(nestedCounts && { nestedCounts }),
    });
    if (outcome instanceof RuleViolation) return outcome;
    result = { ...result, ...outcome };
  }
  return result;
}

const toUser = (name: string | null) =>
  name ? { id: name, first_name: name, ...(name === "away" && { in_out_flag: false }) } : null;

for (const { from, to, who, "given to": assigned, "brought by": driver, proof, owes, ...row } of readMarkdownTable({
  file,
  heading: "Who moves what",
})) {
  const expectedError = row["refused with"] ?? "";
  const conditions = [
    assigned && `assigned to ${assigned}`,
    driver && `driven by ${driver}`,
    proof,
    owes && `unpaid ${owes}`,
  ];
  test(`${from} → ${to} by ${who} ${conditions.filter(Boolean).join(", ")}: ${expectedError || "allowed"}`, () => {
    const before: Row = {
      id: 1,
      branch: 7,
      status_id: Number(from),
      Assigned_Staff: assigned || null,
      pickup_request_assigned: driver || null,
      in_time: inTime,
      out_time: null,
      payment_status: "not_paid",
      payment_type: owes === "later" ? "pay-later" : "post-pay",
      charge_amount_for_minutes: owes ? 2000 : 0,
    };
    const proofChanges = proof === "otp" || proof === "qr" ? { handover_mode: proof } : {};
    const noteChanges = proof === "note" || proof === "picture" ? { handover_note: "Lost ticket" } : {};
    const result = write({
      before,
      changes: { status_id: Number(to), ...proofChanges, ...noteChanges },
      actor: people[who!]!,
      related: { Assigned_Staff: toUser(assigned!), pickup_request_assigned: toUser(driver!) },
      ...(proof === "picture" && { nestedCounts: { entry_images: 1 } }),
    });
    assert.equal(result instanceof RuleViolation ? result.code : "", expectedError);
    if (expectedError === "ASSIGNED_SOME_OTHER")
      assert.equal((result as RuleViolation).details["name"], driver || assigned);
  });
}

test("each transition sets its time, and the handover the out time and duration", () => {
  const ravi = people["Ravi"]!;
  const ticketAt = (status: number, extraFields: Row = {}): Row => ({
    id: 1,
    branch: 7,
    status_id: status,
    Assigned_Staff: "Ravi",
    pickup_request_assigned: status > 3 ? "Ravi" : null,
    in_time: inTime,
    out_time: null,
    ...extraFields,
  });
  const transition = (before: Row, changes: Row) => write({ before, changes, actor: ravi }) as Row;
  assert.equal(transition(ticketAt(2), { status_id: 3 })["pickup_requested_at"], now);
  const accepted = transition(ticketAt(3), { status_id: 4 });
  assert.deepEqual([accepted["pickup_request_assigned"], accepted["started_time"]], ["Ravi", now]);
  assert.equal(transition(ticketAt(4), { status_id: 5 })["at_gate_at"], now);
  const handedOver = transition(ticketAt(5, { started_time: inTime }), { status_id: 6, handover_mode: "otp" });
  assert.deepEqual([handedOver["out_time"], handedOver["duration"], handedOver["started_time"]], [now, 60, null]);
});

test("a new ticket copies tariff and valet charge and is assigned to its creator", () => {
  const ticket = write({
    before: null,
    changes: { branch: 7, Vehicle_Number: "TN01AB1234" },
    actor: people["Ravi"]!,
  }) as Row;
  assert.deepEqual(
    [ticket["status_id"], ticket["company"], ticket["Assigned_Staff"], ticket["in_time"], ticket["payment_status"]],
    [1, 3, "Ravi", now, "not_paid"],
  );
  assert.deepEqual([ticket["valet_charge"], ticket["charge_amount_for_minutes"]], [5000, 2000]);
});

test("a pre-pay ticket cannot be parked before payment, and its time starts with the payment", () => {
  const prepaid = { ...branch, valet_and_parking_config: { payment_type: "pre-pay" } };
  const actor = people["Ravi"]!;
  const ticket = write({ before: null, changes: { branch: 7 }, actor, related: { branch: prepaid } }) as Row;
  assert.equal(ticket["in_time"], null);
  const before = { id: 1, ...ticket };
  const parkedUnpaid = write({ before, changes: { status_id: 2 }, actor });
  assert.equal((parkedUnpaid as RuleViolation).code, "NOT_SETTLED");
  const paid = write({ before, changes: { payment_status: "paid", payment_mode: "cash" }, actor }) as Row;
  assert.deepEqual([paid["paid_amount"], paid["in_time"]], [2000, now]);
  const parked = write({ before: { ...before, ...paid }, changes: { status_id: 2 }, actor });
  assert.ok(!(parked instanceof RuleViolation));
});

test("rejects changes of vehicle, slot and staff of a closed ticket", () => {
  const before = { id: 1, branch: 7, status_id: 6, Vehicle_Number: "TN01AB1234", out_time: now, in_time: inTime };
  const result = write({ before, changes: { Vehicle_Number: "TN01AB9999" }, actor: people["manager"]! });
  assert.equal((result as RuleViolation).code, "NO_NEXT_STATUS");
});

for (const row of readMarkdownTable({ file, heading: "Wrong codes" })) {
  test(`counts one more wrong code after ${row["wrong before"]}`, () => {
    const { tries, lockedUntil } = countWrongCode({ tries: Number(row["wrong before"]), now });
    assert.equal(tries, Number(row["after one more"]));
    const minutes = Number(row["locked for"]);
    assert.equal(lockedUntil === null ? 0 : (lockedUntil.getTime() - now.getTime()) / 60_000, minutes);
    assert.equal(isCodeLocked({ lockedUntil, now }), minutes > 0);
    if (lockedUntil) assert.equal(isCodeLocked({ lockedUntil, now: lockedUntil }), false, "lock ends at its end time");
  });
}

/** One pickup per day, so that the queue is always empty. */
function toFinishedPickups(minutes: readonly number[]): FinishedPickup[] {
  return minutes.map((minutesTaken, day) => {
    const requestedAt = new Date(Date.UTC(2026, 9, 1 + day));
    return { requestedAt, atGateAt: new Date(requestedAt.getTime() + minutesTaken * 60_000) };
  });
}

for (const row of readMarkdownTable({ file, heading: "How long a pickup takes" })) {
  const durations = row["finished took (minutes)"]!;
  test(`after pickups of ${durations} minutes, ${row["ahead"]} ahead, ${row["waited"]} waited`, () => {
    const estimate = estimatePickup({
      finishedPickups: toFinishedPickups(durations.split(" ").map(Number)),
      ahead: Number(row["ahead"]),
      waitedMinutes: Number(row["waited"]),
    });
    const { low, median, high } = row;
    const expected = low === "none" ? null : { low: Number(low), median: Number(median), high: Number(high) };
    assert.deepEqual(estimate, expected);
  });
}

/** Reproducible uniform numbers from 0 to 1 (linear congruential generator). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296) / 4_294_967_296;
}

/**
 * Simulates an evening: pickups are requested at random, and two drivers bring the cars in order, in 2 to 6 minutes
 * each.
 */
function simulateEvening({ random, day, cars }: { random: () => number; day: number; cars: number }): FinishedPickup[] {
  const free = [0, 0];
  let clock = 0;
  return Array.from({ length: cars }, () => {
    clock += -Math.log(1 - random()) * 2.2;
    const driver = free[0]! <= free[1]! ? 0 : 1;
    free[driver] = Math.max(free[driver]!, clock) + 2 + random() * 4;
    const start = Date.UTC(2026, 9, 1 + day);
    return {
      requestedAt: new Date(start + clock * 60_000),
      atGateAt: new Date(start + free[driver] * 60_000),
    };
  });
}

test("a longer queue never takes less, up to queues that the branch has not had", () => {
  const random = createRandom(11);
  const finishedPickups = [0, 1].flatMap((day) => simulateEvening({ random, day, cars: 60 }));
  const medians = [...Array(12).keys()].map(
    (ahead) => estimatePickup({ finishedPickups, ahead, waitedMinutes: 0 })!.median,
  );
  assert.deepEqual(
    medians,
    medians.toSorted((first, second) => first - second),
  );
  // Two drivers bring a car about every two minutes; the fewest that a longer queue may add is one.
  assert.ok(medians[11]! - medians[5]! >= 6, medians.join(" "));
});

test("in simulated evenings at least 80 % of the cars arrive within the estimated range", (context) => {
  const random = createRandom(7);
  const finished: FinishedPickup[] = [];
  let [estimateCount, insideCount] = [0, 0];
  for (let day = 0; day < 12; day += 1) {
    const pickups = simulateEvening({ random, day, cars: 60 });
    for (const { requestedAt, atGateAt } of pickups) {
      const samples = finished.concat(pickups.filter((other) => other.atGateAt <= requestedAt)).slice(-200);
      const ahead = countQueueAhead({ pickups, at: requestedAt });
      const estimate = estimatePickup({ finishedPickups: samples, ahead, waitedMinutes: 0 });
      if (!estimate) continue;
      const minutes = (atGateAt.getTime() - requestedAt.getTime()) / 60_000;
      estimateCount += 1;
      if (minutes >= estimate.low && minutes <= estimate.high) insideCount += 1;
    }
    finished.push(...pickups);
  }
  context.diagnostic(
    `${estimateCount} estimates shown, ${((insideCount / estimateCount) * 100).toFixed(1)} % of the cars arrived within the range`,
  );
  assert.ok(estimateCount > 600, `${estimateCount} estimates were shown`);
  assert.ok(insideCount / estimateCount >= 0.8, `${insideCount} of ${estimateCount}`);
});
