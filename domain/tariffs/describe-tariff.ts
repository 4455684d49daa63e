// A version of a tariff in plain sentences: "First 2 hours ₹20", "Then ₹10 per hour or part", "At most ₹80 in 24 hours".
import { weekdayNames, weekdays as weekdayKeys } from "#domain/branches/opening-hours.ts";
import { formatRate } from "#domain/money.ts";
import { formatDuration, formatMultiplier } from "#domain/tariffs/describe-charge.ts";
import type { CalendarRule, Rates, TariffDay, TariffLine, TariffVersion } from "#domain/tariffs/tariff.ts";

/** 60 → 'hour', 30 → '30 min', 120 → '2 hours'. */
function formatStep(minutes: number): string {
  return minutes === 60 ? "hour" : formatDuration(minutes);
}

function describeLine({ line, from }: { line: TariffLine; from: number }): string {
  const amount = formatRate(line.amount);
  const isFirst = from === 0;
  if (line.kind === "each") {
    const price = `${amount} per ${formatStep(line.step)} or part`;
    if (line.to === null) return isFirst ? price : `Then ${price}`;
    return isFirst ? `First ${formatDuration(line.to)}: ${price}` : `Then, up to ${formatDuration(line.to)}, ${price}`;
  }
  if (line.kind === "add") return isFirst ? `${amount} on arrival` : `Beyond ${formatDuration(from)} ${amount} more`;
  if (line.to === null) return isFirst ? `Any stay ${amount}` : `Any longer stay ${amount} in all`;
  return isFirst ? `First ${formatDuration(line.to)} ${amount}` : `Up to ${formatDuration(line.to)} ${amount} in all`;
}

function describeDay({ reset, at, part, caps }: TariffDay): string {
  const period = reset === "rolling" ? "24 hours" : `calendar day from ${at}`;
  const [first, ...later] = caps.map(formatRate);
  if (first === undefined)
    return reset === "rolling" ? "The charge starts anew every 24 hours" : `The charge starts anew each ${period}`;
  const maximum = reset === "rolling" ? `At most ${first} in 24 hours` : `At most ${first} per ${period}`;
  const steps = [maximum, ...later.map((cap, index) => `${cap} ${getLaterDayName({ index, count: later.length })}`)];
  const whole = part === "whole" ? "; a started day after the first costs its maximum" : "";
  return steps.join(", ") + whole;
}

function getLaterDayName({ index, count }: { index: number; count: number }): string {
  return index === count - 1 ? `for each day from day ${index + 2}` : `on day ${index + 2}`;
}

/** The rates of one vehicle type, a sentence for each part. */
export function describeRates(rates: Rates): string[] {
  const { free, lines, minimum, day, packages, nights, lost_slip, maximum_stay } = rates;
  const sentences: string[] = [];
  if (free)
    sentences.push(
      `First ${formatDuration(free.minutes)} free; ${free.kind === "window" ? "staying longer pays from the first minute" : "a longer stay pays only what is beyond"}`,
    );
  let from = 0;
  const isFreeOfCharge = lines.every(({ amount }) => amount === 0);
  if (isFreeOfCharge) sentences.push("Parking is free");
  else
    for (const line of lines) {
      sentences.push(describeLine({ line, from }));
      from = line.to ?? from;
    }
  if (minimum > 0) sentences.push(`Minimum ${formatRate(minimum)}`);
  if (day) sentences.push(describeDay(day));
  for (const { to, amount } of packages)
    sentences.push(`Up to ${formatDuration(to)} never more than ${formatRate(amount)}`);
  for (const { from: start, to, amount, per } of nights)
    sentences.push(
      `${formatRate(amount)} per ${per === "night" ? "night" : "hour or part"} between ${start} and ${to}`,
    );
  if (lost_slip)
    sentences.push(
      `Lost slip ${formatRate(lost_slip.amount)}${lost_slip.waive_with_proof ? ", waived with a proof" : ""}`,
    );
  if (maximum_stay !== null) sentences.push(`Longest stay ${formatDuration(maximum_stay)}`);
  return sentences;
}

function describeCalendarRule({ name, weekdays, hours, dates, effect }: CalendarRule): string {
  const when = [
    ...(weekdays ? [weekdays.map((number) => weekdayNames[weekdayKeys[number - 1]!]).join(", ")] : []),
    ...(dates ? [dates.map(({ from, to }) => (from === to ? from : `${from} to ${to}`)).join(", ")] : []),
    ...(hours ? [`${hours.from}–${hours.to}`] : []),
  ].join(" · ");
  return `${name} (${when}): ${effect.kind === "plan" ? `plan ${effect.plan}` : formatMultiplier(effect.percent)}`;
}

function describeBill(bill: NonNullable<TariffVersion["bill"]>): string {
  const from = bill.minimum_bill > 0 ? `A shop bill of ${formatRate(bill.minimum_bill)} or more` : "A shop bill";
  const effect = {
    covers: () => "covers the charge up to its amount",
    free_minutes: () => `makes ${formatDuration(bill.kind === "free_minutes" ? bill.minutes : 0)} free`,
    percent: () => `takes ${bill.kind === "percent" ? bill.percent : 0} % off`,
  }[bill.kind]();
  const atMost = bill.at_most === null ? "" : `, at most ${formatRate(bill.at_most)}`;
  const free =
    bill.free_until_minutes === null ? "" : `; up to ${formatDuration(bill.free_until_minutes)} it makes parking free`;
  return `${from} ${effect}${atMost}${free}`;
}

const roundingNames = { up: "up", down: "down", nearest: "to the nearest" };

/** The terms that apply to all vehicle types. */
function describeTerms({ extras, bill, rounding, grace_minutes, calendar }: TariffVersion): string[] {
  const sentences = calendar.map(describeCalendarRule);
  for (const extra of extras) {
    const price = extra.kind === "amount" ? `+${formatRate(extra.amount)}` : formatMultiplier(extra.percent);
    sentences.push(
      `${extra.label} ${price}${extra.when === "outstation" ? ", for plates of another state" : ", chosen at the gate"}`,
    );
  }
  if (bill) sentences.push(describeBill(bill));
  if (rounding)
    sentences.push(
      `Rounded ${roundingNames[rounding.direction]} ${rounding.direction === "nearest" ? "" : "to "}${formatRate(rounding.to)}`,
    );
  sentences.push(
    grace_minutes > 0 ? `After paying, ${formatDuration(grace_minutes)} to leave` : "No time to leave after paying",
  );
  return sentences;
}

export interface TariffSection {
  title: string;
  sentences: string[];
}

type GetTypeName = (vehicleType: number) => string;

/** A version as titled lists of sentences: one for each vehicle type and plan, the common terms, and the passes. */
export function describeTariff({
  tariff,
  getTypeName,
}: {
  tariff: TariffVersion;
  getTypeName: GetTypeName;
}): TariffSection[] {
  const { plans, passes, pass_proration } = tariff;
  const sections: TariffSection[] = plans.flatMap(({ name, rates }) =>
    rates.map((row) => {
      const isAlone = rates.length === 1;
      const typeName =
        row.vehicle_type === null ? (isAlone ? "All vehicles" : "All other vehicles") : getTypeName(row.vehicle_type);
      return { title: plans.length > 1 ? `${name}: ${typeName}` : typeName, sentences: describeRates(row) };
    }),
  );
  sections.push({ title: "For all vehicles", sentences: describeTerms(tariff) });
  if (passes.length > 0)
    sections.push({
      title: "Passes",
      sentences: [
        ...passes.map(
          ({ vehicle_type, per, amount }) =>
            `${vehicle_type === null ? "All other vehicles" : getTypeName(vehicle_type)}: ${formatRate(amount)} per ${per}`,
        ),
        ...(pass_proration === "daily" ? ["A part of a period costs its days"] : []),
      ],
    });
  return sections;
}

export interface TariffChange {
  title: string;
  removed: string[];
  added: string[];
}

/** Names of plans that another name of `after` replaces at the same place, by the former name. */
function findRenamedPlans(before: TariffVersion, after: TariffVersion): Map<string, string> {
  const has = ({ plans }: TariffVersion, name: string): boolean => plans.some((plan) => plan.name === name);
  const renamed = new Map<string, string>();
  for (const [index, { name }] of before.plans.entries()) {
    const current = after.plans[index]?.name;
    if (current !== undefined && !has(after, name) && !has(before, current)) renamed.set(name, current);
  }
  return renamed;
}

function renamePlans(tariff: TariffVersion, names: ReadonlyMap<string, string>): TariffVersion {
  const rename = (name: string): string => names.get(name) ?? name;
  return {
    ...tariff,
    plans: tariff.plans.map((plan) => ({ ...plan, name: rename(plan.name) })),
    calendar: tariff.calendar.map((entry) =>
      entry.effect.kind === "plan" ? { ...entry, effect: { ...entry.effect, plan: rename(entry.effect.plan) } } : entry,
    ),
  };
}

/** The sentences that differ between two versions; of a renamed plan its name, and what else differs in it. */
export function compareTariffs({
  before,
  after,
  getTypeName,
}: {
  before: TariffVersion;
  after: TariffVersion;
  getTypeName: GetTypeName;
}): TariffChange[] {
  const renamed = findRenamedPlans(before, after);
  const old = describeTariff({ tariff: renamePlans(before, renamed), getTypeName });
  const current = describeTariff({ tariff: after, getTypeName });
  const titles = [...new Set([...current, ...old].map(({ title }) => title))];
  const getSentences = (sections: TariffSection[], title: string) =>
    sections.find((section) => section.title === title)?.sentences ?? [];
  const names = [...renamed].map(([from, to]) => ({ title: to, removed: [`Named ${from}`], added: [`Named ${to}`] }));
  const changes = titles
    .map((title) => {
      const [from, to] = [getSentences(old, title), getSentences(current, title)];
      return {
        title,
        removed: from.filter((sentence) => !to.includes(sentence)),
        added: to.filter((sentence) => !from.includes(sentence)),
      };
    })
    .filter(({ removed, added }) => removed.length + added.length > 0);
  return [...names, ...changes];
}
