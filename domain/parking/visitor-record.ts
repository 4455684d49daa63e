// §3 §5 Parking_Main_Information: write rules of visitor records: required fields, pass period and approval.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { Row, WriteRule } from "#domain/schema/collection.ts";
import type { RuleArgsOf } from "#domain/schema/registry.ts";
import { applyPassDecision, canDecideRequest, requiresApproval } from "#domain/approvals/approval.ts";
import { validateActorOnDuty } from "#domain/people/on-duty.ts";
import { validateActorService } from "#domain/people/staff-service.ts";
import { checkBranchService } from "#domain/parking/parking-entry.ts";
import { validateNoOpenEntry } from "#domain/parking/duplicate-visitor.ts";
import { validateVisitorPhone } from "#domain/branches/visitor-phone.ts";
import { isPermittedAt } from "#domain/visitors/visit-permission.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { isTestOf, validateTestVisitor } from "#domain/visitors/test-entry.ts";
import { applyPassEnd, applyPassMove, canChangePassType } from "#domain/passes/pass-change.ts";
import { applyKeptSlot } from "#domain/passes/kept-slot.ts";
import { applyPassPayment, applyPassPrice } from "#domain/passes/pass-payment.ts";

type VisitorArgs = RuleArgsOf<"Parking_Main_Information", "branch.parking_config" | "vehicle_type" | "unit">;

function requiredViolation(field: string): RuleViolation {
  return new RuleViolation("FAILED_VALIDATION", field, { type: "required" });
}

/** Sets company and status from the branch; the record stays pending (3) until an entry starts. */
function applyVisitorBranch({
  before,
  after,
  changes,
  related,
  lookups,
  actor,
  now,
}: VisitorArgs): Row | RuleViolation | undefined {
  if (before) {
    const isMoved = "branch" in changes && changes.branch !== before.branch;
    return isMoved ? new RuleViolation("FORBIDDEN", "branch") : undefined;
  }
  const branch = related.branch;
  if (!branch) return new RuleViolation("INVALID_FOREIGN_KEY", "branch");
  const violation = checkBranchService({ branch, actor });
  if (violation) return violation;
  if (after.is_person && !branch.allow_person_entries) return new RuleViolation("SERVICE_NOT_ENABLED", "is_person");
  const status = after.parking_status_id ?? parkingSequence.pending;
  // Nobody is asked about a test.
  const needsApproval = !isTestOf(actor) && requiresApproval({ branch, config: branch.parking_config });
  const permission = needsApproval
    ? lookups?.visitPermissions?.find((known) => isPermittedAt({ permission: known, at: now, zone: branch.time_zone }))
    : undefined;
  return {
    company: branch.company,
    parking_status_id: status,
    status_id: status,
    is_waiting_for_approve: after.is_waiting_for_approve || (needsApproval && permission === undefined),
    permission: permission?.id ?? null,
    is_test: isTestOf(actor),
  };
}

/** Visitor fields accepted by check-in, passes and invites. */
export const visitorFields = [
  "vehicle_no",
  "phone_no",
  "name",
  "email",
  "vehicle_type",
  "is_person",
  "entry_reason",
  "unit",
  "branch",
] as const;
/** Fields of the pass period; the length is given by `duration`. */
export const passWindowFields = ["time_type", "pass_start_time", "pass_end_time"] as const;

function validatePhone({ before, after, related }: VisitorArgs): RuleViolation | undefined {
  return validateVisitorPhone({ before, after, mode: related.branch?.visitor_phone });
}

/** Persons need a name, vehicles a number. */
function validateIdentity({ after }: VisitorArgs): RuleViolation | undefined {
  const field = after.is_person ? "name" : "vehicle_no";
  return after[field] ? undefined : requiredViolation(field);
}

function validateVehicleType({ before, after, related }: VisitorArgs): RuleViolation | undefined {
  const isTypeRequired = !before && !after.is_person && related.branch?.allow_vehicle_type_required === true;
  return isTypeRequired && (after.vehicle_type ?? null) === null
    ? new RuleViolation("VEHICLE_TYPE_REQUIRED", "vehicle_type")
    : undefined;
}

/** If entries need approval, only users who can approve may renew a pass; what they agreed to is paid at any gate. */
function validatePassRenewal({ before, after, changes, actor, related }: VisitorArgs): RuleViolation | undefined {
  const branch = related.branch;
  const isRenewed = Boolean(changes.due_till) || "pass_end_time" in changes;
  if (!before || !branch || !isRenewed || "paid_amount" in changes || changes.ended_at) return undefined;
  const needsApproval = requiresApproval({ branch, config: branch.parking_config });
  const canApprove = canDecideRequest({ actor, branch: after.branch, company: after.company });
  return needsApproval && !canApprove ? new RuleViolation("FORBIDDEN", "pass_end_time") : undefined;
}

/**
 * The vehicle type of a vehicle that is inside decides its charge, so that only a correction changes it. That of a pass has
 * decided its price, so that only those who may end it change it. FORBIDDEN.
 */
function validateTypeChange({ before, after, changes, actor }: VisitorArgs): RuleViolation | undefined {
  if (!before || !("vehicle_type" in changes) || after.vehicle_type === before.vehicle_type) return undefined;
  const isAllowed =
    before.parking_type === "long_time"
      ? before.is_test || canChangePassType({ pass: before, actor })
      : before.parking_status_id !== parkingSequence.in || "corrected_at" in changes;
  return isAllowed ? undefined : new RuleViolation("FORBIDDEN", "vehicle_type");
}

function validatePassPeriod({ after }: VisitorArgs): RuleViolation | undefined {
  const { pass_start_time: start, pass_end_time: end } = after;
  if (start && end && end <= start) return new RuleViolation("FAILED_VALIDATION", "pass_end_time", { type: "gt" });
  if (after.parking_type !== "long_time") return undefined;
  if (!start) return requiredViolation("pass_start_time");
  return end ? undefined : requiredViolation("pass_end_time");
}

/** INVALID_FOREIGN_KEY for a unit of another branch; a unit is chosen when the visitor arrives. */
function validateUnit({ after, changes, related }: VisitorArgs): RuleViolation | undefined {
  if (!("unit" in changes) || (after.unit ?? null) === null) return undefined;
  return related.unit?.branch === after.branch ? undefined : new RuleViolation("INVALID_FOREIGN_KEY", "unit");
}

const fieldRules = [validatePhone, validateIdentity, validateVehicleType];
export const visitorFieldRules: ReadonlySet<WriteRule> = new Set(fieldRules);
export const visitorRecordRules: readonly WriteRule[] = [
  validateActorOnDuty,
  validateActorService("is_parking"),
  validateTestVisitor,
  applyVisitorBranch,
  ...fieldRules,
  validateUnit,
  validateTypeChange,
  validatePassPeriod,
  applyPassPrice,
  applyPassPayment,
  applyPassEnd,
  applyPassMove,
  applyKeptSlot,
  validatePassRenewal,
  validateNoOpenEntry,
  applyPassDecision,
];
