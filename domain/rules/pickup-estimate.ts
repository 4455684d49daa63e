// §4: how long a pickup takes, learned from the branch's own finished ones. Worked examples: docs/rules/valet-pickup.md.

export interface FinishedPickup {
  requestedAt: Date;
  atGateAt: Date;
}

/** Whole minutes from now; `low` is never below 1. Nine of ten pickups like this one were inside the two ends. */
export interface Estimate {
  low: number;
  median: number;
  high: number;
}

/** With fewer finished pickups to go by nothing is said. */
const fewest = 5;

/** The value below which this part of the sorted numbers lies, between two of them by their distance. */
export function quantile({ sorted, part }: { sorted: readonly number[]; part: number }): number {
  const place = (sorted.length - 1) * part;
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below]! + (sorted[above]! - sorted[below]!) * (place - below);
}

/** How many cars were asked for earlier and not yet at the gate when this one was asked for. */
export function queueAhead({
  pickups,
  at,
}: {
  pickups: readonly { requestedAt: Date; atGateAt: Date | null }[];
  at: Date;
}): number {
  return pickups.filter(({ requestedAt, atGateAt }) => requestedAt < at && (atGateAt === null || atGateAt > at)).length;
}

interface Sample {
  ahead: number;
  minutes: number;
}

function samplesOf(finished: readonly FinishedPickup[]): Sample[] {
  const spans = finished.map(({ requestedAt, atGateAt }) => ({ from: requestedAt.getTime(), to: atGateAt.getTime() }));
  return spans.map(({ from, to }) => {
    let ahead = 0;
    for (const other of spans) if (other.from < from && other.to > from) ahead += 1;
    return { ahead, minutes: (to - from) / 60_000 };
  });
}

/** Those with the same queue; while they are too few, also those with a queue a little shorter and longer. */
function alike({ samples, ahead }: { samples: readonly Sample[]; ahead: number }): Sample[] {
  const widest = Math.max(0, ...samples.map((sample) => Math.abs(sample.ahead - ahead)));
  for (let width = 0; width <= widest; width += 1) {
    const found = samples.filter((sample) => Math.abs(sample.ahead - ahead) <= width);
    if (found.length >= fewest * 2) return found;
  }
  return [...samples];
}

/**
 * What is left for a pickup that had `ahead` cars before it when it was asked for `waited` minutes ago. Null where there is
 * too little to go by, or where it takes longer than any before.
 */
export function estimatePickup({
  finished,
  ahead,
  waited,
}: {
  finished: readonly FinishedPickup[];
  ahead: number;
  waited: number;
}): Estimate | null {
  const left = alike({ samples: samplesOf(finished), ahead })
    .map(({ minutes }) => minutes - waited)
    .filter((minutes) => minutes > 0)
    .toSorted((one, other) => one - other);
  if (left.length < fewest) return null;
  const low = Math.max(1, Math.floor(quantile({ sorted: left, part: 0.05 })));
  const median = Math.max(low, Math.round(quantile({ sorted: left, part: 0.5 })));
  const high = Math.max(median, Math.ceil(quantile({ sorted: left, part: 0.95 })));
  return { low, median, high };
}
