// Arrival times by hour and weekday of each kind of site.
import { fromDateParts, toDateParts } from "#domain/dates.ts";
import type { DemoSite } from "#tools/demo/branches.ts";
import type { Random } from "#tools/demo/random.ts";

/** Outcome of an arrival. */
export type ArrivalOutcome =
  | "checked out"
  | "inside"
  | "invited"
  | "awaiting approval"
  | "awaiting payment"
  | "cancelled";

export interface Arrival {
  /** In ms since 1970. */
  at: number;
  site: DemoSite;
  outcome: ArrivalOutcome;
}

interface ArrivalPattern {
  /** Weights from Sunday. */
  weekdays: readonly number[];
  /** Weights from midnight. */
  hours: readonly number[];
  /** Median duration of a stay in minutes. */
  median: number;
  spread: number;
}

const commercialPattern: ArrivalPattern = {
  weekdays: [17, 11, 11, 11, 12, 15, 20],
  hours: [0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 14, 18, 19, 15, 12, 13, 16, 20, 25, 26, 20, 12, 5, 1],
  median: 80,
  spread: 0.6,
};
const governmentPattern: ArrivalPattern = {
  weekdays: [0, 24, 21, 19, 19, 17, 4],
  hours: [0, 0, 0, 0, 0, 0, 0, 0, 2, 14, 26, 25, 18, 8, 14, 16, 9, 3, 0, 0, 0, 0, 0, 0],
  median: 50,
  spread: 0.6,
};
const residentialPattern: ArrivalPattern = {
  weekdays: [20, 12, 12, 12, 12, 14, 18],
  hours: [1, 0, 0, 0, 0, 1, 3, 6, 8, 9, 8, 7, 7, 6, 5, 6, 9, 14, 19, 20, 15, 9, 5, 2],
  median: 150,
  spread: 0.7,
};

export function getArrivalPattern(entity: string): ArrivalPattern {
  if (entity === "residential") return residentialPattern;
  return entity === "commercial" ? commercialPattern : governmentPattern;
}

const hour = 3_600_000;

/** Returns the midnights of the time zone, from the day of `from` to the day of `until`. */
function listDaysBetween({
  from,
  until,
  zone,
}: {
  from: Date;
  until: Date;
  zone: string;
}): { start: number; weekday: number }[] {
  const first = toDateParts({ at: from, zone });
  const days: { start: number; weekday: number }[] = [];
  for (let offset = 0; ; offset += 1) {
    const start = fromDateParts({
      parts: { ...first, day: first.day + offset, hour: 0, minute: 0, second: 0 },
      zone,
    }).getTime();
    if (start >= until.getTime()) return days;
    const weekday = new Date(Date.UTC(first.year, first.month - 1, first.day + offset)).getUTCDay();
    days.push({ start, weekday });
  }
}

/** Creates a fast weighted picker from cumulative weights. */
function createWeightedPicker({ weights, random }: { weights: readonly number[]; random: Random }): () => number {
  const sums: number[] = [];
  for (const weight of weights) sums.push((sums.at(-1) ?? 0) + weight);
  const total = sums.at(-1) ?? 0;
  return () => {
    const target = random.fraction() * total;
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle]! > target) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}

/** Creates a generator of arrival times at a site, from `from` until `until`. */
function createArrivalTimePicker(options: { site: DemoSite; from: Date; until: Date; random: Random }): () => number {
  const { site, from, until, random } = options;
  const { weekdays, hours } = getArrivalPattern(site.entity);
  const days = listDaysBetween({ from, until, zone: site.zone });
  const dayWeights = days.map(({ weekday }) => weekdays[weekday]! * random.between({ from: 0.8, to: 1.2 }));
  const pickDayIndex = createWeightedPicker({ weights: dayWeights, random });
  const pickHour = createWeightedPicker({ weights: hours, random });
  return () => {
    for (;;) {
      const at = days[pickDayIndex()]!.start + Math.floor((pickHour() + random.fraction()) * hour);
      if (at >= from.getTime() && at < until.getTime()) return at;
    }
  };
}

/** Creates `count` arrivals that have all checked out by `until`, distributed by the sites' shares. Not sorted. */
export function createPastArrivals(options: {
  sites: readonly DemoSite[];
  count: number;
  from: Date;
  until: Date;
  random: Random;
}): Arrival[] {
  const { sites, count, from, until, random } = options;
  const timePickers = sites.map((site) => createArrivalTimePicker({ site, from, until, random }));
  const pickSiteIndex = createWeightedPicker({ weights: sites.map(({ entryShare }) => entryShare), random });
  return Array.from({ length: count }, () => {
    const index = pickSiteIndex();
    return { at: timePickers[index]!(), site: sites[index]!, outcome: "checked out" as const };
  });
}

/** Creates arrivals of the last hours that are inside or pending at `now`. */
export function createPresentArrivals({
  sites,
  now,
  random,
}: {
  sites: readonly DemoSite[];
  now: Date;
  random: Random;
}): Arrival[] {
  const arrivals: Arrival[] = [];
  for (const site of sites) {
    const add = ({ outcome, count, hours }: { outcome: ArrivalOutcome; count: number; hours: number }) => {
      for (let index = 0; index < count; index += 1) {
        const agoMs = 60_000 + random.fraction() ** 1.6 * hours * hour;
        arrivals.push({ at: Math.floor(now.getTime() - agoMs), site, outcome });
      }
    };
    const config = site.branch["parking_config"] as { payment_type?: string; security?: string } | null;
    add({ outcome: "inside", count: 5 + Math.round(site.entryShare), hours: site.entity === "residential" ? 9 : 5 });
    add({ outcome: "invited", count: site.entity === "commercial" ? 1 : 3, hours: 6 });
    add({ outcome: "cancelled", count: 1, hours: 12 });
    if (config?.payment_type === "pre-pay") add({ outcome: "awaiting payment", count: 2, hours: 0.2 });
    if (config?.security === "advanced_security") add({ outcome: "awaiting approval", count: 5, hours: 0.6 });
  }
  return arrivals;
}
