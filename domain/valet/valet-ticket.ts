// §4 §5: write rules of Valet_and_Parking_Information, for every API (reading.md §4).
import { can } from "#domain/access/capabilities.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { WriteRule } from "#domain/schema/collection.ts";
import type { RuleArgsOf } from "#domain/schema/registry.ts";
import { checkPublished } from "#domain/branches/published-branch.ts";
import { validateActorService } from "#domain/people/staff-service.ts";
import { applyGateCharges } from "#domain/parking/gate-charges.ts";
import { countPrints } from "#domain/parking/slip-prints.ts";
import { getInProgressError } from "#domain/parking/duplicate-visitor.ts";
import { isOutstationPlate } from "#domain/parking/outstation.ts";
import * as limits from "#domain/limits.ts";
import { applyPaymentRules, checkDeferral } from "#domain/payments/entry-payment.ts";
import { isSettled, computeBalance } from "#domain/payments/payment.ts";
import { validateDamages } from "#domain/valet/condition/damages.ts";
import type { TicketChanges } from "#domain/valet/ticket-changes.ts";
import { applyKeyTag } from "#domain/valet/key-tags.ts";
import { applyPickupGate } from "#domain/valet/pickup/pickup-gates.ts";
import { applyPickupSchedule } from "#domain/valet/pickup/pickup-time.ts";
import { applyTicketCorrection } from "#domain/valet/corrections/ticket-correction.ts";
import { copyTariff } from "#domain/tariffs/copy-tariff.ts";
import { checkTariffDecided } from "#domain/branches/tariff-decision.ts";
import { applyValetTransition } from "#domain/valet/valet-transitions.ts";
import { clearOfferOnAssignment } from "#domain/valet/valet-offer.ts";
import { validateStaffAssignment, validateValetActorOnDuty } from "#domain/valet/valet-staff.ts";
import { createAfterExitRule } from "#domain/visitors/after-exit.ts";
import { checkTestBranch, isTestOf, validateTestTicket } from "#domain/visitors/test-entry.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { applyCashTip, dropChosenTip } from "#domain/valet/tips/cash-tip.ts";

type TicketArgs<P extends string = never> = RuleArgsOf<"Valet_and_Parking_Information", P>;

export const valetService = "is_valet_and_parking";
declare module "#domain/schema/collection.ts" {
  interface LookupResults {
    /** Of the open ticket of the plate of a new or corrected one. */
    openTicketPhone: string;
  }
}

/** Fields accepted when a valet ticket is created. */
export const ticketCreateFields = [
  "branch",
  "Vehicle_Number",
  "Customer_Phone_Number",
  "Customer_Name",
  "email",
  "vehicle_type",
  "fuel_level",
  "damages",
  "key_tag",
  "service_type",
  "payment_type",
  "pay_later_reason",
  "Assigned_Staff",
] as const;

/**
 * Sets the company from the branch; a ticket cannot move to another branch. BRANCH_NOT_PUBLISHED, COMPANY_SUSPENDED, for a
 * test STATUS_ALREADY_UPDATED, SERVICE_NOT_ENABLED.
 */
function applyTicketBranch({
  before,
  changes,
  actor,
  related: { branch },
}: TicketArgs<"branch">): TicketChanges | RuleViolation | undefined {
  if (before) {
    const isMoved = "branch" in changes && changes.branch !== before.branch;
    return isMoved ? new RuleViolation("FORBIDDEN", "branch") : undefined;
  }
  if (!branch) return new RuleViolation("INVALID_FOREIGN_KEY", "branch");
  const violation = isTestOf(actor) ? checkTestBranch(branch) : checkPublished(branch);
  if (violation) return violation;
  if (!branch[valetService]) return new RuleViolation("SERVICE_NOT_ENABLED");
  return { company: branch.company, is_test: isTestOf(actor) };
}

function validateDeferral({
  before,
  after,
  actor,
  related,
}: TicketArgs<"branch.valet_and_parking_config">): RuleViolation | undefined {
  if (before) return undefined;
  return checkDeferral({
    from: related.branch?.valet_and_parking_config?.payment_type,
    to: after.payment_type,
    reason: after.pay_later_reason,
    actor,
  });
}

/** Copies tariff and valet charge to a new ticket; the time starts now, or with the payment if pre-pay. */
function applyTicketCreation({
  before,
  after,
  actor,
  related,
  lookups,
  now,
}: TicketArgs<"branch.valet_and_parking_config">): TicketChanges | RuleViolation | undefined {
  if (before) return undefined;
  const branch = related.branch!;
  const config = branch.valet_and_parking_config;
  const version = lookups?.tariffInForce;
  const undecided = checkTariffDecided({ version, config });
  if (undecided) return undecided;
  const isOutstation = isOutstationPlate({ plate: after.Vehicle_Number, state: branch.state });
  const vehicleType = after.vehicle_type ?? null;
  const tariff = copyTariff({ version, vehicleType, isOutstation, zone: branch.time_zone, now });
  if (tariff instanceof RuleViolation) return tariff;
  const charge = config?.is_collect_valet_charge === true ? (config.valet_charge ?? 0) : 0;
  const paymentType = isTestOf(actor) ? "post-pay" : (after.payment_type ?? config?.payment_type ?? "post-pay");
  const copied = { ...tariff, valet_charge: charge, in_time: null, out_time: null };
  const mustPrepay = paymentType === "pre-pay" && computeBalance({ entry: { ...after, ...copied }, now }).total > 0;
  return {
    ...copied,
    payment_type: paymentType,
    status_id: valetSequence.received,
    is_valet_parking: after.service_type !== "valet-service",
    Assigned_Staff: after.Assigned_Staff ?? (can(actor, "valet.drive") ? actor.id : null),
    pickup_request_assigned: null,
    in_time: mustPrepay ? null : now,
    duration: null,
  };
}

/** §8 "also with another phone number": a plate has one open ticket at a branch; of two at once the unique index refuses one. */
function validateNoOpenTicket({ after, lookups }: TicketArgs): RuleViolation | undefined {
  const phone = lookups?.openTicketPhone;
  if (phone === undefined) return undefined;
  const isSamePhone = phone === after.Customer_Phone_Number;
  return new RuleViolation(getInProgressError({ isPerson: false, isSamePhone }), "Vehicle_Number");
}

/** VEHICLE_TYPE_REQUIRED if the branch requires it. */
function validateVehicleType({ before, after, related }: TicketArgs<"branch">): RuleViolation | undefined {
  const isRequired = !before && related.branch?.allow_vehicle_type_required === true;
  return isRequired && (after.vehicle_type ?? null) === null
    ? new RuleViolation("VEHICLE_TYPE_REQUIRED", "vehicle_type")
    : undefined;
}

/** TOO_MANY_IMAGES; IMAGE_REQUIRED if the branch requires them. */
function validateVehicleImages({ before, related, nestedCounts }: TicketArgs<"branch">): RuleViolation | undefined {
  const images = nestedCounts?.["entry_images"] ?? 0;
  if (images > limits.imageCaptures) return new RuleViolation("TOO_MANY_IMAGES", "entry_images");
  const isRequired = !before && related.branch?.allow_vehicle_image_required === true;
  return isRequired && images === 0 ? new RuleViolation("IMAGE_REQUIRED", "entry_images") : undefined;
}

/** §4: the time of a pre-pay ticket starts with its payment. */
function applyPrepaidStart({ before, after, now }: TicketArgs): TicketChanges | undefined {
  const isDue = before && before.in_time === null && after.payment_status === "paid";
  return isDue && isSettled({ entry: after, now }) ? { in_time: now } : undefined;
}

/** Fields that never change after the ticket is closed; a balance due can still be paid. */
const validateClosedTicket = createAfterExitRule([
  "Vehicle_Number",
  "slot_no",
  "slot_prefix",
  "vehicle_type",
  "key_tag",
  "fuel_level",
  "damages",
  "Assigned_Staff",
  "service_type",
]);

export const ticketFieldRules: ReadonlySet<WriteRule> = new Set<WriteRule>([
  validateDamages,
  validateDeferral,
  validateVehicleType,
  validateVehicleImages,
  applyKeyTag,
]);
/** The order matters: a payment starts the time, and a handover uses the payment of the same write. */
export const valetTicketRules: readonly WriteRule[] = [
  validateValetActorOnDuty,
  validateTestTicket,
  validateActorService("is_valet_and_parking"),
  applyTicketBranch,
  validateClosedTicket,
  validateDamages,
  applyCashTip,
  validateDeferral,
  applyTicketCreation,
  applyTicketCorrection,
  validateNoOpenTicket,
  validateVehicleType,
  validateVehicleImages,
  validateStaffAssignment,
  applyGateCharges,
  countPrints,
  applyPaymentRules,
  applyPrepaidStart,
  applyPickupSchedule,
  applyPickupGate,
  applyValetTransition,
  dropChosenTip,
  clearOfferOnAssignment,
  applyKeyTag,
];
