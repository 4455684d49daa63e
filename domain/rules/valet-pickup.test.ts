import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "#domain/collection.ts";
import type { Row, RuleArgs } from "#domain/collection.ts";
import { nobody } from "#domain/roles.ts";
import type { Who } from "#domain/roles.ts";
import { afterWrongCode, isLocked } from "#domain/rules/code-tries.ts";
import { estimatePickup, queueAhead } from "#domain/rules/pickup-estimate.ts";
import type { FinishedPickup } from "#domain/rules/pickup-estimate.ts";
import { valetEntryRules } from "#domain/rules/valet-entry.ts";
import { markdownTable } from "#tests/support/markdown-table.ts";

const file = "docs/rules/valet-pickup.md";
const now = new Date("2026-11-21T12:00:00Z");
const inTime = new Date("2026-11-21T11:00:00Z");
const staff: Who = { ...nobody, role: "staff", company: 3, branch: 7, isActive: true, isPresent: true };
const people: { [name: string]: Who } = {
  Ravi: { ...staff, id: "Ravi" },
  Meena: { ...staff, id: "Meena" },
  absent: { ...staff, id: "absent", isPresent: false },
  inactive: { ...staff, id: "inactive", isActive: false },
  manager: { ...staff, id: "boss", role: "manager" },
  customer: nobody,
};
const branch: Row = {
  id: 7,
  company: 3,
  status: "published",
  is_valet_and_parking: true,
  is_staff_available: true,
  valet_and_parking_config: { is_collect_valet_charge: true, valet_charge: 5000, payment_type: "post-pay" },
  time_charges: [{ service: "is_valet_and_parking", vehicle_type: null, charge_amount_for_minutes: 2000 }],
};

/** Runs the rules in order as a write does, each seeing what the ones before it set. */
function write({ before, changes, who, related }: Pick<RuleArgs, "before" | "changes" | "who"> & { related?: Row }) {
  let result = changes;
  for (const rule of valetEntryRules) {
    const after: Row = { ...before, ...result };
    const answer = rule({
      before,
      after,
      changes: result,
      who,
      now,
      related: { branch, ...related } as RuleArgs["related"],
    });
    if (answer instanceof Refusal) return answer;
    result = { ...result, ...answer };
  }
  return result;
}

const person = (name: string | null) => (name ? { id: name, first_name: name } : null);

for (const { from, to, who, "given to": given, "brought by": brought, proof, owes, ...row } of markdownTable({
  file,
  heading: "Who moves what",
})) {
  const refused = row["refused with"] ?? "";
  const words = [given && `given to ${given}`, brought && `brought by ${brought}`, proof, owes && `owes ${owes}`];
  test(`${from} → ${to} by ${who} ${words.filter(Boolean).join(", ")}: ${refused || "made"}`, () => {
    const before: Row = {
      id: 1,
      branch: 7,
      status_id: Number(from),
      Assigned_Staff: given || null,
      pickup_request_assigned: brought || null,
      in_time: inTime,
      out_time: null,
      payment_status: "not_paid",
      payment_type: owes === "later" ? "pay-later" : "post-pay",
      charge_amount_for_minutes: owes ? 2000 : 0,
    };
    const proved = proof === "otp" || proof === "qr" ? { handover_mode: proof } : {};
    const noted = proof === "note" ? { handover_note: "Lost ticket" } : {};
    const answer = write({
      before,
      changes: { status_id: Number(to), ...proved, ...noted },
      who: people[who!]!,
      related: { Assigned_Staff: person(given!), pickup_request_assigned: person(brought!) },
    });
    assert.equal(answer instanceof Refusal ? answer.code : "", refused);
    if (refused === "ASSIGNED_SOME_OTHER") assert.equal((answer as Refusal).detail["name"], brought || given);
  });
}

test("each move sets its time, and a handover the whole", () => {
  const ravi = people["Ravi"]!;
  const at = (status: number, more: Row = {}): Row => ({
    id: 1,
    branch: 7,
    status_id: status,
    Assigned_Staff: "Ravi",
    pickup_request_assigned: status > 3 ? "Ravi" : null,
    in_time: inTime,
    out_time: null,
    ...more,
  });
  const moved = (before: Row, changes: Row) => write({ before, changes, who: ravi }) as Row;
  assert.equal(moved(at(2), { status_id: 3 })["pickup_requested_at"], now);
  const accepted = moved(at(3), { status_id: 4 });
  assert.deepEqual([accepted["pickup_request_assigned"], accepted["started_time"]], ["Ravi", now]);
  assert.equal(moved(at(4), { status_id: 5 })["at_gate_at"], now);
  const out = moved(at(5, { started_time: inTime }), { status_id: 6, handover_mode: "otp" });
  assert.deepEqual([out["out_time"], out["duration"], out["started_time"]], [now, 60, null]);
});

test("a new ticket copies tariff and valet charge, is its branch's and its maker's", () => {
  const made = write({
    before: null,
    changes: { branch: 7, Vehicle_Number: "TN01AB1234" },
    who: people["Ravi"]!,
  }) as Row;
  assert.deepEqual(
    [made["status_id"], made["company"], made["Assigned_Staff"], made["in_time"], made["payment_status"]],
    [1, 3, "Ravi", now, "not_paid"],
  );
  assert.deepEqual([made["valet_charge"], made["charge_amount_for_minutes"]], [5000, 2000]);
});

test("a pre-pay ticket is not parked before it is paid, and its time runs from then", () => {
  const prepaid = { ...branch, valet_and_parking_config: { payment_type: "pre-pay" } };
  const who = people["Ravi"]!;
  const made = write({ before: null, changes: { branch: 7 }, who, related: { branch: prepaid } }) as Row;
  assert.equal(made["in_time"], null);
  const before = { id: 1, ...made };
  const tooEarly = write({ before, changes: { status_id: 2 }, who });
  assert.equal((tooEarly as Refusal).code, "NOT_SETTLED");
  const paid = write({ before, changes: { payment_status: "paid", payment_mode: "cash" }, who }) as Row;
  assert.deepEqual([paid["paid_amount"], paid["in_time"]], [2000, now]);
  const parked = write({ before: { ...before, ...paid }, changes: { status_id: 2 }, who });
  assert.ok(!(parked instanceof Refusal));
});

test("a closed ticket keeps its plate, slot and people", () => {
  const before = { id: 1, branch: 7, status_id: 6, Vehicle_Number: "TN01AB1234", out_time: now, in_time: inTime };
  const answer = write({ before, changes: { Vehicle_Number: "TN01AB9999" }, who: people["manager"]! });
  assert.equal((answer as Refusal).code, "NO_NEXT_STATUS");
});

for (const row of markdownTable({ file, heading: "Wrong codes" })) {
  test(`after ${row["wrong before"]} wrong codes one more`, () => {
    const { tries, lockedUntil } = afterWrongCode({ tries: Number(row["wrong before"]), now });
    assert.equal(tries, Number(row["after one more"]));
    const minutes = Number(row["locked for"]);
    assert.equal(lockedUntil === null ? 0 : (lockedUntil.getTime() - now.getTime()) / 60_000, minutes);
    assert.equal(isLocked({ lockedUntil, now }), minutes > 0);
    if (lockedUntil) assert.equal(isLocked({ lockedUntil, now: lockedUntil }), false, "over at its last moment");
  });
}

/** One a day, so that none waits for another. */
function finishedIn(minutes: readonly number[]): FinishedPickup[] {
  return minutes.map((taken, day) => {
    const requestedAt = new Date(Date.UTC(2026, 9, 1 + day));
    return { requestedAt, atGateAt: new Date(requestedAt.getTime() + taken * 60_000) };
  });
}

for (const row of markdownTable({ file, heading: "How long a pickup takes" })) {
  const took = row["finished took (minutes)"]!;
  test(`after pickups of ${took} minutes, ${row["waited"]} waited`, () => {
    const found = estimatePickup({
      finished: finishedIn(took.split(" ").map(Number)),
      ahead: 0,
      waited: Number(row["waited"]),
    });
    const { low, median, high } = row;
    const expected = low === "none" ? null : { low: Number(low), median: Number(median), high: Number(high) };
    assert.deepEqual(found, expected);
  });
}

/** The same numbers in every run, spread evenly from 0 to 1 (a linear congruential generator). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296) / 4_294_967_296;
}

/** An evening: cars are asked for at random, two drivers bring them in that order, each in 2 to 6 minutes. */
function evening({ random, day, cars }: { random: () => number; day: number; cars: number }): FinishedPickup[] {
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

test("in simulated evenings at least four of five cars come inside the range that was shown", (context) => {
  const random = numbersFrom(7);
  const learned: FinishedPickup[] = [];
  let [shown, inside] = [0, 0];
  for (let day = 0; day < 12; day += 1) {
    const tonight = evening({ random, day, cars: 60 });
    for (const { requestedAt, atGateAt } of tonight) {
      const known = learned.concat(tonight.filter((other) => other.atGateAt <= requestedAt)).slice(-200);
      const ahead = queueAhead({ pickups: tonight, at: requestedAt });
      const estimate = estimatePickup({ finished: known, ahead, waited: 0 });
      if (!estimate) continue;
      const minutes = (atGateAt.getTime() - requestedAt.getTime()) / 60_000;
      shown += 1;
      if (minutes >= estimate.low && minutes <= estimate.high) inside += 1;
    }
    learned.push(...tonight);
  }
  context.diagnostic(`${shown} estimates shown, ${((inside / shown) * 100).toFixed(1)} % of the cars came inside`);
  assert.ok(shown > 600, `${shown} estimates were shown`);
  assert.ok(inside / shown >= 0.8, `${inside} of ${shown}`);
});
