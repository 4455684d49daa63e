// §4 §5: write rules of Parking_Information (reading.md §3, §4).
import { RuleViolation } from "#domain/schema/collection.ts";
import type { Row, WriteRule } from "#domain/schema/collection.ts";
import type { RowOf, RuleArgsOf } from "#domain/schema/registry.ts";
import * as limits from "#domain/limits.ts";
import { isInScope, isPartner, type Actor } from "#domain/access/roles.ts";
import { checkPublished } from "#domain/branches/published-branch.ts";
import { applyEntryDecision, requiresApproval } from "#domain/approvals/approval.ts";
import { getRelationId } from "#domain/schema/relation-id.ts";
import { countStartedMinutes } from "#domain/tariffs/stay-charge.ts";
import { maxDate } from "#domain/dates.ts";
import { applyPaymentRules, checkDeferral } from "#domain/payments/entry-payment.ts";
import { validateHostEntry, applyInviteRules } from "#domain/invites/invite.ts";
import { validateActorOnDuty } from "#domain/people/on-duty.ts";
import { validateActorService } from "#domain/people/staff-service.ts";
import { isWithinPeriod, isPassValidAt } from "#domain/passes/pass.ts";
import { toAmountFields, toFinalAmountFields, isSettled, computeBalance } from "#domain/payments/payment.ts";
import { applyGateCharges } from "#domain/parking/gate-charges.ts";
import { isOutstationPlate } from "#domain/parking/outstation.ts";
import { createInProgressViolation } from "#domain/parking/duplicate-visitor.ts";
import { copyTariff, freeTariff, type CopiedTariff, type TariffInForce } from "#domain/tariffs/copy-tariff.ts";
import { checkTariffDecided } from "#domain/branches/tariff-decision.ts";
import { countPrints } from "#domain/parking/slip-prints.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { canCorrectEntry, isEntryOpen } from "#domain/parking/corrections/entry-correction.ts";
import { validateEntryTime } from "#domain/parking/exits/late-check-in.ts";
import { applyMissedExit } from "#domain/parking/exits/missed-exit.ts";
import { createAfterExitRule } from "#domain/visitors/after-exit.ts";
import { applyVisitDetails } from "#domain/visitors/visit-details.ts";
import { checkTestBranch, isTestOf, validateTestEntry } from "#domain/visitors/test-entry.ts";
import { applyVoid } from "#domain/parking/void-entry.ts";

const service = "is_parking";

type EntryArgs = RuleArgsOf<
  "Parking_Information",
  "visitor_id" | "parking_main_info.vehicle_type" | "parking_main_info.branch.parking_config"
>;
type Entry = RowOf<"Parking_Information">;
type VisitorRecord = NonNullable<EntryArgs["related"]["parking_main_info"]>;
type EntryBranch = VisitorRecord["branch"];

interface EntryContext {
  /** The visitor record with its branch, including the branch's configuration. */
  visitorRecord: VisitorRecord;
  branch: EntryBranch;
  config: Partial<NonNullable<EntryBranch["parking_config"]>>;
}

function getEntryContext({ related, lookups }: EntryArgs): EntryContext | RuleViolation {
  const loadedRecord = related.parking_main_info;
  const visitorRecord = loadedRecord && { ...loadedRecord, ...lookups?.openEntry?.visitorRecord };
  const branch = visitorRecord?.branch;
  if (!visitorRecord || !branch) return new RuleViolation("INVALID_FOREIGN_KEY", "parking_main_info");
  return { visitorRecord, branch, config: branch.parking_config ?? {} };
}

/** Returns BRANCH_NOT_PUBLISHED, COMPANY_SUSPENDED, SERVICE_NOT_ENABLED, for a test STATUS_ALREADY_UPDATED, or undefined. */
export function checkBranchService({
  branch,
  actor,
}: {
  branch: Partial<Pick<RowOf<"Branch">, "status" | "is_suspended" | typeof service>>;
  actor: Actor;
}): RuleViolation | undefined {
  const closed = isTestOf(actor) ? checkTestBranch(branch) : checkPublished(branch);
  return closed ?? (branch[service] === true ? undefined : new RuleViolation("SERVICE_NOT_ENABLED"));
}

/**
 * Access rules decide who may create entries; this check limits them to the actor's branch, which comes from the
 * visitor record.
 */
function worksAtBranch({ actor, branch }: { actor: Actor; branch: EntryBranch }): boolean {
  if (!isPartner(actor)) return true;
  return isInScope({ actor, company: branch.company, branch: branch.id });
}

const unpaidPassText = "This pass is not paid yet. Collect its payment first, or check the vehicle in without it.";

/**
 * Another entry requires a valid, paid pass: an invite permits one entry, an approval one check-in, and a rejected pass none.
 */
function checkNewEntryAllowed({
  visitorRecord,
  after,
}: {
  visitorRecord: VisitorRecord;
  after: Entry;
}): RuleViolation | undefined {
  if (visitorRecord.is_invited && !after.is_invited)
    return new RuleViolation("INVITE_NOT_VALID_NOW", "parking_main_info");
  const status = visitorRecord.parking_status_id;
  // A visitor record that is created together with its first entry has no id yet.
  if (visitorRecord.id === undefined || visitorRecord.parking_type !== "long_time") {
    const isClosed = status === parkingSequence.out || status === parkingSequence.cancelled;
    const needsApproval = requiresApproval({
      branch: visitorRecord.branch,
      config: visitorRecord.branch.parking_config,
    });
    return isClosed && needsApproval ? new RuleViolation("APPROVAL_PENDING", "parking_main_info") : undefined;
  }
  if (status === parkingSequence.cancelled) return new RuleViolation("INVITE_NOT_VALID_NOW", "parking_main_info");
  return visitorRecord.is_unpaid
    ? new RuleViolation("NOT_SETTLED", "parking_main_info", {}, unpaidPassText)
    : undefined;
}

/** True if a pass that was valid when it was read is not found under the lock: it was moved or ended concurrently. */
function isPassGone({ related, lookups, now }: EntryArgs): boolean {
  const read = related.parking_main_info;
  const end = read?.parking_type === "long_time" ? read.pass_end_time : null;
  return lookups?.openEntry !== undefined && lookups.openEntry.visitorRecord === undefined && Boolean(end && end > now);
}

/** Sets branch and company from the visitor record; an entry cannot move to another record. */
function applyVisitorRecord(args: EntryArgs): Row | RuleViolation | undefined {
  const { before, changes, actor } = args;
  if (before) {
    const isMoved = "parking_main_info" in changes && changes.parking_main_info !== before.parking_main_info;
    return isMoved ? new RuleViolation("FORBIDDEN", "parking_main_info") : undefined;
  }
  const context = getEntryContext(args);
  if (context instanceof RuleViolation) return context;
  const { visitorRecord, branch } = context;
  if (!worksAtBranch({ actor, branch })) return new RuleViolation("FORBIDDEN", "parking_main_info");
  const closed = checkBranchService({ branch, actor });
  if (closed) return closed;
  if (args.lookups?.openEntry?.isOpen)
    return createInProgressViolation({ isPerson: visitorRecord.is_person ?? false, isSamePhone: true });
  if (isPassGone(args)) return new RuleViolation("INVITE_NOT_VALID_NOW", "parking_main_info");
  // A visitor record that is created together with its first entry has no id yet.
  if (isTestOf(actor) && visitorRecord.id !== undefined && !visitorRecord.is_test)
    return new RuleViolation("FORBIDDEN", "parking_main_info");
  const violation = checkNewEntryAllowed({ visitorRecord, after: args.after });
  if (violation) return violation;
  return {
    branch: branch.id,
    company: branch.company,
    is_person: visitorRecord.is_person ?? false,
    is_test: isTestOf(actor),
  };
}

/**
 * §3 'visitorSelection': the visited user must be an active employee of the branch, also when the host changes: who is visited
 * reads the entry. INVALID_FOREIGN_KEY.
 */
function validateHostEmployee({ before, after, changes, related }: EntryArgs): RuleViolation | undefined {
  const { visitor_id: visited } = after;
  if (!("visitor_id" in changes) || visited === null || visited === before?.visitor_id) return undefined;
  const host = related.visitor_id;
  const isEmployee = host?.is_employee_user === true && host.status === "active";
  return isEmployee && host.default_branch === after.branch
    ? undefined
    : new RuleViolation("INVALID_FOREIGN_KEY", "visitor_id");
}

type EntryTariff = CopiedTariff & Pick<Entry, "free_until">;
/** The visitor and vehicle type that determine the tariff. */
type TariffVisitor = Partial<
  Pick<
    RowOf<"Parking_Main_Information">,
    "is_person" | "parking_type" | "pass_start_time" | "pass_end_time" | "is_unpaid"
  >
> & { vehicle_type?: unknown };
interface TariffSource {
  visitorRecord: TariffVisitor;
  /** The version in force at the branch, and the branch's time zone. */
  version: TariffInForce | null | undefined;
  zone: string | undefined;
  isOutstation?: boolean;
  now: Date;
}

const freeEntryTariff: EntryTariff = { ...freeTariff, free_until: null };

function hasValidPass({ visitorRecord, now }: { visitorRecord: TariffVisitor; now: Date }): boolean {
  if (visitorRecord.parking_type !== "long_time" || visitorRecord.is_unpaid === true) return false;
  return isPassValidAt({
    start: visitorRecord.pass_start_time ?? null,
    end: visitorRecord.pass_end_time ?? null,
    at: now,
  });
}

/** The tariff at `now` (docs/rules/tariffs.md). VEHICLE_TYPE_NOT_ALLOWED_ERROR, VEHICLE_TYPE_REQUIRED. */
export function getEntryTariff(source: TariffSource): EntryTariff | RuleViolation {
  const { visitorRecord, now } = source;
  if (visitorRecord.is_person === true) return freeEntryTariff;
  const tariff = findEntryTariff(source);
  if (!hasValidPass({ visitorRecord, now })) return tariff;
  // A pass covers any vehicle type; after its end the tariff of the type applies.
  return {
    ...(tariff instanceof RuleViolation ? freeEntryTariff : tariff),
    free_until: visitorRecord.pass_end_time ?? null,
  };
}

function findEntryTariff({ visitorRecord, ...source }: TariffSource): EntryTariff | RuleViolation {
  const tariff = copyTariff({ ...source, vehicleType: getRelationId(visitorRecord.vehicle_type) });
  return tariff instanceof RuleViolation ? tariff : { ...tariff, free_until: null };
}

/** The terms of the version that was looked up, as of `at`. */
function getTariffAt({ args, context, at }: { args: EntryArgs; context: EntryContext; at: Date }) {
  const { visitorRecord, branch } = context;
  const isOutstation = isOutstationPlate({ plate: visitorRecord.vehicle_no, state: branch.state });
  const version = args.lookups?.tariffInForce;
  return getEntryTariff({ visitorRecord, version, zone: branch.time_zone, isOutstation, now: at });
}

const paymentTypeViolation = new RuleViolation(
  "FAILED_VALIDATION",
  "payment_type",
  { type: "invalid" },
  "*This branch does not let staff choose when to pay",
);

/** At exit or at entry as the branch has it, unless its staff choose; who may defer is checked separately. */
function isPaymentTypeAllowed({
  paymentType,
  config,
}: {
  paymentType: Entry["payment_type"];
  config: EntryContext["config"];
}): boolean {
  if (!paymentType || paymentType === "pay-later" || config.is_payment_type_chosen === true) return true;
  return paymentType === (config.payment_type ?? "post-pay");
}

function validatePaymentType(args: EntryArgs): RuleViolation | undefined {
  const { before, after, actor } = args;
  const context = getEntryContext(args);
  if (before || context instanceof RuleViolation) return undefined;
  const { config } = context;
  const deferralViolation = checkDeferral({
    from: config.payment_type,
    to: after.payment_type,
    reason: after.pay_later_reason,
    actor,
  });
  if (deferralViolation) return deferralViolation;
  return isPaymentTypeAllowed({ paymentType: after.payment_type, config }) ? undefined : paymentTypeViolation;
}

/** Sets payment type, tariff and status of a new entry: in, or pending if it still has to check in. */
function applyEntryCreation(args: EntryArgs): Row | RuleViolation | undefined {
  const { before, after, actor, now } = args;
  if (before) return undefined;
  const context = getEntryContext(args);
  if (context instanceof RuleViolation) return context;
  const { visitorRecord, config } = context;
  const undecided = visitorRecord.is_person
    ? undefined
    : checkTariffDecided({ version: args.lookups?.tariffInForce, config });
  if (undecided) return undecided;
  const tariff = getTariffAt({ args, context, at: now });
  if (tariff instanceof RuleViolation) return tariff;
  const paymentType = isTestOf(actor) ? "post-pay" : (after.payment_type ?? config.payment_type ?? "post-pay");
  const isPrepay = paymentType === "pre-pay";
  const mustPrepay =
    isPrepay && computeBalance({ entry: { ...after, ...tariff, in_time: null, out_time: null }, now }).total > 0;
  const isPending = after.is_invited || after.is_awaiting_arrival || visitorRecord.is_waiting_for_approve || mustPrepay;
  return {
    ...tariff,
    payment_type: paymentType,
    is_prepay: isPrepay,
    is_vehicle_prepay_type: mustPrepay,
    parking_status_id: isPending ? parkingSequence.pending : parkingSequence.in,
    in_time: isPending ? null : now,
    out_time: null,
    duration: null,
  };
}

/** Vehicle type and images are required when the vehicle is at the gate, so not for an invite. */
function isVehicleAtGate({ before, after, related }: EntryArgs): boolean {
  const isPerson = after.is_person || related.parking_main_info?.is_person === true;
  return !before && !after.is_invited && !after.is_awaiting_arrival && !isPerson;
}

function validateVehicleType(args: EntryArgs): RuleViolation | undefined {
  const context = getEntryContext(args);
  if (!isVehicleAtGate(args) || context instanceof RuleViolation) return undefined;
  const { visitorRecord, branch } = context;
  const isMissing = branch.allow_vehicle_type_required && (visitorRecord.vehicle_type ?? null) === null;
  return isMissing ? new RuleViolation("VEHICLE_TYPE_REQUIRED", "vehicle_type") : undefined;
}

function validateVehicleImages(args: EntryArgs): RuleViolation | undefined {
  const { nestedCounts, related } = args;
  const images = nestedCounts?.["entry_images"] ?? 0;
  if (images > limits.imageCaptures) return new RuleViolation("TOO_MANY_IMAGES", "entry_images");
  const isImageRequired = isVehicleAtGate(args) && related.parking_main_info?.branch?.allow_vehicle_image_required;
  return isImageRequired && images === 0 ? new RuleViolation("IMAGE_REQUIRED", "entry_images") : undefined;
}

/** Images of an invited or booked vehicle are required at check-in. */
function validateArrivalImages({ before, after, nestedCounts, related }: EntryArgs): RuleViolation | undefined {
  const branch = related.parking_main_info?.branch;
  if (!before || !branch || after.is_person) return undefined;
  const isExpected = after.is_invited || before.is_awaiting_arrival;
  // It waits at the gate for its payment.
  const isAtGate = before.is_awaiting_arrival && !after.is_awaiting_arrival;
  const isSameStatus = before.parking_status_id === after.parking_status_id;
  const arrives = isSameStatus ? isAtGate : after.parking_status_id === parkingSequence.in;
  if (!isExpected || !arrives) return undefined;
  const isImageMissing = branch.allow_vehicle_image_required && !nestedCounts?.["entry_images"];
  return isImageMissing ? new RuleViolation("IMAGE_REQUIRED", "entry_images") : undefined;
}

/** 3 → 1: approved, within the invite period, and paid if pre-pay. */
function applyCheckIn(args: EntryArgs): Row | RuleViolation {
  const { after, related, now } = args;
  // A booked vehicle comes by the arrival of its booking only, within the time for which its slot is held.
  if (after.is_awaiting_arrival) return new RuleViolation("NO_NEXT_STATUS", "parking_status_id");
  if (related.parking_main_info?.is_waiting_for_approve === true) return new RuleViolation("APPROVAL_PENDING");
  const { invite_start_date: start, invite_end_date: end } = after;
  if (after.is_invited && !isWithinPeriod({ start, end, at: now })) return new RuleViolation("INVITE_NOT_VALID_NOW");
  // The vehicle number alone proves nothing, since anybody can read it; an invite needs its code or the phone number.
  if (after.is_invited && (after.invite_proof ?? null) === null)
    return new RuleViolation("INVITE_PROOF_REQUIRED", "phone_no");
  const balanceDue = computeBalance({ entry: after, now }).extended;
  if (after.is_prepay && !isSettled({ entry: after, now }))
    return new RuleViolation("NOT_SETTLED", undefined, { owed: balanceDue });
  return { in_time: now };
}

/** 1 → 2: requires a settled balance. `duration` is in minutes, rounded up. */
function applyCheckOut(args: EntryArgs): Row | RuleViolation {
  const { after, changes, actor, now: currentTime } = args;
  if (changes.exit_recorded_at) return applyMissedExit(args);
  // For a check-out by online payment the time spent on the provider's page is not charged.
  const isByPayment = actor.id === null && changes.payment_mode === "online";
  const requestedAt = isByPayment ? (changes.paid_at ?? currentTime) : currentTime;
  const from = after.in_time ?? requestedAt;
  // Prevents an end before the start if the clock was set back.
  const now = maxDate(from, requestedAt);
  const entry = { ...after, out_time: now };
  const balance = computeBalance({ entry, now });
  if (!isSettled({ entry, now })) return new RuleViolation("NOT_SETTLED", undefined, { owed: balance.extended });
  return { out_time: now, duration: countStartedMinutes({ from, to: now }), ...toFinalAmountFields(balance) };
}

/** Checks and sets the fields of each transition; the state table defines which transitions exist. */
function applyEntryTransition(args: EntryArgs): Row | RuleViolation | undefined {
  const { before, after } = args;
  if (!before || before.parking_status_id === after.parking_status_id) return undefined;
  if (after.parking_status_id === parkingSequence.in) return applyCheckIn(args);
  return after.parking_status_id === parkingSequence.out ? applyCheckOut(args) : undefined;
}

/**
 * A correction of the visitor record: checks the right to it, and with another vehicle type sets the tariff of that type
 * and its charge. CORRECTION_NOT_ALLOWED, CORRECTION_OF_PASS, CORRECTION_OF_CLOSED_TYPE, and the errors of a tariff.
 */
function applyEntryCorrection(args: EntryArgs): Row | RuleViolation | undefined {
  const { before, after, changes, actor, now } = args;
  const { correction } = changes;
  if (!before || !correction) return undefined;
  const context = getEntryContext(args);
  if (context instanceof RuleViolation) return context;
  const { visitorRecord } = context;
  if (visitorRecord.parking_type === "long_time") return new RuleViolation("CORRECTION_OF_PASS");
  if (!canCorrectEntry({ entry: before, actor, now })) return new RuleViolation("CORRECTION_NOT_ALLOWED");
  if (!("vehicle_type" in correction)) return undefined;
  if (!isEntryOpen(before)) return new RuleViolation("CORRECTION_OF_CLOSED_TYPE", "vehicle_type");
  const tariff = getTariffAt({ args, context, at: before.in_time ?? now });
  if (tariff instanceof RuleViolation) return tariff;
  // A booking keeps its price and its time.
  const terms = before.booked_amount === null ? tariff : { ...tariff, free_until: before.free_until };
  return { ...terms, ...toAmountFields(computeBalance({ entry: { ...after, ...terms }, now })) };
}

/** A late check-in: the tariff is the one in force at the stated time; a pass covers what it covers at the check-in. */
function applyEntryTime(args: EntryArgs): Row | RuleViolation | undefined {
  const { before, after, now } = args;
  const stated = validateEntryTime(args);
  if (stated instanceof RuleViolation) return stated;
  if (!before || !stated) return undefined;
  const context = getEntryContext(args);
  if (context instanceof RuleViolation) return context;
  const tariff = getTariffAt({ args, context, at: stated });
  if (tariff instanceof RuleViolation) return tariff;
  const terms = { ...tariff, free_until: before.free_until ?? null };
  return { ...terms, ...toAmountFields(computeBalance({ entry: { ...after, ...terms }, now })) };
}

const validateAfterExit = createAfterExitRule(["slot_prefix", "slot_no"]);

/** The order matters: a payment can check a vehicle in, and check-out uses the payment of the same write. */
export const entryFieldRules: ReadonlySet<WriteRule> = new Set<WriteRule>([
  validatePaymentType,
  applyVisitDetails,
  validateVehicleType,
  validateVehicleImages,
  validateArrivalImages,
]);
export const parkingEntryRules: readonly WriteRule[] = [
  validateActorOnDuty,
  validateTestEntry,
  validateActorService("is_parking"),
  validateHostEntry,
  validateAfterExit,
  applyVisitorRecord,
  validateHostEmployee,
  applyInviteRules,
  validatePaymentType,
  applyEntryCreation,
  applyEntryDecision,
  applyVisitDetails,
  validateVehicleType,
  validateVehicleImages,
  applyGateCharges,
  countPrints,
  applyPaymentRules,
  applyEntryTransition,
  validateArrivalImages,
  applyEntryTime,
  applyVoid,
  applyEntryCorrection,
];
