// Charges in words: "First 2 hours ₹40.00 · 3 more hours at ₹20.00 = ₹60.00 · at most ₹80.00 a day".
import { formatRupees } from "#domain/money.ts";
import type { ChargeLine } from "#domain/tariffs/stay-charge.ts";

const units = [
  { minutes: 1_440, one: "day", many: "days" },
  { minutes: 60, one: "hour", many: "hours" },
] as const;

/** 120 → '2 hours', 90 → '1 h 30 min', 45 → '45 min', 2880 → '2 days'. */
export function formatDuration(minutes: number): string {
  for (const { minutes: size, one, many } of units)
    if (minutes >= size && minutes % size === 0) {
      const count = minutes / size;
      // 24 hours are said as such: a day may also mean the calendar's.
      if (size === 1_440 && count === 1) return "24 hours";
      return `${count} ${count === 1 ? one : many}`;
    }
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}

/** Units of a line: 3 of 60 → '3 more hours', 2 of 30 → '2 more × 30 min'. */
function formatUnits({ units: count, step, isFirst }: { units: number; step: number; isFirst: boolean }): string {
  const more = isFirst ? "" : " more";
  if (step === 60) return `${count}${more} ${count === 1 ? "hour" : "hours"}`;
  if (step === 1_440) return `${count}${more} × 24 hours`;
  return `${count}${more} × ${formatDuration(step)}`;
}

/** '150 %' → '× 1.5'. */
export const formatMultiplier = (percent: number): string => `× ${percent / 100}`;

/** Extra charges start with '+', reductions with '−'. */
function formatChange(amount: number): string {
  return `${amount < 0 ? "−" : "+"}${formatRupees(Math.abs(amount))}`;
}

/** One line of a charge in words, with its amounts. */
export function describeChargeLine(line: ChargeLine): string {
  const { amount } = line;
  switch (line.kind) {
    case "free":
      return line.minutes > 0 ? `First ${formatDuration(line.minutes)} free` : "Free";
    case "total":
      if (line.to === null) return `Any longer stay ${formatRupees(amount)}`;
      return `${line.isFirst ? "First" : "Up to"} ${formatDuration(line.to)} ${formatRupees(amount)}`;
    case "add":
      return `${line.from === 0 ? "Start" : `Beyond ${formatDuration(line.from)}`} ${formatRupees(amount)}`;
    case "each":
      return `${formatUnits(line)} at ${formatRupees(line.rate)} = ${formatRupees(amount)}`;
    case "day": {
      const count = line.last - line.first + 1;
      const price = formatRupees(amount / count);
      return count === 1 ? `Day ${line.first} ${price}` : `${count} more days at ${price} = ${formatRupees(amount)}`;
    }
    case "cap":
      return line.day === 1
        ? `at most ${formatRupees(line.cap)} a day`
        : `at most ${formatRupees(line.cap)} on day ${line.day}`;
    case "minimum":
      return `Minimum charge ${formatRupees(line.minimum)}`;
    case "package":
      return `Up to ${formatDuration(line.to)} never more than ${formatRupees(line.price)}`;
    case "night": {
      const unit = line.per === "night" ? "night" : "night hour";
      return `${line.count} ${unit}${line.count === 1 ? "" : "s"} (${line.from}–${line.to}) at ${formatRupees(line.rate)} = ${formatRupees(amount)}`;
    }
    case "multiplier":
      return `${line.name} ${formatMultiplier(line.percent)} ${formatChange(amount)}`;
    case "extra":
      return `${line.label} ${formatChange(amount)}`;
    case "bill":
      return `Shop bill ${formatChange(amount)}`;
    case "rounding":
      return `Rounding ${formatChange(amount)}`;
    case "lost_slip":
      return line.isWaived ? "Lost slip, waived with proof" : `Lost slip ${formatRupees(amount)}`;
    case "booking":
      return `Pre-booked stay ${formatRupees(amount)}`;
    case "valet":
      return `Valet charge ${formatRupees(amount)}`;
    case "offer":
      return `${line.title} ${formatChange(amount)}`;
    case "override":
      return `Charge set to ${formatRupees(line.charge)}${line.reason ? `: ${line.reason}` : ""}`;
  }
}

/**
 * A line without its amount, for a list that shows `amount` (paise) in a column of its own: '2 × 30 min at ₹20.00 = ₹40.00'
 * becomes '2 × 30 min at ₹20.00'. Amounts other than that of the line stay.
 */
export function omitLineAmount({ text, amount }: { text: string; amount: number }): string {
  const shown = [`= ${formatRupees(amount)}`, formatChange(amount), formatRupees(amount)];
  const suffix = shown.find((ending) => text.endsWith(` ${ending}`));
  return suffix === undefined ? text : text.slice(0, -suffix.length - 1);
}

/** All lines of a charge in one text. */
export function describeCharge(lines: readonly ChargeLine[]): string {
  return lines.map(describeChargeLine).join(" · ");
}
