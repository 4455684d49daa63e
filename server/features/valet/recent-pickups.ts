// §4: finished pickups from which the pickup time is estimated, cached for some seconds since thousands of pages
// request them.
import type { FinishedPickup } from "#domain/valet/pickup/pickup-estimate.ts";
import type { AppServices } from "#server/context.ts";

/** Number of finished pickups an estimate is based on. */
const maxRecentPickups = 200;
const cacheTtlMs = 10_000;

interface CachedPickups {
  loadedAt: number;
  finished: Promise<FinishedPickup[]>;
}
const pickupCache = new WeakMap<AppServices, Map<number, CachedPickups>>();

/** Returns the last finished pickups of a branch, at most ten seconds old. */
export function getRecentPickups({
  services,
  branch,
}: {
  services: AppServices;
  branch: number;
}): Promise<FinishedPickup[]> {
  let branches = pickupCache.get(services);
  if (!branches) pickupCache.set(services, (branches = new Map()));
  const now = services.clock().getTime();
  const cached = branches.get(branch);
  if (cached && now >= cached.loadedAt && now - cached.loadedAt < cacheTtlMs) return cached.finished;
  const finished = readRecentPickups({ services, branch });
  branches.set(branch, { loadedAt: now, finished });
  finished.catch(() => branches.delete(branch));
  return finished;
}

async function readRecentPickups({
  services,
  branch,
}: {
  services: AppServices;
  branch: number;
}): Promise<FinishedPickup[]> {
  const rows = await services.sql<FinishedPickup[]>`
    select pickup_requested_at as "requestedAt", at_gate_at as "atGateAt" from "Valet_and_Parking_Information"
    where branch = ${branch} and not is_test and at_gate_at is not null and pickup_requested_at is not null order by at_gate_at desc limit ${maxRecentPickups}`;
  return [...rows];
}
