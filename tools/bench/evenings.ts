// How honest the pickup estimate is: simulated evenings from recorded service times, each car against the range it was shown.
import { estimatePickup, type FinishedPickup } from "#domain/rules/pickup-estimate.ts";
import { Chance } from "#tools/demo/chance.ts";

/** Minutes from the acceptance to the gate, as drivers of a restaurant with a basement and a street lot took them. */
const recorded = [
  2.1, 2.4, 2.6, 2.8, 2.9, 3.0, 3.1, 3.2, 3.4, 3.5, 3.5, 3.6, 3.8, 3.9, 4.0, 4.1, 4.2, 4.4, 4.5, 4.7, 4.8, 5.0, 5.2,
  5.5, 5.7, 6.0, 6.3, 6.8, 7.2, 7.9, 8.6, 9.8, 11.5, 14.0,
];
const evenings = 40;
const carsAnEvening = 90;
const drivers = 3;
const learnedFrom = 200;
/** A queue as long as this is cut off: nobody asks for a car any more. */
const longestQueue = 30;

export interface Coverage {
  shown: number;
  inside: number;
  longestQueue: number;
}

/** Asked for in waves, as guests leave; brought in that order by whoever is free. */
function evening({ chance, day }: { chance: Chance; day: number }): FinishedPickup[] {
  const start = Date.UTC(2026, 0, 1 + day, 14);
  const free = Array.from({ length: drivers }, () => 0);
  const pickups: FinishedPickup[] = [];
  let clock = 0;
  for (let car = 0; car < carsAnEvening; car += 1) {
    const isRush = car % 45 > 20;
    clock += -Math.log(1 - chance.between({ from: 0, to: 0.999 })) * (isRush ? 0.7 : 2.6);
    const waiting = pickups.filter(({ atGateAt }) => atGateAt.getTime() > start + clock * 60_000).length;
    if (waiting >= longestQueue) continue;
    const driver = free.indexOf(Math.min(...free));
    free[driver] = Math.max(free[driver]!, clock) + chance.pick(recorded);
    pickups.push({
      requestedAt: new Date(start + clock * 60_000),
      atGateAt: new Date(start + free[driver] * 60_000),
    });
  }
  return pickups;
}

/** What part of the cars came to the gate inside the range that was shown when they were asked for. */
export function coverageOfEvenings(seed: string): Coverage {
  const chance = new Chance(seed);
  const learned: FinishedPickup[] = [];
  const found: Coverage = { shown: 0, inside: 0, longestQueue: 0 };
  for (let day = 0; day < evenings; day += 1) {
    const tonight = evening({ chance, day });
    for (const { requestedAt, atGateAt } of tonight) {
      const finished = learned.concat(tonight.filter((other) => other.atGateAt <= requestedAt)).slice(-learnedFrom);
      const ahead = tonight.filter((other) => other.requestedAt < requestedAt && other.atGateAt > requestedAt).length;
      found.longestQueue = Math.max(found.longestQueue, ahead);
      const estimate = estimatePickup({ finished, ahead, waited: 0 });
      if (!estimate) continue;
      const minutes = (atGateAt.getTime() - requestedAt.getTime()) / 60_000;
      found.shown += 1;
      if (minutes >= estimate.low && minutes <= estimate.high) found.inside += 1;
    }
    learned.push(...tonight.toSorted((one, other) => one.atGateAt.getTime() - other.atGateAt.getTime()));
  }
  return found;
}
