// The worked examples of docs/rules/pre-booking.md.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parsePaise } from "#domain/money.ts";
import type { SlotBlock } from "#domain/parking/slots.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import type { VoidableEntry } from "#domain/parking/void-entry.ts";
import { computeBalance } from "#domain/payments/payment.ts";
import {
  chooseBookedSlot,
  countBookableSlots,
  countBookedAtOnce,
  getArrivalProblem,
  isBookingExpected,
  isBookingHeld,
  type BookedSlot,
} from "#domain/pre-booking/booked-slot.ts";
import { canCancelBooking } from "#domain/pre-booking/cancel-booking.ts";
import { checkBookingPeriod, computeBookingTerms } from "#domain/pre-booking/booking-terms.ts";
import { bookingSequence, bookingStates, bookingStatuses } from "#domain/pre-booking/states.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import { checkInitialState, checkTransition } from "#domain/schema/state-table.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";

const file = "docs/rules/pre-booking.md";
const start = new Date("2026-11-24T04:30:00Z");
const at = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
const toMinutes = (date: Date) => (date.getTime() - start.getTime()) / 60_000;
const settings = { early_arrival_minutes: 15, no_show_minutes: 60, buffer_minutes: 10 };

test("a booking holds its slot for the times of the document", () => {
  for (const row of readMarkdownTable({ file, heading: "Times" })) {
    const terms = computeBookingTerms({ start, end: at(Number(row["stay"])), settings });
    const found = [terms.heldFrom, terms.noShowAt, terms.heldUntil].map(toMinutes);
    assert.deepEqual(
      found,
      ["held from", "latest arrival", "next booking from"].map((column) => Number(row[column])),
      row["stay"],
    );
  }
  assert.deepEqual(
    computeBookingTerms({ start, end: at(60), settings: null }),
    computeBookingTerms({ start, end: at(60), settings }),
  );
});

test("the gate is told of a booking whose hold begins today or within four hours, until it is a no-show", () => {
  // In Kolkata `start` is 10:00, and 840 minutes later the day ends.
  const zone = "Asia/Kolkata";
  const cases: [now: number, heldFrom: number, isExpected: boolean][] = [
    [0, 0, true],
    [-600, 0, true],
    [-601, 0, false],
    [0, 839, true],
    [0, 841, false],
    [601, 841, true],
    [600, 841, false],
    [74, 0, true],
    [75, 0, false],
  ];
  for (const [now, heldFrom, isExpected] of cases) {
    const booking = { pre_booking_status_id: 1, held_from: at(heldFrom), no_show_at: at(heldFrom + 75) } as const;
    assert.equal(isBookingExpected({ booking, now: at(now), zone }), isExpected, `${now} ${heldFrom}`);
  }
});

test("transitions are those of the document", () => {
  const rows = readMarkdownTable({ file, heading: "States" }).map(
    ({ state, next }) => `${parseInt(state!)} ${parseInt(next!)}`,
  );
  const sequences = Object.values(bookingSequence);
  const allowed = sequences.flatMap((from) =>
    sequences.filter((to) => checkTransition(bookingStates, from, to) === undefined).map((to) => `${from} ${to}`),
  );
  assert.deepEqual(allowed, rows);
  assert.deepEqual(
    sequences.filter((state) => checkInitialState(bookingStates, state) === undefined),
    [1],
  );
  assert.equal(checkTransition(bookingStates, 2, 2), "STATUS_ALREADY_UPDATED");
  assert.deepEqual(
    bookingStatuses.map(({ next_status: next }) => next),
    [2, null, null, null],
  );
});

test("the share is rounded down, but at least one slot", () => {
  for (const { slots, percent, bookable } of readMarkdownTable({ file, heading: "Share" }))
    assert.equal(
      countBookableSlots({ total: Number(slots), share: Number(percent) }),
      Number(bookable),
      `${slots} ${percent}`,
    );
  assert.equal(countBookableSlots({ total: 10, share: null }), 2);
});

function parseBlock(text: string): SlotBlock {
  const [, prefix, total, types] = /^(\w+):(\d+)(?:\(([\d,]+)\))?$/.exec(text)!;
  return { prefix: prefix!, total: Number(total), ...(types && { vehicleTypes: types.split(",").map(Number) }) };
}
function parseBooking(text: string): BookedSlot {
  const [, prefix, number, from, until] = /^([A-Z])(\d+) (-?\d+)-(\d+)$/.exec(text)!;
  return { slot: { prefix: prefix!, number: Number(number) }, from: at(Number(from)), until: at(Number(until)) };
}

test("a booking gets the slot of the document", () => {
  for (const row of readMarkdownTable({ file, heading: "Slots of bookings" })) {
    const choice = chooseBookedSlot({
      blocks: row["blocks"]!.split(" ").map(parseBlock),
      booked: row["bookings"] ? row["bookings"].split(", ").map(parseBooking) : [],
      vehicleType: row["type"] ? Number(row["type"]) : null,
      unavailable: [],
      share: 100,
      from: at(Number(row["from"])),
      until: at(Number(row["to"])),
    });
    const found = "slot" in choice ? `${choice.slot.prefix}${choice.slot.number}` : choice.problem;
    assert.equal(found, row["gets"], JSON.stringify(row));
  }
});

test("bookings that are made one after the other never overlap in a slot nor exceed the share", () => {
  const request = fc.record({ from: fc.integer({ min: 0, max: 600 }), length: fc.integer({ min: 30, max: 300 }) });
  fc.assert(
    fc.property(
      fc.array(request, { maxLength: 40 }),
      fc.integer({ min: 1, max: 8 }),
      fc.constantFrom(20, 50, 100),
      (requests, total, share) => {
        const booked: BookedSlot[] = [];
        for (const { from, length } of requests) {
          const period = { from: at(from), until: at(from + length) };
          const choice = chooseBookedSlot({
            blocks: [{ prefix: "A", total }],
            booked,
            vehicleType: null,
            unavailable: [],
            share,
            ...period,
          });
          if ("slot" in choice) booked.push({ ...period, slot: choice.slot });
        }
        for (const [index, first] of booked.entries())
          for (const second of booked.slice(index + 1))
            assert.ok(
              first.slot.number !== second.slot.number || first.until <= second.from || second.until <= first.from,
            );
        assert.ok(
          countBookedAtOnce({ booked, period: { from: at(0), until: at(2_000) } }) <=
            countBookableSlots({ total, share }),
        );
      },
    ),
  );
});

test("slots of passes and of vehicles are not booked", () => {
  const input = {
    blocks: [{ prefix: "A", total: 2 }],
    booked: [],
    vehicleType: null,
    share: 100,
    from: at(0),
    until: at(60),
  };
  const slot = (number: number) => ({ prefix: "A", number });
  assert.deepEqual(chooseBookedSlot({ ...input, unavailable: [slot(2)] }), { slot: slot(1) });
  assert.deepEqual(chooseBookedSlot({ ...input, unavailable: [slot(1), slot(2)] }), { problem: "full" });
});

test("a slot is held from the early arrival until the latest one, while the vehicle is expected", () => {
  const terms = { held_from: at(-15), no_show_at: at(60) };
  const rows: [number, number, boolean, string | undefined][] = [
    [bookingSequence.booked, -16, false, "early"],
    [bookingSequence.booked, -15, true, undefined],
    [bookingSequence.booked, 59, true, undefined],
    [bookingSequence.booked, 60, false, "late"],
    [bookingSequence.arrived, 0, false, undefined],
    [bookingSequence.cancelled, 0, false, undefined],
  ];
  for (const [status, minute, isHeld, problem] of rows) {
    const booking = { ...terms, pre_booking_status_id: status as 1 };
    assert.equal(isBookingHeld({ booking, now: at(minute) }), isHeld, `${status} ${minute}`);
    assert.equal(getArrivalProblem({ booking, now: at(minute) }), problem, `${status} ${minute}`);
  }
});

test("a booking is for a time that is not over, not too far, and neither too short nor too long", () => {
  const day = 1_440;
  const rows: [number, number, string | undefined][] = [
    [0, 30, undefined],
    [-2, 60, "booking_start_time"],
    [366 * day, 366 * day + 60, undefined],
    [366 * day + 1, 366 * day + 61, "booking_start_time"],
    [10, 39, "booking_end_time"],
    [10, 0, "booking_end_time"],
    [0, 31 * day, undefined],
    [0, 31 * day + 1, "booking_end_time"],
  ];
  for (const [from, to, field] of rows) {
    const violation = checkBookingPeriod({ start: at(from), end: at(to), now: at(0) });
    assert.equal(violation instanceof RuleViolation ? violation.field : undefined, field, `${from} ${to}`);
  }
});

test("the booked time has its price, and the tariff charges what comes after it", () => {
  const clock = (time: string) => new Date(`2026-11-24T${time}:00+05:30`);
  const hourly = {
    parking_time_type: "hours",
    time_value_for_minutes: 60,
    charge_amount_for_minutes: 2_000,
    min_charge_of_minutes: 0,
  } as const;
  for (const { arrival, exit, charge } of readMarkdownTable({ file, heading: "Charges" })) {
    const entry = {
      ...hourly,
      booked_amount: 4_000,
      free_until: clock("12:00"),
      in_time: clock(arrival!),
      out_time: null,
    };
    const { total, arithmetic } = computeBalance({ entry, now: clock(exit!) });
    assert.equal(total, parsePaise(charge!), `${arrival} ${exit}`);
    assert.equal(
      arithmetic.lines.reduce((sum, { amount }) => sum + amount, 0),
      total,
    );
    const paid = { ...entry, payment_status: "paid", paid_amount: 4_000, paid_at: clock(arrival!) } as const;
    assert.equal(
      computeBalance({ entry: paid, now: clock(exit!) }).extended,
      total - 4_000,
      "nothing is charged twice",
    );
  }
});

test("gate staff cancel a booking until something was paid for it, managers always", () => {
  const entry = {
    parking_status_id: parkingSequence.pending,
    user_created: "sita",
    in_time: null,
    date_created: start,
    payment_status: "not_paid",
    paid_amount: 0,
  } as const;
  const rows: [role: "staff" | "manager" | "employee", entry: VoidableEntry | null, isAllowed: boolean][] = [
    ["staff", null, true],
    ["staff", entry, true],
    ["staff", { ...entry, paid_amount: 2_000 }, false],
    ["staff", { ...entry, payment_status: "paid", paid_amount: 8_000 }, false],
    ["manager", { ...entry, paid_amount: 2_000 }, true],
    ["employee", null, false],
    ["employee", entry, false],
  ];
  for (const [role, of, isAllowed] of rows)
    assert.equal(canCancelBooking({ entry: of, actor: { id: "ravi", role }, now: at(0) }), isAllowed, role);
});
