// The editor's state: a version of a tariff as typed, with amounts in rupees and durations as a number and a unit. Lists
// have the order of the version, so that the path of a problem is also the path of its control.
import { formatWireAmount } from "#domain/money.ts";
import type {
  BillRule,
  CalendarRule,
  PassPrice,
  Rates,
  Rounding,
  TariffDay,
  TariffExtra,
  TariffLine,
  NightCharge,
  TariffVersion,
} from "#domain/tariffs/tariff.ts";

export const durationUnits = ["minutes", "hours", "days"] as const;
export type DurationUnit = (typeof durationUnits)[number];
export const minutesPerUnit: { [unit in DurationUnit]: number } = { minutes: 1, hours: 60, days: 1_440 };

export interface DurationDraft {
  count: string;
  unit: DurationUnit;
}

export interface LineDraft {
  kind: TariffLine["kind"];
  /** Null for a line without end. */
  to: DurationDraft | null;
  amount: string;
  /** Used by kind `each` only, and kept while another is selected. */
  step: DurationDraft;
}

export interface DayDraft extends Omit<TariffDay, "caps"> {
  caps: string[];
}
export interface NightDraft extends Omit<NightCharge, "amount"> {
  amount: string;
}
export interface PackageDraft {
  to: DurationDraft;
  amount: string;
}

export interface RatesDraft {
  vehicle_type: number | null;
  free: { minutes: DurationDraft; kind: NonNullable<Rates["free"]>["kind"] } | null;
  lines: LineDraft[];
  minimum: string | null;
  day: DayDraft | null;
  packages: PackageDraft[];
  nights: NightDraft[];
  lost_slip: { amount: string; waive_with_proof: boolean } | null;
  maximum_stay: DurationDraft | null;
}

export interface PlanDraft {
  name: string;
  rates: RatesDraft[];
}

export interface CalendarRuleDraft {
  name: string;
  /** Empty for all weekdays. */
  weekdays: number[];
  hours: { from: string; to: string } | null;
  /** Empty for all dates. */
  dates: { from: string; to: string }[];
  priority: string;
  effect: { kind: CalendarRule["effect"]["kind"]; factor: string; plan: string };
}

export interface ExtraDraft {
  id: string;
  label: string;
  when: TariffExtra["when"];
  kind: TariffExtra["kind"];
  amount: string;
  factor: string;
}

export interface BillDraft {
  kind: BillRule["kind"];
  minimum_bill: string;
  free_until_minutes: DurationDraft | null;
  at_most: string | null;
  minutes: DurationDraft;
  percent: string;
}

export interface PassDraft {
  vehicle_type: number | null;
  per: PassPrice["per"];
  amount: string;
}

export interface TariffDraft {
  plans: PlanDraft[];
  calendar: CalendarRuleDraft[];
  extras: ExtraDraft[];
  bill: BillDraft | null;
  rounding: { to: string; direction: Rounding["direction"] } | null;
  grace_minutes: string;
  passes: PassDraft[];
  pass_proration: TariffVersion["pass_proration"];
}

/** 12000 → '120', 12050 → '120.50'. */
export const toAmountText = (paise: number): string => formatWireAmount(paise).replace(/\.00$/, "");

/** 150 → '1.5'. */
const toFactorText = (percent: number): string => String(percent / 100);

/** In the largest unit that divides it; 24 hours stay hours, since a day may also mean the calendar's. */
export function toDurationDraft(minutes: number): DurationDraft {
  const unit = minutes % 1_440 === 0 && minutes > 1_440 ? "days" : minutes % 60 === 0 ? "hours" : "minutes";
  return { count: String(minutes / minutesPerUnit[unit]), unit };
}

const oneHour: DurationDraft = { count: "1", unit: "hours" };

function toLineDraft(line: TariffLine): LineDraft {
  return {
    kind: line.kind,
    to: line.to === null ? null : toDurationDraft(line.to),
    amount: toAmountText(line.amount),
    step: line.kind === "each" ? toDurationDraft(line.step) : oneHour,
  };
}

export function toRatesDraft(rates: Rates): RatesDraft {
  const { vehicle_type, free, lines, minimum, day, packages, nights, lost_slip, maximum_stay } = rates;
  return {
    vehicle_type,
    free: free && { ...free, minutes: toDurationDraft(free.minutes) },
    lines: lines.map(toLineDraft),
    minimum: minimum > 0 ? toAmountText(minimum) : null,
    day: day && { ...day, caps: day.caps.map(toAmountText) },
    packages: packages.map(({ to, amount }) => ({ to: toDurationDraft(to), amount: toAmountText(amount) })),
    nights: nights.map((night) => ({ ...night, amount: toAmountText(night.amount) })),
    lost_slip: lost_slip && { ...lost_slip, amount: toAmountText(lost_slip.amount) },
    maximum_stay: maximum_stay === null ? null : toDurationDraft(maximum_stay),
  };
}

function toCalendarRuleDraft({ name, weekdays, hours, dates, priority, effect }: CalendarRule): CalendarRuleDraft {
  return {
    name,
    weekdays: weekdays ?? [],
    hours,
    dates: dates ?? [],
    priority: String(priority),
    effect: {
      kind: effect.kind,
      factor: effect.kind === "multiplier" ? toFactorText(effect.percent) : "",
      plan: effect.kind === "plan" ? effect.plan : "",
    },
  };
}

function toExtraDraft(extra: TariffExtra): ExtraDraft {
  const { id, label, when, kind } = extra;
  return {
    id,
    label,
    when,
    kind,
    amount: extra.kind === "amount" ? toAmountText(extra.amount) : "",
    factor: extra.kind === "multiplier" ? toFactorText(extra.percent) : "",
  };
}

function toBillDraft(bill: BillRule): BillDraft {
  return {
    kind: bill.kind,
    minimum_bill: toAmountText(bill.minimum_bill),
    free_until_minutes: bill.free_until_minutes === null ? null : toDurationDraft(bill.free_until_minutes),
    at_most: bill.at_most === null ? null : toAmountText(bill.at_most),
    minutes: bill.kind === "free_minutes" ? toDurationDraft(bill.minutes) : oneHour,
    percent: bill.kind === "percent" ? String(bill.percent) : "",
  };
}

/** A version as the editor shows it; the inverse of `readDraft`. */
export function toTariffDraft(tariff: TariffVersion): TariffDraft {
  const { plans, calendar, extras, bill, rounding, grace_minutes, passes, pass_proration } = tariff;
  return {
    plans: plans.map(({ name, rates }) => ({ name, rates: rates.map(toRatesDraft) })),
    calendar: calendar.map(toCalendarRuleDraft),
    extras: extras.map(toExtraDraft),
    bill: bill && toBillDraft(bill),
    rounding: rounding && { ...rounding, to: toAmountText(rounding.to) },
    grace_minutes: String(grace_minutes),
    passes: passes.map((price) => ({ ...price, amount: toAmountText(price.amount) })),
    pass_proration,
  };
}
