// Texts of the domain that the lists of debts, passes and bookings and the page of printers show through `t`.
import { settlementFields } from "#domain/debts/account.ts";
import type { ErrorCode } from "#domain/errors.ts";
import * as limits from "#domain/limits.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import { passActions } from "#domain/passes/actions.ts";
import { preBookingActions } from "#domain/pre-booking/actions.ts";
import { checkBookingPeriod } from "#domain/pre-booking/booking-terms.ts";
import { PreBookingInformation } from "#domain/pre-booking/pre-bookings.collection.ts";
import { bookingStatuses } from "#domain/pre-booking/states.ts";
import { printingActions } from "#domain/printing/actions.ts";
import { networkProblems } from "#domain/printing/print-job.ts";
import type { Fields } from "#domain/schema/collection.ts";
import { getFieldLabel } from "#domain/schema/fields.ts";
import { type SuccessCode, successMessages } from "#domain/success-messages.ts";

const successes = [
  "BOOKING_CANCELLED",
  "MESSAGE_QUEUED",
  "PAY_LINK_SENT",
  "SLOT_BOOKED",
] as const satisfies readonly SuccessCode[];
/** Texts that the server sends in place of the text of an error (domain/passes/pass-change.ts). */
const passTexts = ["*Enter the number of the other vehicle", "*Passes of this branch are not moved"];
const { booking_start_time, booking_end_time, vehicle_no, phone_no, vehicle_type, name } = PreBookingInformation.fields;
const { email } = ParkingMainInformation.fields;
const fields: Fields = {
  booking_start_time,
  booking_end_time,
  vehicle_no,
  phone_no,
  vehicle_type,
  name,
  email,
  settled: settlementFields.amount,
};

export function listDeskErrors(): ErrorCode[] {
  return [passActions, preBookingActions, printingActions]
    .flatMap((actions) => Object.values(actions))
    .flatMap(({ errors }) => errors);
}

export function listDeskTexts(): string[] {
  return [
    ...bookingStatuses.map(({ name: status }) => status),
    ...listPeriodTexts(),
    ...passTexts,
    ...Object.values(networkProblems),
    ...successes.map((code) => successMessages[code]),
    ...Object.entries(fields).map(([key, field]) => getFieldLabel(key, field)),
  ];
}

/** What is wrong with a booking that begins before now, begins too late, is too short or is too long. */
function listPeriodTexts(): string[] {
  const day = 24 * 3_600_000;
  const now = new Date(0);
  const periods = [
    { start: -day, end: day },
    { start: (limits.bookingAheadDays + 1) * day, end: (limits.bookingAheadDays + 2) * day },
    { start: day, end: day },
    { start: day, end: (limits.bookingMaxDays + 2) * day },
  ];
  return periods.flatMap(({ start, end }) => {
    const text = checkBookingPeriod({ start: new Date(start), end: new Date(end), now })?.text;
    return typeof text === "string" ? [text] : [];
  });
}
