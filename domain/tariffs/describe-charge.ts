// Charges in words: "First 2 hours ₹40.00 · 3 more hours at ₹20.00 = ₹60.00 · at most ₹80.00 a day".
import { formatRupees } from "#domain/money.ts";
import type { ChargeLine } from "#domain/tariffs/stay-charge.ts";
import { type FilledText, fillText, type PlainText, toPlainText } from "#domain/text/filled-text.ts";
import { translateFilled } from "#domain/text/translate-filled.ts";

type UnitLine = Extract<ChargeLine, { kind: "each" }>;
type NightLine = Extract<ChargeLine, { kind: "night" }>;

/** 120 → '2 hours', 90 → '1 h 30 min', 45 → '45 min', 2880 → '2 days'. */
export function describeDuration(minutes: number): PlainText {
  // 24 hours are said as such: a day may also mean the calendar's.
  if (minutes === 1_440) return fillText("dayInHours", {});
  if (minutes >= 1_440 && minutes % 1_440 === 0) return fillText("days", { count: minutes / 1_440 });
  if (minutes === 60) return fillText("hour", {});
  if (minutes >= 60 && minutes % 60 === 0) return fillText("hours", { count: minutes / 60 });
  if (minutes < 60) return fillText("minutes", { minutes });
  return fillText("hoursAndMinutes", {
    hours: Math.floor(minutes / 60),
    minutes: String(minutes % 60).padStart(2, "0"),
  });
}

export const formatDuration = (minutes: number): string => describeDuration(minutes).text;

/** Units of a line: 3 of 60 → '3 more hours at ₹20.00', 2 of 30 → '2 more × 30 min at ₹20.00'. */
function describeUnits({ units: count, step, isFirst, rate: paise }: UnitLine): FilledText {
  const rate = formatRupees(paise);
  if (step === 60 && count === 1) return fillText(isFirst ? "hourAt" : "moreHourAt", { rate });
  if (step === 60) return fillText(isFirst ? "hoursAt" : "moreHoursAt", { count, rate });
  return fillText(isFirst ? "unitsAt" : "moreUnitsAt", { units: count, unit: describeDuration(step), rate });
}

function describeNights({ count, from, to, per, rate: paise }: NightLine): FilledText {
  const values = { from, to, rate: formatRupees(paise) };
  if (count === 1) return fillText(per === "night" ? "nightAt" : "nightHourAt", values);
  return fillText(per === "night" ? "nightsAt" : "nightHoursAt", { ...values, count });
}

/** '150 %' → '× 1.5'. */
export const formatMultiplier = (percent: number): string => `× ${percent / 100}`;

/** Extra charges start with '+', reductions with '−'. */
function formatChange(amount: number): string {
  return `${amount < 0 ? "−" : "+"}${formatRupees(Math.abs(amount))}`;
}

interface LineWords {
  /** The line without its amount, for a list that shows that in a column of its own. */
  label: FilledText;
  /** How its amount follows in a text; empty if the label says enough. */
  ending: string;
}

function findLineWords(line: ChargeLine): LineWords {
  const { amount } = line;
  const price = formatRupees(amount);
  const change = formatChange(amount);
  switch (line.kind) {
    case "free": {
      const duration = describeDuration(line.minutes);
      return { label: line.minutes > 0 ? fillText("firstFree", { duration }) : fillText("free", {}), ending: "" };
    }
    case "total": {
      if (line.to === null) return { label: fillText("anyLongerStay", {}), ending: price };
      const duration = describeDuration(line.to);
      return { label: fillText(line.isFirst ? "firstTime" : "upTo", { duration }), ending: price };
    }
    case "add": {
      const duration = describeDuration(line.from);
      return { label: line.from === 0 ? fillText("start", {}) : fillText("beyond", { duration }), ending: price };
    }
    case "each":
      return { label: describeUnits(line), ending: `= ${price}` };
    case "day": {
      const count = line.last - line.first + 1;
      const rate = formatRupees(amount / count);
      if (count === 1) return { label: fillText("dayOfStay", { day: line.first }), ending: price };
      return { label: fillText("moreDaysAt", { count, rate }), ending: `= ${price}` };
    }
    case "cap": {
      const { day } = line;
      const values = { amount: formatRupees(line.cap) };
      return { label: day === 1 ? fillText("cap", values) : fillText("capOfDay", { ...values, day }), ending: "" };
    }
    case "minimum":
      if (line.minimum === amount) return { label: fillText("minimum", {}), ending: price };
      return { label: fillText("minimumOf", { amount: formatRupees(line.minimum) }), ending: "" };
    case "package": {
      const values = { duration: describeDuration(line.to), amount: formatRupees(line.price) };
      return { label: fillText("package", values), ending: "" };
    }
    case "night":
      return { label: describeNights(line), ending: `= ${price}` };
    case "multiplier":
      return { label: toPlainText(`${line.name} ${formatMultiplier(line.percent)}`), ending: change };
    case "extra":
      return { label: toPlainText(line.label), ending: change };
    case "bill":
      return { label: fillText("bill", {}), ending: change };
    case "rounding":
      return { label: fillText("rounding", {}), ending: change };
    case "lost_slip":
      if (line.isWaived) return { label: fillText("lostSlipWaived", {}), ending: "" };
      return { label: fillText("lostSlip", {}), ending: price };
    case "booking":
      return { label: fillText("bookedStay", {}), ending: price };
    case "valet":
      return { label: fillText("valetCharge", {}), ending: price };
    case "offer":
      return { label: toPlainText(line.title), ending: change };
    case "override": {
      const values = { amount: formatRupees(line.charge) };
      const { reason } = line;
      return {
        label: reason ? fillText("chargeSetFor", { ...values, reason }) : fillText("chargeSet", values),
        ending: "",
      };
    }
  }
}

/** A line in words, with its amount in paise. */
export interface DescribedLine {
  /** With the amount. */
  text: string;
  amount: number;
  /** What a translation of the text without the amount at its end needs. */
  translation: FilledText["translation"];
}

export function describeChargeLine(line: ChargeLine): DescribedLine {
  const { label, ending } = findLineWords(line);
  const text = ending === "" ? label.text : `${label.text} ${ending}`;
  return { text, amount: line.amount, translation: label.translation };
}

interface LineTranslation {
  line: Pick<DescribedLine, "text" | "translation">;
  /** A message in the language. */
  translate: (message: string) => string;
}

/** A line in another language. What follows the English label in its text is the amount. */
export function translateLine({ line: { text, translation }, translate }: LineTranslation): string {
  const label = translateFilled(translation, (message) => message);
  return translateFilled(translation, translate) + text.slice(label.length);
}

/** All lines of a charge in one text. */
export function describeCharge(lines: readonly ChargeLine[]): string {
  return lines.map((line) => describeChargeLine(line).text).join(" · ");
}
