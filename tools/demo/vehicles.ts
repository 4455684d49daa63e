// Who comes: vehicles with plates of the right state, and the phone number of the person who drives.
import type { Chance } from "#tools/demo/chance.ts";
import { personName } from "#tools/demo/names.ts";

export interface Visitor {
  plate: string;
  phone: string;
  name: string;
  /** Of `Vehicle_Type`, by name. */
  type: string;
  /** ms since 1970; Infinity while the vehicle is inside somewhere. */
  busyUntil: number;
}

/** Registration districts of the cities' vehicles, with the states one meets there too. */
const districts: { readonly [state: string]: readonly string[] } = {
  "Tamil Nadu": [
    "TN01",
    "TN02",
    "TN04",
    "TN05",
    "TN06",
    "TN07",
    "TN09",
    "TN10",
    "TN12",
    "TN14",
    "TN22",
    "TN85",
    "KA03",
    "AP03",
  ],
  Karnataka: [
    "KA01",
    "KA02",
    "KA03",
    "KA04",
    "KA05",
    "KA41",
    "KA50",
    "KA51",
    "KA53",
    "KA01",
    "KA03",
    "KA05",
    "TN09",
    "TS08",
  ],
  Telangana: ["TS07", "TS08", "TS09", "TS10", "TS11", "TS12", "TS13", "TS15", "AP09", "AP10", "AP11", "AP28", "KA05"],
};
const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ";
const types = ["Two wheeler", "Hatchback", "Sedan", "SUV", "Auto rickshaw", "Electric car", "Van"];
const typeShares = [44, 22, 13, 13, 3, 4, 1];
/** No subscriber has these: four digits after a run of noughts. */
const phoneStarts = ["600000", "700000", "800000", "900000"];

export function plateFor({ chance, state }: { chance: Chance; state: string }): string {
  const series = Array.from({ length: 2 }, () => letters[chance.whole({ from: 0, to: letters.length - 1 })]).join("");
  const number = String(chance.whole({ from: 1, to: 9999 })).padStart(4, "0");
  return `${chance.pick(districts[state] ?? districts["Tamil Nadu"]!)}${series}${number}`;
}

/** Ten digits; the last four would do as a code (1000 to 9999). */
export function phoneFor(chance: Chance): string {
  return `${chance.pick(phoneStarts)}${chance.whole({ from: 1000, to: 9999 })}`;
}

export function visitorFor({ chance, state }: { chance: Chance; state: string }): Visitor {
  return {
    plate: plateFor({ chance, state }),
    phone: phoneFor(chance),
    name: personName(chance),
    type: types[chance.weighted(typeShares)]!,
    busyUntil: 0,
  };
}

/** The vehicles of one state, each plate once; those given come first, which makes them the most frequent. */
export function visitorPool(options: {
  chance: Chance;
  state: string;
  size: number;
  first?: readonly Visitor[];
}): Visitor[] {
  const { chance, state, size, first = [] } = options;
  const pool = new Map(first.map((visitor) => [visitor.plate, visitor]));
  while (pool.size < size) {
    const visitor = visitorFor({ chance, state });
    if (!pool.has(visitor.plate)) pool.set(visitor.plate, visitor);
  }
  return [...pool.values()];
}

/** Somebody of the pool who is nowhere inside at that moment; regulars come far more often than others. */
export function nextVisitor({ chance, pool, at }: { chance: Chance; pool: readonly Visitor[]; at: number }): Visitor {
  for (;;) {
    const visitor = pool[Math.floor(pool.length * chance.fraction() ** 1.4)]!;
    if (visitor.busyUntil < at) return visitor;
  }
}
