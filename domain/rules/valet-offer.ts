// §4 §8: to whom a pickup is offered, for how long, and when the manager is called. Worked examples: docs/rules/valet-offers.md.
import { Refusal } from "#domain/collection.ts";
import type { Row, RuleArgs } from "#domain/collection.ts";
import { personOf } from "#domain/rules/valet-staff.ts";
import { valetSequence } from "#domain/states/valet.ts";

/** Staff or a manager who is present and active at the branch. */
export interface Driver {
  id: string;
  /** Since when this driver has nothing to do: on duty, or the last car at the gate. */
  freeSince: Date;
  isDriving: boolean;
  /** Managers are called, not offered cars; one may be given a car all the same. */
  isManager: boolean;
}

/** How often and when last one car was offered to one driver, by the driver's id. */
export interface OffersMade {
  [driver: string]: { times: number; at: string };
}

/** A ticket at 3 that nobody has accepted yet. */
export interface PickupRequest {
  id: number;
  requestedAt: Date;
  /** To whom a manager gave it. */
  givenTo: string | null;
  offeredTo: string | null;
  expiresAt: Date | null;
  made: OffersMade;
  managerCalledAt: Date | null;
}

export interface OfferChange {
  id: number;
  set: Row;
}

interface Round {
  drivers: readonly Driver[];
  now: Date;
  timeoutMs: number;
}

const noOffer = { offered_to: null, offered_at: null, offer_expires_at: null };

/** Asked least often for this car, then the one who has waited longest; nobody twice within one time-out. */
function nextDriver({ request, free, now, timeoutMs }: { request: PickupRequest; free: readonly Driver[] } & Round) {
  const timesOf = ({ id }: Driver) => request.made[id]?.times ?? 0;
  const mayBeAsked = ({ id }: Driver) => {
    const last = request.made[id]?.at;
    return last === undefined || now.getTime() - Date.parse(last) >= timeoutMs;
  };
  return free
    .filter(mayBeAsked)
    .toSorted(
      (one, other) =>
        timesOf(one) - timesOf(other) ||
        one.freeSince.getTime() - other.freeSince.getTime() ||
        (one.id < other.id ? -1 : 1),
    )[0];
}

function isHeld({ request, drivers, now }: { request: PickupRequest } & Round): boolean {
  const isOnDuty = (id: string | null) => drivers.some((driver) => driver.id === id);
  if (request.givenTo !== null) return isOnDuty(request.givenTo);
  const holder = drivers.find(({ id }) => id === request.offeredTo);
  return holder !== undefined && !holder.isDriving && request.expiresAt !== null && request.expiresAt > now;
}

/** The manager is called when an offer was not taken, when nobody could be asked in time, or when nobody is there at all. */
function callsManager({ request, drivers, now, timeoutMs }: { request: PickupRequest } & Round): boolean {
  if (request.managerCalledAt !== null) return false;
  const hasLapsed = request.offeredTo !== null || Object.keys(request.made).length > 0;
  return (
    hasLapsed ||
    drivers.every(({ isManager }) => isManager) ||
    now.getTime() - request.requestedAt.getTime() >= timeoutMs
  );
}

/**
 * What is to be changed in a branch's open requests at `now`, the oldest served first: each driver has one offer at a time
 * and none while driving; an offer ends with its time-out (milliseconds), with its driver's duty or when he drives off.
 */
export function planOffers({ requests, ...round }: { requests: readonly PickupRequest[] } & Round): OfferChange[] {
  const { drivers, now, timeoutMs } = round;
  const busy = new Set(drivers.filter(({ isDriving, isManager }) => isDriving || isManager).map(({ id }) => id));
  const open = requests.filter((request) => {
    const holds = isHeld({ request, ...round });
    if (holds) busy.add((request.givenTo ?? request.offeredTo)!);
    return !holds;
  });
  const changes: OfferChange[] = [];
  for (const request of open.toSorted((one, other) => one.requestedAt.getTime() - other.requestedAt.getTime())) {
    const free = drivers.filter(({ id }) => !busy.has(id));
    const driver = nextDriver({ request, free, ...round });
    const more: Row = {
      ...(request.givenTo === null ? {} : { pickup_request_assigned: null }),
      ...(callsManager({ request, ...round }) ? { manager_called_at: now } : {}),
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
      changes.push({ id: request.id, set: { ...offer, ...more } });
    } else if (request.offeredTo !== null || Object.keys(more).length > 0)
      changes.push({ id: request.id, set: { ...noOffer, ...more } });
  }
  return changes;
}

/** An offer is of a request that nobody has: it goes when the car is accepted or given. STATUS_ALREADY_UPDATED. */
export function offerFollows({ before, after, changes }: RuleArgs): Row | Refusal | undefined {
  if (!before) return undefined;
  const isOpen = after["status_id"] === valetSequence.pickupRequested;
  const isGiven = personOf(after["pickup_request_assigned"]) !== null;
  const isOffered = personOf(changes["offered_to"]) !== null;
  if (isOffered && (!isOpen || isGiven)) return new Refusal("STATUS_ALREADY_UPDATED");
  return (!isOpen || isGiven) && personOf(before["offered_to"]) !== null ? noOffer : undefined;
}
