// §4: the finished pickups an estimate is learned from, read anew by itself every few seconds: thousands of pages ask for them.
import type { FinishedPickup } from "#domain/rules/pickup-estimate.ts";
import type { House } from "#server/context.ts";

/** So many finished pickups an estimate is learned from. */
const learnedFrom = 200;
const freshMs = 10_000;

interface Learned {
  at: number;
  finished: Promise<FinishedPickup[]>;
}
const learned = new WeakMap<House, Map<number, Learned>>();

/** The last finished pickups of a branch, at most ten seconds old. */
export function finishedPickups({ house, branch }: { house: House; branch: number }): Promise<FinishedPickup[]> {
  let branches = learned.get(house);
  if (!branches) learned.set(house, (branches = new Map()));
  const now = house.clock().getTime();
  const known = branches.get(branch);
  if (known && now >= known.at && now - known.at < freshMs) return known.finished;
  const finished = readFinished({ house, branch });
  branches.set(branch, { at: now, finished });
  finished.catch(() => branches.delete(branch));
  return finished;
}

async function readFinished({ house, branch }: { house: House; branch: number }): Promise<FinishedPickup[]> {
  const rows = await house.sql<FinishedPickup[]>`
    select pickup_requested_at as "requestedAt", at_gate_at as "atGateAt" from "Valet_and_Parking_Information"
    where branch = ${branch} and at_gate_at is not null and pickup_requested_at is not null order by at_gate_at desc limit ${learnedFrom}`;
  return [...rows];
}
