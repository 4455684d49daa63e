// §8 (slots and vehicles): configuration changes that open entries prevent. See docs/rules/slots.md.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RuleArgs } from "#domain/schema/collection.ts";
import type { RuleArgsOf } from "#domain/schema/registry.ts";
import * as limits from "#domain/limits.ts";
import { configurationFields, serviceNames } from "#domain/branches/services.ts";

/** Vehicles inside or arriving, and undecided requests of persons. */
export interface BranchActivity {
  /** Inside or arriving. */
  areVehiclesPresent: boolean;
  /** Arriving: at the gate, and not let in yet, for some minutes. */
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

function isFieldChanged<R>({ before, changes }: Pick<RuleArgs<R>, "before" | "changes">, field: keyof R): boolean {
  if (!before || !(field in changes)) return false;
  const [previous, current] = [before[field], changes[field]].map((value) => value ?? null);
  return previous !== current;
}

/** UPDATE_LESSER_SLOTS: an occupied block cannot be renamed or reduced below its highest occupied number. */
export function validateBlockResize(args: RuleArgsOf<"Slot_Blocks">): RuleViolation | undefined {
  const highest = args.lookups?.highestOccupied ?? 0;
  if (highest === 0 || !args.before) return undefined;
  const isRenamed = (["slot_prefix", "branch", "service"] as const).some((field) => isFieldChanged(args, field));
  const isTooSmall = args.after.total_slots < highest;
  return isRenamed || isTooSmall
    ? new RuleViolation("UPDATE_LESSER_SLOTS", "total_slots", { taken: highest })
    : undefined;
}

/** UPDATE_LESSER_SLOTS if a slot of the deleted block is occupied. */
export function validateBlockDelete({ lookups }: RuleArgsOf<"Slot_Blocks">): RuleViolation | undefined {
  const highest = lookups?.highestOccupied ?? 0;
  return highest > 0 ? new RuleViolation("UPDATE_LESSER_SLOTS", "total_slots", { taken: highest }) : undefined;
}

const entrySettingFields = ["payment_type", "entry_type", "slot_type", "is_slot_required", "security"] as const;

/**
 * Entry settings apply to later entries: those inside carry what they were promised. VEHICLES_MOVING while a vehicle is
 * arriving, PERSON_REQUESTS_PENDING while a request waits that another security setting would leave undecided.
 */
export function validateConfigurationChange(args: RuleArgsOf<"Parking_Configuration">): RuleViolation | undefined {
  if (!entrySettingFields.some((field) => isFieldChanged(args, field))) return undefined;
  const activity = args.lookups?.movement;
  if (activity?.areVehiclesMoving) return new RuleViolation("VEHICLES_MOVING");
  const isSecurityChanged = isFieldChanged(args, "security");
  return isSecurityChanged && activity?.arePersonsWaiting ? new RuleViolation("PERSON_REQUESTS_PENDING") : undefined;
}

/** A service cannot be disabled while it has vehicles, nor person entries while requests are pending. */
export function validateServiceDisable(args: RuleArgsOf<"Branch">): RuleViolation | undefined {
  const activity = args.lookups?.movement;
  const isDisabled = (field: "is_parking" | "is_valet_and_parking" | "allow_person_entries") =>
    isFieldChanged(args, field) && !args.after[field];
  if (isDisabled("is_parking") && activity?.areVehiclesPresent)
    return new RuleViolation("VEHICLES_MOVING", "is_parking");
  if (isDisabled("is_valet_and_parking") && activity?.areTicketsOpen)
    return new RuleViolation("VEHICLES_MOVING", "is_valet_and_parking");
  return isDisabled("allow_person_entries") && activity?.arePersonsWaiting
    ? new RuleViolation("PERSON_REQUESTS_PENDING", "allow_person_entries")
    : undefined;
}

/** SERVICE_NOT_SET_UP if a service is enabled without its configuration, SERVICE_REQUIRED if none would remain. */
export function validateServiceEnable(args: RuleArgsOf<"Branch">): RuleViolation | undefined {
  const { before, after } = args;
  const changedServices = serviceNames.filter((service) => isFieldChanged(args, service));
  if (!before || changedServices.length === 0) return undefined;
  const missingConfiguration = changedServices.find(
    (service) => after[service] && (after[configurationFields[service]] ?? null) === null,
  );
  if (missingConfiguration) return new RuleViolation("SERVICE_NOT_SET_UP", missingConfiguration);
  return serviceNames.some((service) => after[service])
    ? undefined
    : new RuleViolation("SERVICE_REQUIRED", changedServices[0]);
}

/** TOO_MANY_BANNERS if the branch has the maximum number of banners. */
export function validateBannerCount({ before, lookups }: RuleArgs): RuleViolation | undefined {
  const existingCount = lookups?.bannerCount ?? 0;
  return !before && existingCount >= limits.banners ? new RuleViolation("TOO_MANY_BANNERS", "image") : undefined;
}
