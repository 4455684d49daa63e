// Charge of a stay by the tariff of its entry (docs/rules/tariffs.md): its lines, whose amounts add up to it. Amounts are
// integer paise. Order: free time, lines by day with caps, minimum, packages, nights, multiplier, extras, shop bill,
// rounding, and the lost slip last.
import { toDateParts } from "#domain/dates.ts";
import type {
  BillRule,
  EntryTariff,
  NightCharge,
  Rates,
  Rounding,
  TariffDay,
  TariffExtra,
  TariffLine,
} from "#domain/tariffs/tariff.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** One line of a charge; `describeChargeLine` puts it into words. A reduction has a negative amount. */
export type ChargeLine = { amount: number } & (
  | { kind: "free"; minutes: number }
  | { kind: "total"; to: number | null; isFirst: boolean }
  | { kind: "add"; from: number }
  | { kind: "each"; units: number; step: number; rate: number; isFirst: boolean }
  | { kind: "day"; first: number; last: number }
  | { kind: "cap"; cap: number; day: number }
  | { kind: "minimum"; minimum: number }
  | { kind: "package"; to: number; price: number }
  | { kind: "night"; count: number; rate: number; from: string; to: string; per: NightCharge["per"] }
  | { kind: "multiplier"; name: string; percent: number }
  | { kind: "extra"; label: string }
  | { kind: "bill" }
  | { kind: "rounding" }
  | { kind: "lost_slip"; isWaived: boolean }
  | { kind: "valet" }
  | { kind: "booking" }
  | { kind: "override"; charge: number; reason: string | null }
  | { kind: "offer"; title: string }
);

export interface Bill {
  /** Paise. */
  amount: number;
}

/** The circumstances of a stay beside its times. */
export interface StayTerms {
  /** Ids of the extras chosen at the gate. */
  extras?: readonly string[] | undefined;
  bill?: Bill | null | undefined;
  isSlipLost?: boolean | undefined;
  /** The lost slip was replaced by a proof, where the tariff waives the fee for one. */
  isLostSlipWaived?: boolean | undefined;
  /** Further free minutes of an offer. */
  freeMinutes?: number | undefined;
}

export interface Stay extends StayTerms {
  /** Null if the stay has not started: the first line is charged in advance. */
  from: Date | null;
  to: Date;
}

export interface StayCharge {
  /** Started minutes of the stay. */
  minutes: number;
  /** Paise; the sum of the lines. */
  charge: number;
  lines: ChargeLine[];
  isOverMaximumStay: boolean;
}

/** Minutes between two times, rounded up; 0 if `to` is before `from`. */
export function countStartedMinutes({ from, to }: { from: Date; to: Date }): number {
  return Math.max(0, Math.ceil((to.getTime() - from.getTime()) / minuteMs));
}

/** Collects the lines of a charge and their sum. */
class ChargeLines {
  readonly lines: ChargeLine[] = [];
  sum = 0;

  add(line: ChargeLine): void {
    this.lines.push(line);
    this.sum += line.amount;
  }

  /** Replaces the lines from an index on by one whose amount is theirs in all. */
  replaceFrom(index: number, line: ChargeLine): void {
    for (const { amount } of this.lines.splice(index)) this.sum -= amount;
    this.add(line);
  }

  /** Adds a line whose amount brings the sum to `target`; none if the sum is there already. */
  adjustTo(target: number, toLine: (amount: number) => ChargeLine): void {
    if (target !== this.sum) this.add(toLine(target - this.sum));
  }
}

/** Adds the lines of `minutes` within one day, or of the whole stay if the tariff has no days. */
function addTariffLines({
  lines,
  minutes,
  charge,
}: {
  lines: readonly TariffLine[];
  minutes: number;
  charge: ChargeLines;
}): void {
  const firstIndex = charge.lines.length;
  let from = 0;
  for (const line of lines) {
    if (minutes <= from) return;
    const to = line.to === null ? minutes : Math.min(minutes, line.to);
    if (line.kind === "each") {
      const units = Math.ceil((to - from) / line.step);
      const { step, amount: rate } = line;
      charge.add({ kind: "each", units, step, rate, isFirst: from === 0, amount: units * rate });
    } else if (line.kind === "add") {
      charge.add({ kind: "add", from, amount: line.amount });
    } else {
      charge.replaceFrom(firstIndex, { kind: "total", to: line.to, isFirst: from === 0, amount: line.amount });
    }
    if (line.to === null) return;
    from = line.to;
  }
}

/** Milliseconds since local midnight. The offset of the time zone is taken at `at`. */
function getLocalDayMs({ at, zone }: { at: Date; zone?: string | undefined }): number {
  const { hour, minute, second } = toDateParts({ at, zone });
  return hour * hourMs + minute * minuteMs + second * 1000 + (at.getTime() % 1000);
}

function parseTimeOfDay(time: string): number {
  return Number(time.slice(0, 2)) * hourMs + Number(time.slice(3)) * minuteMs;
}

/** Milliseconds of the first day of a stay. */
function getFirstDayMs({ day, localMs }: { day: TariffDay; localMs: () => number }): number {
  if (day.reset === "rolling") return dayMs;
  const untilReset = (parseTimeOfDay(day.at) - localMs() + dayMs) % dayMs;
  return untilReset === 0 ? dayMs : untilReset;
}

const getCap = ({ caps }: TariffDay, index: number): number => caps[Math.min(index, caps.length - 1)] ?? Infinity;

interface DayInput {
  rates: Rates;
  day: TariffDay;
  charge: ChargeLines;
}

/** Adds one day with its lines. */
function addDay({ rates, day, charge, index, minutes }: DayInput & { index: number; minutes: number }): void {
  const start = charge.sum;
  addTariffLines({ lines: rates.lines, minutes, charge });
  const cap = getCap(day, index);
  if (charge.sum - start > cap)
    charge.adjustTo(start + cap, (amount) => ({ kind: "cap", cap, day: index + 1, amount }));
}

function computeDay({ rates, day, index, minutes }: Omit<DayInput, "charge"> & { index: number; minutes: number }) {
  if (day.part === "whole") return getCap(day, index);
  const charge = new ChargeLines();
  addDay({ rates, day, charge, index, minutes });
  return charge.sum;
}

/**
 * Adds the days of a stay. Days after the first are one line for each run of full days of the same price; the last,
 * partial one has its own lines.
 */
function addDays({ rates, day, charge, stayMs, localMs }: DayInput & { stayMs: number; localMs: () => number }): void {
  const firstMs = getFirstDayMs({ day, localMs });
  addDay({ rates, day, charge, index: 0, minutes: Math.ceil(Math.min(stayMs, firstMs) / minuteMs) });
  const laterMs = stayMs - firstMs;
  if (laterMs <= 0) return;
  const lastIndex = Math.ceil(laterMs / dayMs);
  const lastMinutes = Math.ceil((laterMs - (lastIndex - 1) * dayMs) / minuteMs);
  const isLastWhole = day.part === "whole" || lastMinutes === dayMs / minuteMs;
  const lastFullIndex = isLastWhole ? lastIndex : lastIndex - 1;
  let index = 1;
  while (index <= lastFullIndex) {
    // The last cap applies to all later days.
    const end = index < day.caps.length - 1 ? index : lastFullIndex;
    const price = computeDay({ rates, day, index, minutes: dayMs / minuteMs });
    charge.add({ kind: "day", first: index + 1, last: end + 1, amount: price * (end - index + 1) });
    index = end + 1;
  }
  if (!isLastWhole) addDay({ rates, day, charge, index: lastIndex, minutes: lastMinutes });
}

/** Adds the nights that the stay overlaps. Times in ms since the midnight before the start of the stay. */
function addNights({
  nights,
  charge,
  stayMs,
  localMs,
}: {
  nights: readonly NightCharge[];
  charge: ChargeLines;
  stayMs: number;
  localMs: () => number;
}): void {
  for (const { from, to, amount, per } of nights) {
    const start = localMs();
    const end = start + stayMs;
    const fromMs = parseTimeOfDay(from);
    const lengthMs = (parseTimeOfDay(to) - fromMs + dayMs) % dayMs || dayMs;
    let count = 0;
    // From the night that began the day before.
    for (let nightMs = fromMs - dayMs; nightMs < end; nightMs += dayMs) {
      const overlapMs = Math.min(end, nightMs + lengthMs) - Math.max(start, nightMs);
      if (overlapMs > 0) count += per === "night" ? 1 : Math.ceil(overlapMs / hourMs);
    }
    if (count > 0) charge.add({ kind: "night", count, rate: amount, from, to, per, amount: count * amount });
  }
}

const multiply = (sum: number, percent: number): number => Math.round((sum * percent) / 100);

function addExtra({ extra, charge }: { extra: TariffExtra; charge: ChargeLines }): void {
  const { label } = extra;
  const amount = extra.kind === "amount" ? extra.amount : multiply(charge.sum, extra.percent) - charge.sum;
  if (amount !== 0) charge.add({ kind: "extra", label, amount });
}

/** What remains of a charge after a bill; `withFreeMinutes` is the charge with that many further free minutes. */
function applyBill({
  rule,
  bill,
  minutes,
  sum,
  withFreeMinutes,
}: {
  rule: BillRule;
  bill: Bill;
  minutes: number;
  sum: number;
  withFreeMinutes: (minutes: number) => number;
}): number {
  if (bill.amount < rule.minimum_bill) return sum;
  if (rule.free_until_minutes !== null && minutes <= rule.free_until_minutes) return 0;
  const reduction = getBillReduction({ rule, bill, sum, withFreeMinutes });
  return sum - Math.max(0, Math.min(reduction, sum, rule.at_most ?? Infinity));
}

function getBillReduction({
  rule,
  bill,
  sum,
  withFreeMinutes,
}: {
  rule: BillRule;
  bill: Bill;
  sum: number;
  withFreeMinutes: (minutes: number) => number;
}): number {
  if (rule.kind === "covers") return bill.amount;
  if (rule.kind === "percent") return Math.floor((sum * rule.percent) / 100);
  return sum - withFreeMinutes(rule.minutes);
}

function round(sum: number, { to, direction }: Rounding): number {
  const steps = sum / to;
  if (direction === "up") return Math.ceil(steps) * to;
  return (direction === "down" ? Math.floor(steps) : Math.round(steps)) * to;
}

/** Adds the charge up to and with the extras, for a stay of which `freeMs` more are free than by the tariff. */
function addStayLines({
  tariff,
  stay,
  freeMs,
  charge,
}: {
  tariff: EntryTariff;
  stay: Stay;
  freeMs: number;
  charge: ChargeLines;
}): void {
  const { rates, multiplier, extras } = tariff;
  const { from, to } = stay;
  const zone = tariff.zone ?? undefined;
  // In advance, the charge is that of the first minute, without free time.
  const deductedMs = from && rates.free?.kind === "deducted" ? rates.free.minutes * minuteMs : 0;
  const fromMs = from ? from.getTime() + deductedMs + freeMs : 0;
  const stayMs = from ? to.getTime() - fromMs : minuteMs;
  const minutes = from ? countStartedMinutes({ from, to }) : 1;
  const isFree = from !== null && rates.free !== null && minutes <= rates.free.minutes;
  if (isFree || (freeMs > 0 && stayMs <= 0)) {
    charge.add({ kind: "free", minutes: rates.free?.minutes ?? 0, amount: 0 });
    return;
  }
  if (deductedMs > 0) charge.add({ kind: "free", minutes: rates.free!.minutes, amount: 0 });
  let localMsCache: number | undefined;
  const localMs = (): number => (localMsCache ??= getLocalDayMs({ at: from ? new Date(fromMs) : to, zone }));
  if (rates.day) addDays({ rates, day: rates.day, charge, stayMs: Math.max(0, stayMs), localMs });
  else addTariffLines({ lines: rates.lines, minutes: Math.max(0, Math.ceil(stayMs / minuteMs)), charge });
  const { minimum } = rates;
  if (charge.sum < minimum) charge.adjustTo(minimum, (amount) => ({ kind: "minimum", minimum, amount }));
  for (const { to: limit, amount: price } of rates.packages)
    if (minutes <= limit && charge.sum > price)
      charge.adjustTo(price, (amount) => ({ kind: "package", to: limit, price, amount }));
  if (from) addNights({ nights: rates.nights, charge, stayMs, localMs });
  if (multiplier) {
    const { name, percent } = multiplier;
    charge.adjustTo(multiply(charge.sum, percent), (amount) => ({ kind: "multiplier", name, percent, amount }));
  }
  for (const extra of extras)
    if (extra.when !== "pressed" || stay.extras?.includes(extra.id)) addExtra({ extra, charge });
}

/**
 * Charge of a stay, with its lines. A stay that has not started is charged its first minute, without free time and
 * nights.
 */
export function computeStayCharge({ tariff, stay }: { tariff: EntryTariff; stay: Stay }): StayCharge {
  const { rates, bill: billRule, rounding } = tariff;
  const charge = new ChargeLines();
  const freeMs = (stay.freeMinutes ?? 0) * minuteMs;
  addStayLines({ tariff, stay, freeMs, charge });
  const minutes = stay.from ? countStartedMinutes({ from: stay.from, to: stay.to }) : 0;
  if (billRule && stay.bill && charge.sum > 0) {
    const withFreeMinutes = (count: number): number => {
      const shortened = new ChargeLines();
      addStayLines({ tariff, stay, freeMs: freeMs + count * minuteMs, charge: shortened });
      return shortened.sum;
    };
    const remaining = applyBill({ rule: billRule, bill: stay.bill, minutes, sum: charge.sum, withFreeMinutes });
    charge.adjustTo(remaining, (amount) => ({ kind: "bill", amount }));
  }
  if (rounding) charge.adjustTo(round(charge.sum, rounding), (amount) => ({ kind: "rounding", amount }));
  if (stay.isSlipLost && rates.lost_slip) {
    const isWaived = rates.lost_slip.waive_with_proof && stay.isLostSlipWaived === true;
    charge.add({ kind: "lost_slip", isWaived, amount: isWaived ? 0 : rates.lost_slip.amount });
  }
  return {
    minutes,
    charge: charge.sum,
    lines: charge.lines,
    isOverMaximumStay: rates.maximum_stay !== null && minutes > rates.maximum_stay,
  };
}
