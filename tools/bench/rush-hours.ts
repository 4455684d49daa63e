// Accuracy of the pickup estimate: simulates rush hours from recorded service times and compares each car with its
// estimated range.
import { estimatePickup, type FinishedPickup } from "#domain/valet/pickup/pickup-estimate.ts";
import { Random } from "#tools/demo/random.ts";

/** Minutes from acceptance to the gate, recorded at a restaurant with basement and street parking. */
const recordedServiceMinutes = [
  2.1, 2.4, 2.6, 2.8, 2.9, 3.0, 3.1, 3.2, 3.4, 3.5, 3.5, 3.6, 3.8, 3.9, 4.0, 4.1, 4.2, 4.4, 4.5, 4.7, 4.8, 5.0, 5.2,
  5.5, 5.7, 6.0, 6.3, 6.8, 7.2, 7.9, 8.6, 9.8, 11.5, 14.0,
];
const rushHourCount = 40;
const carsPerRushHour = 90;
const driverCount = 3;
const sampleSize = 200;
/** Largest queue: further requests are not simulated. */
const maxQueueLength = 30;

export interface Coverage {
  estimated: number;
  withinEstimate: number;
  maxQueueLength: number;
}

/** Simulates requests in waves, served in order by the next free driver. */
function simulateRushHour({ random, day }: { random: Random; day: number }): FinishedPickup[] {
  const start = Date.UTC(2026, 0, 1 + day, 14);
  const driverFreeAt = Array.from({ length: driverCount }, () => 0);
  const pickups: FinishedPickup[] = [];
  let clock = 0;
  for (let car = 0; car < carsPerRushHour; car += 1) {
    const isRush = car % 45 > 20;
    clock += -Math.log(1 - random.between({ from: 0, to: 0.999 })) * (isRush ? 0.7 : 2.6);
    const waiting = pickups.filter(({ atGateAt }) => atGateAt.getTime() > start + clock * 60_000).length;
    if (waiting >= maxQueueLength) continue;
    const driver = driverFreeAt.indexOf(Math.min(...driverFreeAt));
    driverFreeAt[driver] = Math.max(driverFreeAt[driver]!, clock) + random.pick(recordedServiceMinutes);
    pickups.push({
      requestedAt: new Date(start + clock * 60_000),
      atGateAt: new Date(start + driverFreeAt[driver] * 60_000),
    });
  }
  return pickups;
}

/** Measures the share of cars that reached the gate within the 90th percentile shown at their request. */
export function measureEstimateCoverage(seed: string): Coverage {
  const random = new Random(seed);
  const history: FinishedPickup[] = [];
  const coverage: Coverage = { estimated: 0, withinEstimate: 0, maxQueueLength: 0 };
  for (let day = 0; day < rushHourCount; day += 1) {
    const pickups = simulateRushHour({ random, day });
    for (const { requestedAt, atGateAt } of pickups) {
      const finishedPickups = history
        .concat(pickups.filter((other) => other.atGateAt <= requestedAt))
        .slice(-sampleSize);
      const queueAhead = pickups.filter(
        (other) => other.requestedAt < requestedAt && other.atGateAt > requestedAt,
      ).length;
      coverage.maxQueueLength = Math.max(coverage.maxQueueLength, queueAhead);
      const estimate = estimatePickup({ finishedPickups, ahead: queueAhead, waitedMinutes: 0 });
      if (!estimate) continue;
      const minutes = (atGateAt.getTime() - requestedAt.getTime()) / 60_000;
      coverage.estimated += 1;
      if (minutes <= estimate.high) coverage.withinEstimate += 1;
    }
    history.push(...pickups.toSorted((first, other) => first.atGateAt.getTime() - other.atGateAt.getTime()));
  }
  return coverage;
}
