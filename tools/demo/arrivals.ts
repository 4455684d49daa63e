// When they come: by the hour and weekday of each kind of place.
import { momentOf, wallClock } from "#domain/rules/dates.ts";
import type { Place } from "#tools/demo/branches.ts";
import type { Chance } from "#tools/demo/chance.ts";

/** What becomes of an arrival. */
export type Fate = "leaves" | "stays" | "is invited" | "awaits approval" | "awaits payment" | "is cancelled";

export interface Arrival {
  /** ms since 1970. */
  at: number;
  place: Place;
  fate: Fate;
}

interface Habit {
  /** From Sunday. */
  weekdays: readonly number[];
  /** From midnight. */
  hours: readonly number[];
  /** Minutes of a stay. */
  median: number;
  spread: number;
}

const commercial: Habit = {
  weekdays: [17, 11, 11, 11, 12, 15, 20],
  hours: [0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 14, 18, 19, 15, 12, 13, 16, 20, 25, 26, 20, 12, 5, 1],
  median: 80,
  spread: 0.6,
};
const government: Habit = {
  weekdays: [0, 24, 21, 19, 19, 17, 4],
  hours: [0, 0, 0, 0, 0, 0, 0, 0, 2, 14, 26, 25, 18, 8, 14, 16, 9, 3, 0, 0, 0, 0, 0, 0],
  median: 50,
  spread: 0.6,
};
const residential: Habit = {
  weekdays: [20, 12, 12, 12, 12, 14, 18],
  hours: [1, 0, 0, 0, 0, 1, 3, 6, 8, 9, 8, 7, 7, 6, 5, 6, 9, 14, 19, 20, 15, 9, 5, 2],
  median: 150,
  spread: 0.7,
};

export function habitOf(entity: string): Habit {
  if (entity === "residential") return residential;
  return entity === "commercial" ? commercial : government;
}

const hour = 3_600_000;

/** Midnights of the zone, from the day of `from` to the day of `until`. */
function daysBetween({
  from,
  until,
  zone,
}: {
  from: Date;
  until: Date;
  zone: string;
}): { start: number; weekday: number }[] {
  const first = wallClock({ at: from, zone });
  const days: { start: number; weekday: number }[] = [];
  for (let offset = 0; ; offset += 1) {
    const start = momentOf({
      parts: { ...first, day: first.day + offset, hour: 0, minute: 0, second: 0 },
      zone,
    }).getTime();
    if (start >= until.getTime()) return days;
    const weekday = new Date(Date.UTC(first.year, first.month - 1, first.day + offset)).getUTCDay();
    days.push({ start, weekday });
  }
}

/** A way to draw one of many often: the running sum of the weights. */
function drawer({ weights, chance }: { weights: readonly number[]; chance: Chance }): () => number {
  const sums: number[] = [];
  for (const weight of weights) sums.push((sums.at(-1) ?? 0) + weight);
  const total = sums.at(-1) ?? 0;
  return () => {
    const sought = chance.fraction() * total;
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle]! > sought) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}

/** Moments at which somebody comes to a place, from `from` until `until`. */
function drawMoment(options: { place: Place; from: Date; until: Date; chance: Chance }): () => number {
  const { place, from, until, chance } = options;
  const { weekdays, hours } = habitOf(place.entity);
  const days = daysBetween({ from, until, zone: place.zone });
  const dayWeights = days.map(({ weekday }) => weekdays[weekday]! * chance.between({ from: 0.8, to: 1.2 }));
  const day = drawer({ weights: dayWeights, chance });
  const hourOfDay = drawer({ weights: hours, chance });
  return () => {
    for (;;) {
      const at = days[day()]!.start + Math.floor((hourOfDay() + chance.fraction()) * hour);
      if (at >= from.getTime() && at < until.getTime()) return at;
    }
  };
}

/** `count` arrivals that have all left by `until`, each place's as many as its share says. Not sorted. */
export function pastArrivals(options: {
  places: readonly Place[];
  count: number;
  from: Date;
  until: Date;
  chance: Chance;
}): Arrival[] {
  const { places, count, from, until, chance } = options;
  const draws = places.map((place) => drawMoment({ place, from, until, chance }));
  const placeIndex = drawer({ weights: places.map(({ share }) => share), chance });
  return Array.from({ length: count }, () => {
    const index = placeIndex();
    return { at: draws[index]!(), place: places[index]!, fate: "leaves" as const };
  });
}

/** Who is inside or waits at `now`, having come within the last hours. */
export function presentArrivals({
  places,
  now,
  chance,
}: {
  places: readonly Place[];
  now: Date;
  chance: Chance;
}): Arrival[] {
  const arrivals: Arrival[] = [];
  for (const place of places) {
    const add = ({ fate, count, hours }: { fate: Fate; count: number; hours: number }) => {
      for (let index = 0; index < count; index += 1) {
        const ago = 60_000 + chance.fraction() ** 1.6 * hours * hour;
        arrivals.push({ at: Math.floor(now.getTime() - ago), place, fate });
      }
    };
    const config = place.branch["parking_config"] as { payment_type?: string; security?: string } | null;
    add({ fate: "stays", count: 5 + Math.round(place.share), hours: place.entity === "residential" ? 9 : 5 });
    add({ fate: "is invited", count: place.entity === "commercial" ? 1 : 3, hours: 6 });
    add({ fate: "is cancelled", count: 1, hours: 12 });
    if (config?.payment_type === "pre-pay") add({ fate: "awaits payment", count: 2, hours: 0.2 });
    if (config?.security === "advanced_security") add({ fate: "awaits approval", count: 5, hours: 0.6 });
  }
  return arrivals;
}
