// §3 §4 Passes and invites: validity periods, and the end of a pass from its start (timeType, duration).
import { defaultTimeZone, fromDateParts, toDateParts } from "#domain/dates.ts";
import { parkingSequence } from "#domain/parking/states.ts";

export const passUnits = ["years", "hours", "days", "month"] as const;
export type PassUnit = (typeof passUnits)[number];

/** True within a half-open period; a missing start or end is unlimited. */
export function isWithinPeriod({ start, end, at }: { start: Date | null; end: Date | null; at: Date }): boolean {
  return (start === null || start <= at) && (end === null || at < end);
}

/** A renewal starts at the end of the pass, or now if the pass has expired. */
export function getRenewalStart({ end, now }: { end: Date | null; now: Date }): Date {
  return end !== null && end > now ? end : now;
}

/** True for a long-term pass valid at `at`; a pass without start or end is invalid. */
export function isPassValidAt({ start, end, at }: { start: Date | null; end: Date | null; at: Date }): boolean {
  return start !== null && end !== null && isWithinPeriod({ start, end, at });
}

function daysInMonth({ year, month }: { year: number; month: number }): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Number of started days between two times by the calendar of the time zone; 0 if the end is not after the start. */
export function countStartedDays({ start, end, zone }: { start: Date; end: Date; zone?: string | undefined }): number {
  if (end <= start) return 0;
  const getEnd = (amount: number) => computePassEnd({ start, unit: "days", amount, zone });
  // Days are not 24 hours long where clocks change, so that the estimate may be one off.
  let days = Math.max(1, Math.round((end.getTime() - start.getTime()) / 86_400_000) - 1);
  while (getEnd(days) < end) days += 1;
  return days;
}

/** True if a period is longer than the branch sells at once. */
export function isPassTooLong({
  longestDays,
  ...period
}: {
  start: Date;
  end: Date;
  zone?: string | undefined;
  longestDays: number;
}): boolean {
  return countStartedDays(period) > longestDays;
}

/** What a pass is at a time; in the last three it opens no gate any more. */
export const passStates = ["valid", "later", "unpaid", "waiting", "expired", "ended", "rejected"] as const;
export type PassState = (typeof passStates)[number];

/** A pass as a row or as clients get it. */
export interface PassValidity {
  parking_status_id: number | null;
  pass_start_time: Date | string | null;
  pass_end_time: Date | string | null;
  ended_at: Date | string | null;
  is_waiting_for_approve: boolean;
  is_unpaid: boolean;
}

const parseTime = (time: Date | string | null): Date | null => (time === null ? null : new Date(time));

export function getPassState({ pass, now }: { pass: PassValidity; now: Date }): PassState {
  const start = parseTime(pass.pass_start_time);
  const end = parseTime(pass.pass_end_time);
  if (pass.ended_at) return "ended";
  if (pass.parking_status_id === parkingSequence.cancelled) return "rejected";
  if (pass.is_waiting_for_approve) return "waiting";
  if (!start || !end || end <= now) return "expired";
  if (pass.is_unpaid) return "unpaid";
  return start > now ? "later" : "valid";
}

/** Whether its holder gets the code of the pass: it is approved and paid, and not over. */
export function isPassIssued(state: PassState): boolean {
  return state === "valid" || state === "later";
}

export function isPassOver(state: PassState): boolean {
  return state === "expired" || state === "ended" || state === "rejected";
}

/** Whether a pass can still be changed: it is not over, nor past its end while it waits for approval. */
export function canPassChange({ pass, now }: { pass: PassValidity; now: Date }): boolean {
  const end = parseTime(pass.pass_end_time);
  return end !== null && end > now && !isPassOver(getPassState({ pass, now }));
}

/** Days before its end on which the holder of a pass is warned. */
export const warningDays = 7;

/** What gate staff choose with one press, as `time_type` and `duration`. */
export const quickLengths = [
  { unit: "days", amount: 1, label: "1 day" },
  { unit: "days", amount: 7, label: "1 week" },
  { unit: "month", amount: 1, label: "1 month" },
  { unit: "month", amount: 3, label: "1 quarter" },
  { unit: "years", amount: 1, label: "1 year" },
] as const satisfies readonly { unit: PassUnit; amount: number; label: string }[];

/** The common length that a pass has exactly; undefined for others, such as those of passes that were renewed. */
export function findQuickLength({
  start,
  end,
  zone,
}: {
  start: Date;
  end: Date;
  zone?: string | undefined;
}): (typeof quickLengths)[number] | undefined {
  return quickLengths.find(
    ({ unit, amount }) => computePassEnd({ start, unit, amount, zone }).getTime() === end.getTime(),
  );
}

/**
 * Computes the end of a pass. Days, months and years follow the calendar of the time zone and keep the time of day,
 * capped at the last day of a shorter month (31 January + 1 month = 28 February). Throws RangeError unless `amount` is
 * a positive integer.
 */
export function computePassEnd({
  start,
  unit,
  amount,
  zone = defaultTimeZone,
}: {
  start: Date;
  unit: PassUnit;
  amount: number;
  zone?: string | undefined;
}): Date {
  if (!Number.isInteger(amount) || amount < 1) throw new RangeError(`a pass cannot last ${amount} ${unit}`);
  if (unit === "hours") return new Date(start.getTime() + amount * 3_600_000);
  const from = toDateParts({ at: start, zone });
  if (unit === "days") return fromDateParts({ parts: { ...from, day: from.day + amount }, zone });
  const months = from.month - 1 + (unit === "years" ? 12 * amount : amount);
  const year = from.year + Math.floor(months / 12);
  const month = (months % 12) + 1;
  const day = Math.min(from.day, daysInMonth({ year, month }));
  return fromDateParts({ parts: { ...from, year, month, day }, zone });
}
