// §8 (slots and vehicles): configuration changes that open entries prevent. See docs/rules/slots.md.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RuleArgs } from "#domain/schema/collection.ts";
import type { RuleArgsOf } from "#domain/schema/registry.ts";
import { limits } from "#domain/limits.ts";
import { configurationFields, serviceNames } from "#domain/branches/services.ts";

/** Vehicles inside or at the gate, and undecided requests of persons. */
export interface BranchActivity {
  areVehiclesMoving: boolean;
  /** Open valet tickets. */
  areTicketsOpen: boolean;
  arePersonsWaiting: boolean;
}
declare module "#domain/schema/collection.ts" {
  interface LookupResults {
    movement: BranchActivity;
  }
}

function isFieldChanged({ before, changes }: RuleArgs, field: string): boolean {
  if (!before || !(field in changes)) return false;
  const [previous, current] = [before[field], changes[field]].map((value) => value ?? null);
  return previous !== current;
}

/** UPDATE_LESSER_SLOTS: an occupied block cannot be renamed or reduced below its highest occupied number. */
export function validateBlockResize(args: RuleArgsOf<"Slot_Blocks">): RuleViolation | undefined {
  const highest = args.lookups?.highestOccupied ?? 0;
  if (highest === 0 || !args.before) return undefined;
  const isRenamed = ["slot_prefix", "branch", "service"].some((field) => isFieldChanged(args, field));
  const isTooSmall = args.after.total_slots < highest;
  return isRenamed || isTooSmall
    ? new RuleViolation("UPDATE_LESSER_SLOTS", "total_slots", { taken: highest })
    : undefined;
}

/** UPDATE_LESSER_SLOTS if a slot of the deleted block is occupied. */
export function validateBlockDelete({ lookups }: RuleArgs): RuleViolation | undefined {
  const highest = lookups?.highestOccupied ?? 0;
  return highest > 0 ? new RuleViolation("UPDATE_LESSER_SLOTS", "total_slots", { taken: highest }) : undefined;
}

const entrySettingFields = ["payment_type", "entry_type", "slot_type", "is_slot_required", "security"];

/** VEHICLES_MOVING, PERSON_REQUESTS_PENDING: entry settings can only change while no entry is open. */
export function validateConfigurationChange(args: RuleArgs): RuleViolation | undefined {
  if (!entrySettingFields.some((field) => isFieldChanged(args, field))) return undefined;
  const activity = args.lookups?.movement;
  if (activity?.areVehiclesMoving) return new RuleViolation("VEHICLES_MOVING");
  return activity?.arePersonsWaiting ? new RuleViolation("PERSON_REQUESTS_PENDING") : undefined;
}

/** A service cannot be disabled while it has vehicles, nor person entries while requests are pending. */
export function validateServiceDisable(args: RuleArgs): RuleViolation | undefined {
  const activity = args.lookups?.movement;
  const isDisabled = (field: string) => isFieldChanged(args, field) && args.after[field] === false;
  if (isDisabled("is_parking") && activity?.areVehiclesMoving)
    return new RuleViolation("VEHICLES_MOVING", "is_parking");
  if (isDisabled("is_valet_and_parking") && activity?.areTicketsOpen)
    return new RuleViolation("VEHICLES_MOVING", "is_valet_and_parking");
  return isDisabled("allow_person_entries") && activity?.arePersonsWaiting
    ? new RuleViolation("PERSON_REQUESTS_PENDING", "allow_person_entries")
    : undefined;
}

/** SERVICE_NOT_SET_UP if a service is enabled without its configuration, SERVICE_REQUIRED if none would remain. */
export function validateServiceEnable(args: RuleArgs): RuleViolation | undefined {
  const { before, after } = args;
  const changedServices = serviceNames.filter((service) => isFieldChanged(args, service));
  if (!before || changedServices.length === 0) return undefined;
  const missingConfiguration = changedServices.find(
    (service) => after[service] === true && (after[configurationFields[service]] ?? null) === null,
  );
  if (missingConfiguration) return new RuleViolation("SERVICE_NOT_SET_UP", missingConfiguration);
  return serviceNames.some((service) => after[service] === true)
    ? undefined
    : new RuleViolation("SERVICE_REQUIRED", changedServices[0]);
}

/** TOO_MANY_BANNERS if the branch has the maximum number of banners. */
export function validateBannerCount({ before, lookups }: RuleArgs): RuleViolation | undefined {
  const existingCount = lookups?.bannerCount ?? 0;
  return !before && existingCount >= limits.banners ? new RuleViolation("TOO_MANY_BANNERS", "image") : undefined;
}
