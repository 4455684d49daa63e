// Changes of the editor's state beyond typing into one control: parts that are added or removed.
import { createRates, createTariff } from "#domain/tariffs/blank-tariff.ts";
import {
  toRatesDraft,
  toTariffDraft,
  type CalendarRuleDraft,
  type DurationDraft,
  type ExtraDraft,
  type LineDraft,
  type RatesDraft,
  type TariffDraft,
} from "#web/features/tariffs/draft/draft.ts";

const oneHour: DurationDraft = { count: "1", unit: "hours" };

/** Largest numbers of parts, as in the schema. */
export const maxParts = {
  plans: 10,
  rates: 30,
  lines: 24,
  caps: 7,
  packages: 10,
  nights: 4,
  calendar: 50,
  dates: 100,
  extras: 10,
  passes: 120,
} as const;

/** One line without a price: the amount and the step are all that a simple tariff needs. */
export function createBlankDraft(): TariffDraft {
  const draft = toTariffDraft(
    createTariff({ rates: [createRates({ lines: [{ kind: "each", to: null, step: 60, amount: 0 }] })] }),
  );
  const [standard] = draft.plans;
  const [rates] = standard!.rates;
  return { ...draft, plans: [{ ...standard!, rates: [{ ...rates!, lines: [{ ...rates!.lines[0]!, amount: "" }] }] }] };
}

export function replaceAt<T>(list: readonly T[], index: number, item: T): T[] {
  return list.map((other, position) => (position === index ? item : other));
}

export function removeAt<T>(list: readonly T[], index: number): T[] {
  return list.filter((_, position) => position !== index);
}

/** The last line gets an end, which is still to be typed, and a line without end follows it. */
export function appendLine(lines: readonly LineDraft[]): LineDraft[] {
  const added: LineDraft = { kind: "each", to: null, amount: "", step: oneHour };
  return [...lines.map((line) => ({ ...line, to: line.to ?? { count: "", unit: "hours" as const } })), added];
}

/** Without the line; if that was the line without end, the one before it takes its place. */
export function removeLine(lines: readonly LineDraft[], index: number): LineDraft[] {
  const isEndless = lines[index]?.to === null;
  const others = removeAt(lines, index);
  const last = others.at(-1);
  return isEndless && last ? [...others.slice(0, -1), { ...last, to: null }] : others;
}

export const ratesParts = ["free", "day", "minimum", "packages", "nights", "lost_slip", "maximum_stay"] as const;
export type RatesPart = (typeof ratesParts)[number];

export const ratesPartLabels: { readonly [part in RatesPart]: string } = {
  free: "Free time",
  day: "Daily maximum",
  minimum: "Minimum charge",
  packages: "Package",
  nights: "Night charge",
  lost_slip: "Lost slip",
  maximum_stay: "Maximum stay",
};

/** The parts that rates may get: those they do not have, and further packages and nights. */
export function listMissingParts({
  free,
  day,
  minimum,
  packages,
  nights,
  lost_slip,
  maximum_stay,
}: RatesDraft): RatesPart[] {
  const isMissing = {
    free: free === null,
    day: day === null,
    minimum: minimum === null,
    packages: packages.length < maxParts.packages,
    nights: nights.length < maxParts.nights,
    lost_slip: lost_slip === null,
    maximum_stay: maximum_stay === null,
  };
  return ratesParts.filter((part) => isMissing[part]);
}

/** With a part whose amounts are still to be typed. */
export function addRatesPart(rates: RatesDraft, part: RatesPart): RatesDraft {
  switch (part) {
    case "free":
      return { ...rates, free: { minutes: { count: "15", unit: "minutes" }, kind: "window" } };
    case "day":
      return { ...rates, day: { reset: "rolling", at: "00:00", part: "restart", caps: [""] } };
    case "minimum":
      return { ...rates, minimum: "" };
    case "packages":
      return { ...rates, packages: [...rates.packages, { to: { count: "12", unit: "hours" }, amount: "" }] };
    case "nights":
      return { ...rates, nights: [...rates.nights, { from: "00:00", to: "05:00", amount: "", per: "night" }] };
    case "lost_slip":
      return { ...rates, lost_slip: { amount: "", waive_with_proof: true } };
    case "maximum_stay":
      return { ...rates, maximum_stay: { count: "24", unit: "hours" } };
  }
}

/** Rates of a further vehicle type, with the amounts of those for all others; in front of them. */
export function addVehicleType(rates: readonly RatesDraft[], vehicleType: number): RatesDraft[] {
  const model = rates.find(({ vehicle_type }) => vehicle_type === null) ?? rates[0] ?? createBlankRates();
  const others = rates.filter(({ vehicle_type }) => vehicle_type === null);
  const types = rates.filter(({ vehicle_type }) => vehicle_type !== null);
  return [...types, { ...model, vehicle_type: vehicleType }, ...others];
}

function createBlankRates(): RatesDraft {
  return toRatesDraft(createRates({ lines: [] }));
}

/** A further plan, with the rates of the standard one to start from. */
export function addPlan(draft: TariffDraft): TariffDraft {
  const names = new Set(draft.plans.map(({ name }) => name));
  let number = draft.plans.length + 1;
  while (names.has(`Plan ${number}`)) number += 1;
  return { ...draft, plans: [...draft.plans, { name: `Plan ${number}`, rates: draft.plans[0]?.rates ?? [] }] };
}

/** The calendar follows, because it refers to plans by name. */
export function renamePlan({ draft, index, name }: { draft: TariffDraft; index: number; name: string }): TariffDraft {
  const plan = draft.plans[index];
  if (!plan) return draft;
  return {
    ...draft,
    plans: replaceAt(draft.plans, index, { ...plan, name }),
    calendar: draft.calendar.map((rule) =>
      rule.effect.kind === "plan" && rule.effect.plan === plan.name
        ? { ...rule, effect: { ...rule.effect, plan: name } }
        : rule,
    ),
  };
}

export function createCalendarRule(): CalendarRuleDraft {
  return {
    name: "Weekend",
    weekdays: [6, 7],
    hours: null,
    dates: [],
    priority: "0",
    effect: { kind: "multiplier", factor: "1.5", plan: "" },
  };
}

/** With an id that no other extra has; entries refer to it. */
export function createExtra(extras: readonly ExtraDraft[]): ExtraDraft {
  const ids = new Set(extras.map(({ id }) => id));
  let number = 1;
  while (ids.has(`extra_${number}`)) number += 1;
  return { id: `extra_${number}`, label: "", when: "pressed", kind: "amount", amount: "", factor: "2" };
}
