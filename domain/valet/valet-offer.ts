// §4 §8: offers of a pickup to drivers, their time-out, and the call of the manager. Worked examples:
// docs/rules/valet-offers.md.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RuleArgsOf } from "#domain/schema/registry.ts";
import type { TicketChanges } from "#domain/valet/ticket-changes.ts";
import { getUserId } from "#domain/valet/valet-staff.ts";
import { valetSequence } from "#domain/valet/states.ts";

/** Staff or manager who is active and on duty at the branch. */
export interface ValetDriver {
  id: string;
  /** Since when the driver is free: start of duty, or arrival of the last car at the gate. */
  freeSince: Date;
  /** Has the key of a car: one that is not parked yet, or not handed over yet. */
  hasKey: boolean;
  /** Managers get calls instead of offers, but can be assigned a pickup. */
  isManager: boolean;
}

/** Number of offers of one pickup and time of the last one, by driver id. */
export interface OfferHistory {
  [driver: string]: { times: number; at: string };
}

/** A ticket in status 3 that no driver has accepted yet. */
export interface PickupRequest {
  id: number;
  requestedAt: Date;
  /** Driver assigned by a manager. */
  givenTo: string | null;
  offeredTo: string | null;
  expiresAt: Date | null;
  made: OfferHistory;
  managerCalledAt: Date | null;
}

export interface OfferChange {
  id: number;
  values: TicketChanges;
}

interface OfferRound {
  drivers: readonly ValetDriver[];
  now: Date;
  timeoutMs: number;
}

const clearedOffer = { offered_to: null, offered_at: null, offer_expires_at: null };

/**
 * Selects the driver with the fewest offers of this car, then the one who has waited longest; no driver twice within
 * one time-out.
 */
function selectNextDriver({
  request,
  free,
  now,
  timeoutMs,
}: { request: PickupRequest; free: readonly ValetDriver[] } & OfferRound) {
  const countOffers = ({ id }: ValetDriver) => request.made[id]?.times ?? 0;
  const canReceiveOffer = ({ id }: ValetDriver) => {
    const lastOfferAt = request.made[id]?.at;
    return lastOfferAt === undefined || now.getTime() - Date.parse(lastOfferAt) >= timeoutMs;
  };
  return free
    .filter(canReceiveOffer)
    .toSorted(
      (first, second) =>
        countOffers(first) - countOffers(second) ||
        first.freeSince.getTime() - second.freeSince.getTime() ||
        (first.id < second.id ? -1 : 1),
    )[0];
}

function isOfferPending({ request, drivers, now }: { request: PickupRequest } & OfferRound): boolean {
  const isOnDuty = (id: string | null) => drivers.some((driver) => driver.id === id);
  if (request.givenTo !== null) return isOnDuty(request.givenTo);
  const holder = drivers.find(({ id }) => id === request.offeredTo);
  return holder !== undefined && !holder.hasKey && request.expiresAt !== null && request.expiresAt > now;
}

/**
 * The manager is called if an offer was not accepted, if no driver was free within the time-out, or if no driver is on
 * duty.
 */
function shouldCallManager({ request, drivers, now, timeoutMs }: { request: PickupRequest } & OfferRound): boolean {
  if (request.managerCalledAt !== null) return false;
  const hasUnacceptedOffer = request.offeredTo !== null || Object.keys(request.made).length > 0;
  return (
    hasUnacceptedOffer ||
    drivers.every(({ isManager }) => isManager) ||
    now.getTime() - request.requestedAt.getTime() >= timeoutMs
  );
}

/**
 * Returns the changes of a branch's open requests at `now`, oldest first. Each driver has one offer at a time and none
 * with the key of a car; an offer ends after `timeoutMs`, when the driver goes off duty or gets a key.
 */
export function planOffers({ requests, ...round }: { requests: readonly PickupRequest[] } & OfferRound): OfferChange[] {
  const { drivers, now, timeoutMs } = round;
  const busy = new Set(drivers.filter(({ hasKey, isManager }) => hasKey || isManager).map(({ id }) => id));
  const unassignedRequests = requests.filter((request) => {
    const isPending = isOfferPending({ request, ...round });
    if (isPending) busy.add((request.givenTo ?? request.offeredTo)!);
    return !isPending;
  });
  const changes: OfferChange[] = [];
  for (const request of unassignedRequests.toSorted(
    (first, second) => first.requestedAt.getTime() - second.requestedAt.getTime(),
  )) {
    const free = drivers.filter(({ id }) => !busy.has(id));
    const driver = selectNextDriver({ request, free, ...round });
    const otherChanges: TicketChanges = {
      ...(request.givenTo === null ? {} : { pickup_request_assigned: null }),
      ...(shouldCallManager({ request, ...round }) ? { manager_called_at: now } : {}),
    };
    if (driver) {
      busy.add(driver.id);
      const times = (request.made[driver.id]?.times ?? 0) + 1;
      const offer = {
        offered_to: driver.id,
        offered_at: now,
        offer_expires_at: new Date(now.getTime() + timeoutMs),
        offers_made: { ...request.made, [driver.id]: { times, at: now.toISOString() } },
      };
      changes.push({ id: request.id, values: { ...offer, ...otherChanges } });
    } else if (request.offeredTo !== null || Object.keys(otherChanges).length > 0)
      changes.push({ id: request.id, values: { ...clearedOffer, ...otherChanges } });
  }
  return changes;
}

/**
 * Only unassigned requests have an offer: clears it when the pickup is accepted or assigned. STATUS_ALREADY_UPDATED.
 */
export function clearOfferOnAssignment({
  before,
  after,
  changes,
}: RuleArgsOf<"Valet_and_Parking_Information">): TicketChanges | RuleViolation | undefined {
  if (!before) return undefined;
  const isOpen = after.status_id === valetSequence.pickupRequested;
  const isAssigned = getUserId(after.pickup_request_assigned) !== null;
  const isOffered = getUserId(changes.offered_to) !== null;
  if (isOffered && (!isOpen || isAssigned)) return new RuleViolation("STATUS_ALREADY_UPDATED");
  return (!isOpen || isAssigned) && getUserId(before.offered_to) !== null ? clearedOffer : undefined;
}
