// Visitors of the demo: vehicles with registration numbers of the state, and the driver's phone number.
import type { Random } from "#tools/demo/random.ts";
import { drawPersonName } from "#tools/demo/names.ts";

export interface DemoVisitor {
  vehicleNumber: string;
  phone: string;
  name: string;
  /** Name of the `Vehicle_Type`. */
  type: string;
  /** In ms since 1970; Infinity while the vehicle is inside. */
  busyUntil: number;
}

/** Registration districts by state, including those of frequent visitors from other states. */
const registrationDistricts: { readonly [state: string]: readonly string[] } = {
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
const vehicleTypes = ["Two wheeler", "Hatchback", "Sedan", "SUV", "Auto rickshaw", "Electric car", "Van"];
const vehicleTypeWeights = [44, 22, 13, 13, 3, 4, 1];
/** Prefixes without subscribers: four digits follow a run of zeros. */
const phonePrefixes = ["600000", "700000", "800000", "900000"];

export function drawVehicleNumber({ random, state }: { random: Random; state: string }): string {
  const series = Array.from({ length: 2 }, () => letters[random.integer({ from: 0, to: letters.length - 1 })]).join("");
  const number = String(random.integer({ from: 1, to: 9999 })).padStart(4, "0");
  return `${random.pick(registrationDistricts[state] ?? registrationDistricts["Tamil Nadu"]!)}${series}${number}`;
}

/** Returns ten digits; the last four can serve as a handover code (1000 to 9999). */
export function drawPhone(random: Random): string {
  return `${random.pick(phonePrefixes)}${random.integer({ from: 1000, to: 9999 })}`;
}

export function drawVisitor({ random, state }: { random: Random; state: string }): DemoVisitor {
  return {
    vehicleNumber: drawVehicleNumber({ random, state }),
    phone: drawPhone(random),
    name: drawPersonName(random),
    type: vehicleTypes[random.weighted(vehicleTypeWeights)]!,
    busyUntil: 0,
  };
}

/**
 * Creates the vehicles of one state with unique registration numbers; those in `first` are the most frequent visitors.
 */
export function createVisitorPool(options: {
  random: Random;
  state: string;
  size: number;
  first?: readonly DemoVisitor[];
}): DemoVisitor[] {
  const { random, state, size, first = [] } = options;
  const pool = new Map(first.map((visitor) => [visitor.vehicleNumber, visitor]));
  while (pool.size < size) {
    const visitor = drawVisitor({ random, state });
    if (!pool.has(visitor.vehicleNumber)) pool.set(visitor.vehicleNumber, visitor);
  }
  return [...pool.values()];
}

/** Picks a visitor of the pool who is not inside anywhere at `at`; the first ones are far more frequent. */
export function pickVisitor({
  random,
  pool,
  at,
}: {
  random: Random;
  pool: readonly DemoVisitor[];
  at: number;
}): DemoVisitor {
  for (;;) {
    const visitor = pool[Math.floor(pool.length * random.fraction() ** 1.4)]!;
    if (visitor.busyUntil < at) return visitor;
  }
}
