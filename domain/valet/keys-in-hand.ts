// §6 §8: who has the key of a car: the driver who received it until it is parked, and the one who brings it.
import { RuleViolation, type Filter } from "#domain/schema/collection.ts";
import type { RowOf, RuleArgsOf } from "#domain/schema/registry.ts";
import { valetSequence } from "#domain/valet/states.ts";

declare module "#domain/schema/collection.ts" {
  interface LookupResults {
    /** Number of cars whose keys a user has who ends their own duty. */
    keysInHand: number;
  }
}

const { received, onTheWay, atTheGate } = valetSequence;

/** Tickets of a branch whose keys are with its drivers, or with one of them. */
export function createKeysFilter({ branch, user }: { branch: number; user?: string }): Filter {
  const isHolder = user === undefined ? { _nnull: true } : { _eq: user };
  return {
    branch: { _eq: branch },
    _or: [
      { Assigned_Staff: isHolder, status_id: { _eq: received } },
      { pickup_request_assigned: isHolder, status_id: { _in: [onTheWay, atTheGate] } },
    ],
  };
}

interface KeyedTicket<U> {
  status_id: { sequence: number };
  Assigned_Staff: U | null;
  pickup_request_assigned: U | null;
}

/** The driver who has the key of the car; null while it is with the valet's desk. */
export function getKeyHolder<U>({
  status_id: { sequence },
  Assigned_Staff: staff,
  pickup_request_assigned: driver,
}: KeyedTicket<U>): U | null {
  if (sequence === received) return staff;
  return sequence === onTheWay || sequence === atTheGate ? driver : null;
}

/** True if the assigned user went off duty or was suspended, so that others take over the car. */
export function hasLeft(user: Partial<Pick<RowOf<"users">, "in_out_flag" | "status">> | null | undefined): boolean {
  return user?.in_out_flag === false || user?.status === "suspended";
}

/**
 * KEYS_IN_HAND: users hand keys over before they end their own duty. A manager ends that of a driver who has left; any
 * driver on duty then parks the cars.
 */
export function validateNoKeysInHand({
  before,
  changes,
  actor,
  lookups,
}: RuleArgsOf<"users">): RuleViolation | undefined {
  const isLeaving = before?.in_out_flag === true && changes.in_out_flag === false;
  return isLeaving && actor.id === before.id && lookups?.keysInHand ? new RuleViolation("KEYS_IN_HAND") : undefined;
}
