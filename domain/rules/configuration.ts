// §8 (slots and vehicles): what of a branch's set-up may not change under the vehicles that stand there. Prose: docs/rules/slots.md.
import { Refusal } from "#domain/collection.ts";
import type { RuleArgs } from "#domain/collection.ts";
import { limits } from "#domain/limits.ts";
import { idOf } from "#domain/rules/charge.ts";
import { configurationFields, services } from "#domain/services.ts";

/** Vehicles inside or at the gate, and requests of persons that nobody has answered. */
export interface Movement {
  areVehiclesMoving: boolean;
  /** Cars whose keys are with the valet. */
  areTicketsOpen: boolean;
  arePersonsWaiting: boolean;
}

function isChanged({ before, changes }: RuleArgs, field: string): boolean {
  if (!before || !(field in changes)) return false;
  const [was, is] = [before[field], changes[field]].map((value) => idOf(value) ?? value ?? null);
  return was !== is;
}

/** UPDATE_LESSER_SLOTS: a block keeps its name, and every number up to the highest one in use. */
export function blockKeepsTakenSlots(args: RuleArgs): Refusal | undefined {
  const highest = (args.facts?.takenInBlock ?? 0) as number;
  if (highest === 0 || !args.before) return undefined;
  const isRenamed = ["slot_prefix", "branch", "service"].some((field) => isChanged(args, field));
  const isTooSmall = (args.after["total_slots"] as number) < highest;
  return isRenamed || isTooSmall ? new Refusal("UPDATE_LESSER_SLOTS", "total_slots", { taken: highest }) : undefined;
}

/** UPDATE_LESSER_SLOTS where a vehicle stands in the block that is to go. */
export function blockIsEmpty({ facts }: RuleArgs): Refusal | undefined {
  const highest = (facts?.takenInBlock ?? 0) as number;
  return highest > 0 ? new Refusal("UPDATE_LESSER_SLOTS", "total_slots", { taken: highest }) : undefined;
}

const setForAll = ["payment_type", "entry_type", "slot_type", "is_slot_required", "security"];

/** VEHICLES_MOVING, PERSON_REQUESTS_PENDING: how a branch takes entries changes only while none is under way. */
export function nothingIsMoving(args: RuleArgs): Refusal | undefined {
  if (!setForAll.some((field) => isChanged(args, field))) return undefined;
  const movement = args.facts?.movement as Movement | undefined;
  if (movement?.areVehiclesMoving) return new Refusal("VEHICLES_MOVING");
  return movement?.arePersonsWaiting ? new Refusal("PERSON_REQUESTS_PENDING") : undefined;
}

/** A service is not taken away from under its vehicles, nor person entries from those who wait to come in. */
export function branchKeepsService(args: RuleArgs): Refusal | undefined {
  const movement = args.facts?.movement as Movement | undefined;
  const isClosed = (field: string) => isChanged(args, field) && args.after[field] === false;
  if (isClosed("is_parking") && movement?.areVehiclesMoving) return new Refusal("VEHICLES_MOVING", "is_parking");
  if (isClosed("is_valet_and_parking") && movement?.areTicketsOpen)
    return new Refusal("VEHICLES_MOVING", "is_valet_and_parking");
  return isClosed("allow_person_entries") && movement?.arePersonsWaiting
    ? new Refusal("PERSON_REQUESTS_PENDING", "allow_person_entries")
    : undefined;
}

/** SERVICE_NOT_SET_UP for one that is switched on without its configuration, SERVICE_REQUIRED where none would be left. */
export function serviceIsSetUp(args: RuleArgs): Refusal | undefined {
  const { before, after } = args;
  const changed = services.filter((service) => isChanged(args, service));
  if (!before || changed.length === 0) return undefined;
  const unready = changed.find(
    (service) => after[service] === true && idOf(after[configurationFields[service]]) === null,
  );
  if (unready) return new Refusal("SERVICE_NOT_SET_UP", unready);
  return services.some((service) => after[service] === true) ? undefined : new Refusal("SERVICE_REQUIRED", changed[0]);
}

/** TOO_MANY_BANNERS */
export function bannersAreFew({ before, facts }: RuleArgs): Refusal | undefined {
  const there = (facts?.bannersThere ?? 0) as number;
  return !before && there >= limits.banners ? new Refusal("TOO_MANY_BANNERS", "image") : undefined;
}
