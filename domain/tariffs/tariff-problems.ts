// Finds what is wrong with a tariff and names the line: gaps, overlaps, unreachable lines, charges that fall, a cap below
// the first line.
import { formatDuration } from "#domain/tariffs/describe-charge.ts";
import { formatRupees } from "#domain/money.ts";
import type { Rates, TariffLine, TariffVersion } from "#domain/tariffs/tariff.ts";

export interface TariffProblem {
  /** Path of the wrong part, such as ["plans", 0, "rates", 1, "lines", 2]. */
  path: (string | number)[];
  text: string;
}

const minutesPerDay = 1_440;

/** Calls `report` for each problem of the lines. */
function checkLines({
  lines,
  day,
  report,
}: Pick<Rates, "lines" | "day"> & { report: (index: number, text: string) => void }): void {
  if (lines.length === 0) return report(0, "Add at least one line, or set the rate to ₹0 for free parking.");
  let from = 0;
  let reached = 0;
  let isClosed = false;
  for (const [index, line] of lines.entries()) {
    const name = `Line ${index + 1}`;
    if (isClosed) {
      report(index, `${name} is never reached: the line before it has no end.`);
      continue;
    }
    if (day && from >= minutesPerDay) report(index, `${name} is never reached: the lines start anew after 24 hours.`);
    if (line.to !== null && line.to <= from)
      report(index, `${name} ends at ${formatDuration(line.to)}, which the lines before already cover.`);
    if (line.kind === "total" && line.amount < reached)
      report(
        index,
        `${name} costs ${formatRupees(line.amount)} in all, less than a shorter stay costs before it (${formatRupees(reached)}).`,
      );
    reached = getReachedCharge({ line, from, reached });
    isClosed = line.to === null;
    from = Math.max(from, line.to ?? from);
  }
  const isEndCovered = isClosed || (day !== null && from >= minutesPerDay);
  if (!isEndCovered)
    report(
      lines.length - 1,
      `A stay longer than ${formatDuration(from)} has no price: let line ${lines.length} apply without end, or add one.`,
    );
}

/** Charge at the end of a line; of a line without an end, for its first step. */
function getReachedCharge({ line, from, reached }: { line: TariffLine; from: number; reached: number }): number {
  if (line.kind === "total") return Math.max(reached, line.amount);
  if (line.kind === "add") return reached + line.amount;
  const units = line.to === null ? 1 : Math.ceil(Math.max(0, line.to - from) / line.step);
  return reached + units * line.amount;
}

type Hours = Pick<Rates["nights"][number], "from" | "to">;

/** Whether a time of day lies in both; an end at or before the start is on the next day. */
function areOverlapping(first: Hours, second: Hours): boolean {
  const isIn = ({ from, to }: Hours, time: string): boolean =>
    from < to ? from <= time && time < to : time >= from || time < to;
  return isIn(first, second.from) || isIn(second, first.from);
}

function checkRates(rates: Rates, report: (path: (string | number)[], text: string) => void): void {
  const { lines, day, packages, nights, free, maximum_stay } = rates;
  checkLines({ lines, day, report: (index, text) => report(["lines", index], text) });
  const first = lines[0];
  if (day) {
    if (day.part === "whole" && day.caps.length === 0)
      report(["day", "caps"], "A started day costs its maximum: set the maximum for a day.");
    for (const [index, cap] of day.caps.entries())
      if (day.part === "restart" || index === 0)
        if (first && cap < first.amount)
          report(
            ["day", "caps", index],
            `The maximum of ${formatRupees(cap)} for a day is below the first line (${formatRupees(first.amount)}).`,
          );
  }
  for (const [index, { to, amount }] of packages.entries()) {
    const isCheaperLonger = packages.some(
      (other) => other !== packages[index] && other.to >= to && other.amount <= amount,
    );
    if (isCheaperLonger)
      report(
        ["packages", index],
        `The package up to ${formatDuration(to)} never applies: another costs less and lasts longer.`,
      );
  }
  for (const [index, { from, to }] of nights.entries())
    if (from === to) report(["nights", index], `The night starts and ends at ${from}: choose two different times.`);
    else if (nights.slice(0, index).some((other) => areOverlapping(other, { from, to })))
      report(["nights", index], `The night from ${from} to ${to} overlaps another, and both would be charged.`);
  if (free && maximum_stay !== null && free.minutes > maximum_stay)
    report(["free", "minutes"], "The free time is longer than the maximum stay.");
}

function findDuplicate(values: readonly unknown[]): number {
  return values.findIndex((value, index) => values.indexOf(value) < index);
}

/** All problems of a tariff; empty if it can be used. */
export function findTariffProblems(tariff: TariffVersion): TariffProblem[] {
  const problems: TariffProblem[] = [];
  for (const [planIndex, { name, rates }] of tariff.plans.entries()) {
    const planPath = ["plans", planIndex];
    if (tariff.plans.findIndex((other) => other.name === name) < planIndex)
      problems.push({ path: [...planPath, "name"], text: `Two plans are named ${name}.` });
    const duplicate = findDuplicate(rates.map(({ vehicle_type }) => vehicle_type));
    if (duplicate >= 0)
      problems.push({ path: [...planPath, "rates", duplicate], text: "A vehicle type has two prices: remove one." });
    for (const [index, row] of rates.entries())
      checkRates(row, (path, text) => problems.push({ path: [...planPath, "rates", index, ...path], text }));
  }
  for (const [index, { name, effect, hours, dates, weekdays }] of tariff.calendar.entries()) {
    const path = ["calendar", index];
    if (effect.kind === "plan" && !tariff.plans.some((plan) => plan.name === effect.plan))
      problems.push({ path, text: `${name} uses the plan ${effect.plan}, which does not exist.` });
    if (hours && hours.from === hours.to)
      problems.push({ path, text: `${name} starts and ends at ${hours.from}: choose two different times.` });
    if (dates?.some(({ from, to }) => to < from))
      problems.push({ path, text: `${name} has a date range that ends before it starts.` });
    if (!hours && !dates && !weekdays)
      problems.push({ path, text: `${name} has no weekdays, hours or dates: it would always apply.` });
  }
  const duplicateExtra = findDuplicate(tariff.extras.map(({ id }) => id));
  if (duplicateExtra >= 0) problems.push({ path: ["extras", duplicateExtra], text: "Two extras have the same id." });
  const duplicatePass = findDuplicate(tariff.passes.map(({ vehicle_type, per }) => `${vehicle_type}/${per}`));
  if (duplicatePass >= 0)
    problems.push({ path: ["passes", duplicatePass], text: "A pass of the same length has two prices: remove one." });
  return problems;
}
