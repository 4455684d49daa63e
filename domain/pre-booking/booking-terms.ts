// When a booking holds its slot, by the settings of its branch (docs/rules/pre-booking.md).
import * as limits from "#domain/limits.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RowOf } from "#domain/schema/registry.ts";

const minuteMs = 60_000;

export type BookingSettings = Pick<
  RowOf<"Pre_Booking_Configuration">,
  "early_arrival_minutes" | "no_show_minutes" | "buffer_minutes" | "bookable_share"
>;

/** Of a branch that has changed nothing. */
export const defaultBookingSettings = {
  early_arrival_minutes: 15,
  no_show_minutes: 60,
  buffer_minutes: 10,
  bookable_share: 20,
} as const satisfies BookingSettings;

interface BookingPeriod {
  start: Date;
  end: Date;
}

/** What a booking was promised; later changes of the settings do not affect it. */
export interface BookingTerms {
  /** From then on the vehicle is admitted, and no other one gets the slot. */
  heldFrom: Date;
  /** Without an arrival until then, the booking is a no-show. */
  noShowAt: Date;
  /** From then on another booking may begin in the slot. */
  heldUntil: Date;
}

const addMinutes = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * minuteMs);

/** A no-show is found after the minutes of the branch or a quarter of the stay, whichever is shorter. */
export function computeBookingTerms({
  start,
  end,
  settings = {},
}: BookingPeriod & { settings?: Partial<BookingSettings> | null | undefined }): BookingTerms {
  const minutes = (name: keyof BookingSettings) => settings?.[name] ?? defaultBookingSettings[name];
  const quarter = Math.floor((end.getTime() - start.getTime()) / minuteMs / 4);
  return {
    heldFrom: addMinutes(start, -minutes("early_arrival_minutes")),
    noShowAt: addMinutes(start, Math.min(minutes("no_show_minutes"), quarter)),
    heldUntil: addMinutes(end, minutes("buffer_minutes")),
  };
}

/** A booking begins now or later, within the product's limits of length and distance. FAILED_VALIDATION. */
export function checkBookingPeriod({ start, end, now }: BookingPeriod & { now: Date }): RuleViolation | undefined {
  const reject = (field: string, text: string) =>
    new RuleViolation("FAILED_VALIDATION", field, { type: "invalid" }, text);
  if (start < addMinutes(now, -1)) return reject("booking_start_time", "*Arrival must not be in the past");
  if (start > addMinutes(now, limits.bookingAheadDays * 1_440))
    return reject("booking_start_time", `*Arrival can be at most ${limits.bookingAheadDays} days ahead`);
  const stayMinutes = (end.getTime() - start.getTime()) / minuteMs;
  if (stayMinutes < limits.bookingMinMinutes)
    return reject("booking_end_time", `*A booking lasts at least ${limits.bookingMinMinutes} minutes`);
  return stayMinutes > limits.bookingMaxDays * 1_440
    ? reject("booking_end_time", `*A booking lasts at most ${limits.bookingMaxDays} days`)
    : undefined;
}
