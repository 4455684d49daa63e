// Which slot a booking gets, and when a booking keeps its slot from other vehicles (docs/rules/pre-booking.md).
import { startOfDay } from "#domain/dates.ts";
import { acceptsVehicleType, type Slot, type SlotBlock } from "#domain/parking/slots.ts";
import { bookingSequence } from "#domain/pre-booking/states.ts";
import { defaultBookingSettings } from "#domain/pre-booking/booking-terms.ts";
import type { RowOf } from "#domain/schema/registry.ts";

/** The time for which a slot is taken, by its buffer included. */
export interface BookedSlot {
  slot: Slot;
  from: Date;
  until: Date;
}

const overlaps = ({ from, until }: Omit<BookedSlot, "slot">, other: Omit<BookedSlot, "slot">): boolean =>
  from < other.until && other.from < until;

/** How many of the slots may be booked at the same time: the share rounded down, but at least one. */
export function countBookableSlots({ total, share }: { total: number; share: number | null | undefined }): number {
  const percent = share ?? defaultBookingSettings.bookable_share;
  return total === 0 || percent === 0 ? 0 : Math.max(1, Math.floor((total * percent) / 100));
}

/** The largest number of bookings at one time within the period. */
export function countBookedAtOnce({
  booked,
  period,
}: {
  booked: readonly BookedSlot[];
  period: Omit<BookedSlot, "slot">;
}): number {
  const during = booked.filter((other) => overlaps(period, other));
  // The number only grows where one begins.
  const starts = during.map(({ from }) => (from > period.from ? from : period.from));
  return Math.max(0, ...starts.map((at) => during.filter(({ from, until }) => from <= at && at < until).length));
}

const isSame = (first: Slot, second: Slot): boolean => first.prefix === second.prefix && first.number === second.number;

type SlotChoice = { slot: Slot } | { problem: "share" | "full" };

/**
 * Chooses the highest free number, since vehicles without a booking get the lowest one: first of the blocks for the
 * vehicle's type only. `unavailable` are slots of passes, and of vehicles that stand there now for a booking of now.
 */
export function chooseBookedSlot({
  blocks,
  vehicleType,
  booked,
  unavailable,
  share,
  from,
  until,
}: {
  blocks: readonly SlotBlock[];
  vehicleType: number | null;
  booked: readonly BookedSlot[];
  unavailable: readonly Slot[];
  share: number | null | undefined;
  from: Date;
  until: Date;
}): SlotChoice {
  const period = { from, until };
  const total = blocks.reduce((sum, block) => sum + block.total, 0);
  if (countBookedAtOnce({ booked, period }) >= countBookableSlots({ total, share })) return { problem: "share" };
  const taken = [...booked.filter((other) => overlaps(period, other)).map(({ slot }) => slot), ...unavailable];
  const isTyped = ({ vehicleTypes }: SlotBlock) => vehicleTypes !== null && (vehicleTypes?.length ?? 0) > 0;
  const candidates = blocks
    .filter(({ vehicleTypes }) => acceptsVehicleType({ vehicleTypes, vehicleType }))
    .toSorted((first, second) => Number(isTyped(second)) - Number(isTyped(first)));
  for (const { prefix, total: count } of candidates)
    for (let number = count; number >= 1; number--) {
      const slot = { prefix, number };
      if (!taken.some((other) => isSame(other, slot))) return { slot };
    }
  return { problem: "full" };
}

type HeldBooking = Pick<RowOf<"Pre_Booking_Information">, "pre_booking_status_id" | "held_from" | "no_show_at">;

/** Whether the slot is kept from other vehicles: from the early arrival until the arrival or the no-show. */
export function isBookingHeld({ booking, now }: { booking: HeldBooking; now: Date }): boolean {
  const { pre_booking_status_id: status, held_from: from, no_show_at: noShowAt } = booking;
  return status === bookingSequence.booked && from !== null && noShowAt !== null && from <= now && now < noShowAt;
}

/** What the vehicle may do at the gate: `early` before the time, `late` once it is a no-show. */
export function getArrivalProblem({ booking, now }: { booking: HeldBooking; now: Date }): "early" | "late" | undefined {
  if (booking.held_from !== null && now < booking.held_from) return "early";
  return booking.no_show_at !== null && now >= booking.no_show_at ? "late" : undefined;
}

/** How long before its hold the gate is told of a booking, since one after midnight is of the next day. */
const expectedAheadMs = 4 * 60 * 60_000;

/** Whether the gate is told of the booking when it enters the plate: during its hold and, before it, on the same day or soon. */
export function isBookingExpected({ booking, now, zone }: { booking: HeldBooking; now: Date; zone: string }): boolean {
  const from = booking.held_from;
  const problem = getArrivalProblem({ booking, now });
  if (problem !== "early" || from === null) return problem === undefined;
  const isSameDay = startOfDay({ at: from, zone }).getTime() === startOfDay({ at: now, zone }).getTime();
  return isSameDay || from.getTime() - now.getTime() <= expectedAheadMs;
}

/** Fields of a booking as the slot it takes. */
export function toBookedSlot({
  slot_prefix: prefix,
  slot_no: number,
  booking_start_time: from,
  held_until: until,
}: Pick<
  RowOf<"Pre_Booking_Information">,
  "slot_prefix" | "slot_no" | "booking_start_time" | "held_until"
>): BookedSlot[] {
  return number && from && until ? [{ slot: { prefix: prefix ?? "", number }, from, until }] : [];
}
