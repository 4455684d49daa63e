// Reads what was typed in the editor: a version of a tariff, and in words what is wrong, by the path of the control. The
// limits are those of the schema (domain/tariffs/tariff.ts), which browsers do not load.
import { parsePaise } from "#domain/money.ts";
import { findTariffProblems, type TariffProblem } from "#domain/tariffs/tariff-problems.ts";
import type { BillRule, CalendarRule, Rates, TariffExtra, TariffLine, TariffVersion } from "#domain/tariffs/tariff.ts";
import {
  minutesPerUnit,
  type BillDraft,
  type CalendarRuleDraft,
  type DurationDraft,
  type ExtraDraft,
  type LineDraft,
  type RatesDraft,
  type TariffDraft,
} from "#web/features/tariffs/draft/draft.ts";

export type Path = readonly (string | number)[];

export interface DraftReading {
  /** Absent if something typed is not a number, a name or a time. */
  tariff: TariffVersion | undefined;
  problems: TariffProblem[];
}

const maxAmount = 100_000_000;
const maxMinutes = 366 * 1_440;
const maxGraceMinutes = 240;

/** Reads values and collects what is wrong with them. A value that cannot be read is 0. */
class DraftReader {
  readonly problems: TariffProblem[] = [];

  report(path: Path, text: string): void {
    this.problems.push({ path: [...path], text });
  }

  amount(text: string, path: Path): number {
    const paise = parsePaise(text);
    if (paise === undefined || paise < 0) this.report(path, "Enter an amount in rupees, such as 20 or 20.50.");
    else if (paise > maxAmount) this.report(path, "Enter at most ₹10,00,000.");
    return paise ?? 0;
  }

  /** A whole number of `min` or more. */
  integer({ text, path, min, max }: { text: string; path: Path; min: number; max: number }): number {
    const number = /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    this.report(path, `Enter a whole number from ${min} to ${max}.`);
    return min;
  }

  duration({ count, unit }: DurationDraft, path: Path): number {
    const max = Math.floor(maxMinutes / minutesPerUnit[unit]);
    return this.integer({ text: count, path, min: 1, max }) * minutesPerUnit[unit];
  }

  /** '1.5' → 150. */
  percent(factor: string, path: Path): number {
    const percent = parsePaise(factor);
    if (percent !== undefined && percent >= 0 && percent <= 1_000) return percent;
    this.report(path, "Enter a factor from 0 to 10, such as 1.5.");
    return 100;
  }

  name(text: string, path: Path): string {
    const name = text.trim();
    if (name === "") this.report(path, "Enter a name.");
    else if (name.length > 60) this.report(path, "Enter at most 60 characters.");
    return name;
  }

  time(text: string, path: Path): string {
    if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(text)) this.report(path, "Choose a time.");
    return text;
  }

  date(text: string, path: Path): string {
    if (!/^\d{4}-\d\d-\d\d$/.test(text)) this.report(path, "Choose a date.");
    return text;
  }
}

function readLine({ reader, line, path }: { reader: DraftReader; line: LineDraft; path: Path }): TariffLine {
  const to = line.to && reader.duration(line.to, [...path, "to"]);
  const amount = reader.amount(line.amount, [...path, "amount"]);
  if (line.kind !== "each") return { kind: line.kind, to, amount };
  return { kind: "each", to, amount, step: reader.duration(line.step, [...path, "step"]) };
}

function readRates({ reader, rates, path }: { reader: DraftReader; rates: RatesDraft; path: Path }): Rates {
  const { vehicle_type, free, lines, minimum, day, packages, nights, lost_slip, maximum_stay } = rates;
  return {
    vehicle_type,
    free: free && { kind: free.kind, minutes: reader.duration(free.minutes, [...path, "free", "minutes"]) },
    lines: lines.map((line, index) => readLine({ reader, line, path: [...path, "lines", index] })),
    minimum: minimum === null ? 0 : reader.amount(minimum, [...path, "minimum"]),
    day: day && {
      ...day,
      at: reader.time(day.at, [...path, "day", "at"]),
      caps: day.caps.map((cap, index) => reader.amount(cap, [...path, "day", "caps", index])),
    },
    packages: packages.map(({ to, amount }, index) => ({
      to: reader.duration(to, [...path, "packages", index, "to"]),
      amount: reader.amount(amount, [...path, "packages", index, "amount"]),
    })),
    nights: nights.map((night, index) => ({
      ...night,
      from: reader.time(night.from, [...path, "nights", index, "from"]),
      to: reader.time(night.to, [...path, "nights", index, "to"]),
      amount: reader.amount(night.amount, [...path, "nights", index, "amount"]),
    })),
    lost_slip: lost_slip && {
      ...lost_slip,
      amount: reader.amount(lost_slip.amount, [...path, "lost_slip", "amount"]),
    },
    maximum_stay: maximum_stay && reader.duration(maximum_stay, [...path, "maximum_stay"]),
  };
}

function readCalendarRule({
  reader,
  rule: { name, weekdays, hours, dates, priority, effect },
  path,
}: {
  reader: DraftReader;
  rule: CalendarRuleDraft;
  path: Path;
}): CalendarRule {
  return {
    name: reader.name(name, [...path, "name"]),
    weekdays: weekdays.length > 0 ? weekdays.toSorted((one, other) => one - other) : null,
    hours: hours && {
      from: reader.time(hours.from, [...path, "hours", "from"]),
      to: reader.time(hours.to, [...path, "hours", "to"]),
    },
    dates:
      dates.length === 0
        ? null
        : dates.map(({ from, to }, index) => ({
            from: reader.date(from, [...path, "dates", index, "from"]),
            to: reader.date(to, [...path, "dates", index, "to"]),
          })),
    priority: reader.integer({ text: priority, path: [...path, "priority"], min: 0, max: 100 }),
    effect:
      effect.kind === "plan"
        ? { kind: "plan", plan: reader.name(effect.plan, [...path, "effect", "plan"]) }
        : { kind: "multiplier", percent: reader.percent(effect.factor, [...path, "effect", "factor"]) },
  };
}

function readExtra({ reader, extra, path }: { reader: DraftReader; extra: ExtraDraft; path: Path }): TariffExtra {
  const { id, when, kind } = extra;
  const terms = { id, when, label: reader.name(extra.label, [...path, "label"]) };
  return kind === "amount"
    ? { ...terms, kind, amount: reader.amount(extra.amount, [...path, "amount"]) }
    : { ...terms, kind, percent: reader.percent(extra.factor, [...path, "factor"]) };
}

function readBill({ reader, bill }: { reader: DraftReader; bill: BillDraft }): BillRule {
  const terms = {
    minimum_bill: reader.amount(bill.minimum_bill, ["bill", "minimum_bill"]),
    free_until_minutes:
      bill.free_until_minutes && reader.duration(bill.free_until_minutes, ["bill", "free_until_minutes"]),
    at_most: bill.at_most === null ? null : reader.amount(bill.at_most, ["bill", "at_most"]),
  };
  if (bill.kind === "covers") return { ...terms, kind: "covers" };
  if (bill.kind === "free_minutes")
    return { ...terms, kind: "free_minutes", minutes: reader.duration(bill.minutes, ["bill", "minutes"]) };
  const percent = reader.integer({ text: bill.percent, path: ["bill", "percent"], min: 1, max: 100 });
  return { ...terms, kind: "percent", percent };
}

function readRounding(reader: DraftReader, rounding: NonNullable<TariffDraft["rounding"]>): TariffVersion["rounding"] {
  const path = ["rounding", "to"];
  const to = reader.amount(rounding.to, path);
  if (to === 0 || to > 10_000) reader.report(path, "Enter an amount from ₹0.01 to ₹100.");
  return { ...rounding, to };
}

/** The version that was typed, and its problems: first what cannot be read, and once all can, those of the rules. */
export function readDraft(draft: TariffDraft): DraftReading {
  const reader = new DraftReader();
  const { plans, calendar, extras, bill, rounding, grace_minutes, passes, pass_proration } = draft;
  const tariff: TariffVersion = {
    plans: plans.map(({ name, rates }, planIndex) => ({
      name: reader.name(name, ["plans", planIndex, "name"]),
      rates: rates.map((row, index) => readRates({ reader, rates: row, path: ["plans", planIndex, "rates", index] })),
    })),
    calendar: calendar.map((rule, index) => readCalendarRule({ reader, rule, path: ["calendar", index] })),
    extras: extras.map((extra, index) => readExtra({ reader, extra, path: ["extras", index] })),
    bill: bill && readBill({ reader, bill }),
    rounding: rounding && readRounding(reader, rounding),
    grace_minutes: reader.integer({ text: grace_minutes, path: ["grace_minutes"], min: 0, max: maxGraceMinutes }),
    passes: passes.map((price, index) => ({
      ...price,
      amount: reader.amount(price.amount, ["passes", index, "amount"]),
    })),
    pass_proration,
  };
  if (reader.problems.length > 0) return { tariff: undefined, problems: reader.problems };
  return { tariff, problems: findTariffProblems(tariff) };
}

/** The texts of the problems of exactly one control or part. */
export function getProblemTexts(problems: readonly TariffProblem[], path: Path): string[] {
  const key = path.join("/");
  return problems.filter((problem) => problem.path.join("/") === key).map(({ text }) => text);
}
