// §4: pickup time estimates based on the branch's finished pickups. Worked examples: docs/rules/valet-pickup.md.

export interface FinishedPickup {
  requestedAt: Date;
  atGateAt: Date;
}

/** Whole minutes from now; `low` is at least 1. Nine of ten similar pickups took no longer than `high`. */
export interface PickupEstimate {
  low: number;
  median: number;
  high: number;
}

/** No estimate is given with fewer finished pickups. */
const minSampleCount = 5;

/** Quantile of the sorted numbers with linear interpolation. */
export function computeQuantile({ sorted, probability }: { sorted: ArrayLike<number>; probability: number }): number {
  return interpolateQuantile({ length: sorted.length, find: (index) => sorted[index]!, probability });
}

/** As `computeQuantile`, of numbers that are found by their position in the order. */
export function interpolateQuantile({
  length,
  find,
  probability,
}: {
  length: number;
  find: (index: number) => number;
  probability: number;
}): number {
  const position = (length - 1) * probability;
  const lowerIndex = Math.floor(position);
  const lower = find(lowerIndex);
  return lower + (find(Math.min(lowerIndex + 1, length - 1)) - lower) * (position - lowerIndex);
}

/** Number of cars requested earlier and not yet at the gate at the time of this request. */
export function countQueueAhead({
  pickups,
  at,
}: {
  pickups: readonly { requestedAt: Date; atGateAt: Date | null }[];
  at: Date;
}): number {
  return pickups.filter(({ requestedAt, atGateAt }) => requestedAt < at && (atGateAt === null || atGateAt > at)).length;
}

interface PickupSample {
  ahead: number;
  minutes: number;
}

function toPickupSamples(finished: readonly FinishedPickup[]): PickupSample[] {
  const periods = finished.map(({ requestedAt, atGateAt }) => ({
    from: requestedAt.getTime(),
    to: atGateAt.getTime(),
  }));
  return periods.map(({ from, to }) => {
    let ahead = 0;
    for (const other of periods) if (other.from < from && other.to > from) ahead += 1;
    return { ahead, minutes: (to - from) / 60_000 };
  });
}

/** Samples with the same queue length; the range widens until there are enough samples. */
function filterSimilarSamples({ samples, ahead }: { samples: readonly PickupSample[]; ahead: number }): PickupSample[] {
  const maxWidth = Math.max(0, ...samples.map((sample) => Math.abs(sample.ahead - ahead)));
  for (let width = 0; width <= maxWidth; width += 1) {
    const similar = samples.filter((sample) => Math.abs(sample.ahead - ahead) <= width);
    if (similar.length >= minSampleCount * 2) return similar;
  }
  return [...samples];
}

function computeMedian(minutes: readonly number[]): number {
  return computeQuantile({ sorted: Float64Array.from(minutes).toSorted(), probability: 0.5 });
}

/**
 * Minutes that each car in the queue adds: between two cars at the gate of which the later one was waiting when the
 * earlier one came. With too few of them, the time of a whole pickup, as if there were one driver.
 */
function computeMinutesPerCar({
  finished,
  samples,
}: {
  finished: readonly FinishedPickup[];
  samples: readonly PickupSample[];
}): number {
  const byArrival = finished.toSorted((first, second) => first.atGateAt.getTime() - second.atGateAt.getTime());
  const gaps = byArrival.flatMap(({ requestedAt, atGateAt }, index) => {
    const earlier = byArrival[index - 1]?.atGateAt;
    return earlier && requestedAt < earlier ? [(atGateAt.getTime() - earlier.getTime()) / 60_000] : [];
  });
  return computeMedian(gaps.length >= minSampleCount ? gaps : samples.map(({ minutes }) => minutes));
}

/**
 * Estimates the remaining time of a pickup that was requested `waitedMinutes` ago with `ahead` cars in the queue. Null
 * if there are too few samples, or if it already takes longer than nearly all of them.
 */
export function estimatePickup({
  finishedPickups,
  ahead,
  waitedMinutes,
}: {
  finishedPickups: readonly FinishedPickup[];
  ahead: number;
  waitedMinutes: number;
}): PickupEstimate | null {
  if (finishedPickups.length < minSampleCount) return null;
  const samples = toPickupSamples(finishedPickups);
  const minutesPerCar = computeMinutesPerCar({ finished: finishedPickups, samples });
  // A queue that is longer than those of the samples takes longer.
  const remainingMinutes = filterSimilarSamples({ samples, ahead })
    .map((sample) => sample.minutes + minutesPerCar * Math.max(0, ahead - sample.ahead) - waitedMinutes)
    .filter((minutes) => minutes > 0)
    .toSorted((first, second) => first - second);
  if (remainingMinutes.length < minSampleCount) return null;
  const low = Math.max(1, Math.floor(computeQuantile({ sorted: remainingMinutes, probability: 0.05 })));
  const median = Math.max(low, Math.round(computeQuantile({ sorted: remainingMinutes, probability: 0.5 })));
  const high = Math.max(median, Math.ceil(computeQuantile({ sorted: remainingMinutes, probability: 0.9 })));
  return { low, median, high };
}
