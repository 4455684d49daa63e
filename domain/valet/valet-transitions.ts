// §4: checks and effects of each transition of a valet ticket. Tables: docs/rules/valet-pickup.md.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RuleArgsOf } from "#domain/schema/registry.ts";
import { countStartedMinutes } from "#domain/tariffs/stay-charge.ts";
import { maxDate } from "#domain/dates.ts";
import { type ChargedEntry, toFinalAmountFields, isSettled, computeBalance } from "#domain/payments/payment.ts";
import type { TicketChanges } from "#domain/valet/ticket-changes.ts";
import { applyTicketVoid } from "#domain/valet/corrections/void-ticket.ts";
import { hasLeft } from "#domain/valet/keys-in-hand.ts";
import { assignedToOtherViolation, canManageValet, isExternal, getUserId } from "#domain/valet/valet-staff.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { isTestOf } from "#domain/visitors/test-entry.ts";

type TicketArgs = RuleArgsOf<"Valet_and_Parking_Information", "branch" | "Assigned_Staff" | "pickup_request_assigned">;
type ValetTransition = (args: TicketArgs) => TicketChanges | RuleViolation;

function checkSettled({ entry, now }: { entry: ChargedEntry; now: Date }): RuleViolation | undefined {
  if (isSettled({ entry, now })) return undefined;
  return new RuleViolation("NOT_SETTLED", undefined, { owed: computeBalance({ entry, now }).extended });
}

/** What a pickup has set. */
const noPickup = {
  pickup_request_assigned: null,
  pickup_requested_at: null,
  pickup_wanted_at: null,
  pickup_due_at: null,
  started_time: null,
  at_gate_at: null,
  offered_to: null,
  offered_at: null,
  offer_expires_at: null,
  offers_made: {},
  manager_called_at: null,
} as const satisfies TicketChanges;

/**
 * 3, 4, 5 → 2: the request is withdrawn by the customer or staff, or the car is parked again by its driver or a manager,
 * and by any driver if its own has left.
 */
function applyReturn({ before, actor, related }: TicketArgs): TicketChanges | RuleViolation {
  const driver = getUserId(before?.pickup_request_assigned);
  const isDriven = before?.status_id !== valetSequence.pickupRequested;
  if (!isDriven) return noPickup;
  const mayReturn = driver === actor.id || canManageValet(actor) || hasLeft(related.pickup_request_assigned);
  return mayReturn ? noPickup : assignedToOtherViolation(related.pickup_request_assigned);
}

/**
 * 1 → 2: by the assigned staff or a manager, and by any driver if the assigned one has left; an unassigned ticket is
 * assigned to the staff who parks the car.
 */
function applyPark(args: TicketArgs): TicketChanges | RuleViolation {
  const { before, after, actor, related, now } = args;
  if (before && before.status_id !== valetSequence.received) return applyReturn(args);
  const assigneeId = getUserId(after.Assigned_Staff);
  const isTakenOver = assigneeId !== null && assigneeId !== actor.id && hasLeft(related.Assigned_Staff);
  if (assigneeId !== null && assigneeId !== actor.id && !isTakenOver && !canManageValet(actor))
    return assignedToOtherViolation(related.Assigned_Staff);
  if (assigneeId === null && canManageValet(actor)) return new RuleViolation("NO_STAFF_ASSIGN", "Assigned_Staff");
  if (after.payment_type === "pre-pay") {
    const violation = checkSettled({ entry: after, now });
    if (violation) return violation;
  }
  return assigneeId === null || isTakenOver ? { Assigned_Staff: actor.id } : {};
}

/**
 * 2 → 3: by the customer on the status page, by staff, or by the server for a scheduled pickup. STAFF_NOT_AVAILABLE if
 * the branch has set that no staff is available; a pickup that is already scheduled is requested nevertheless.
 */
function applyPickupRequest({ before, actor, related, now }: TicketArgs): TicketChanges | RuleViolation {
  const isNew = before?.pickup_wanted_at === null || before?.pickup_wanted_at === undefined;
  if (isNew && isExternal(actor) && related.branch?.is_staff_available === false)
    return new RuleViolation("STAFF_NOT_AVAILABLE");
  const isScheduled = before?.pickup_due_at !== null && before?.pickup_due_at !== undefined;
  return {
    pickup_requested_at: now,
    pickup_request_assigned: null,
    ...(isScheduled ? { pickup_due_at: null } : {}),
  };
}

/** 3 → 4: accepted by any driver or assigned by a manager; an assigned pickup can only be accepted by its driver. */
function applyPickupAcceptance({ before, changes, actor, related, now }: TicketArgs): TicketChanges | RuleViolation {
  const currentDriver = getUserId(before?.pickup_request_assigned);
  if (currentDriver !== null && currentDriver !== actor.id && !canManageValet(actor))
    return assignedToOtherViolation(related.pickup_request_assigned);
  const assignedDriver = getUserId(changes.pickup_request_assigned) ?? currentDriver;
  return { pickup_request_assigned: assignedDriver ?? actor.id, started_time: now };
}

/** 4 → 5: by the driver or a manager. */
function applyArrivalAtGate({ after, actor, related, now }: TicketArgs): TicketChanges | RuleViolation {
  const driver = getUserId(after.pickup_request_assigned);
  if (driver === null) return new RuleViolation("NO_STAFF_ASSIGN");
  if (driver !== actor.id && !canManageValet(actor)) return assignedToOtherViolation(related.pickup_request_assigned);
  return { at_gate_at: now };
}

/**
 * Proof of the handover: the server has verified the code or the ticket's QR in this write, else a manager enters a
 * note and takes a picture of the proof. HANDOVER_OTP_REQUIRED, HANDOVER_NOTE_REQUIRED, PROOF_REQUIRED.
 */
function checkHandoverProof({ changes, after, actor, nestedCounts }: TicketArgs): TicketChanges | RuleViolation {
  if (changes.handover_mode === "otp" || changes.handover_mode === "qr") return {};
  // Nobody waits for the car of a test.
  if (isTestOf(actor)) return { handover_mode: "note" };
  if (!canManageValet(actor)) return new RuleViolation("HANDOVER_OTP_REQUIRED", "otp");
  const note = after.handover_note;
  if (typeof note !== "string" || note.trim() === "")
    return new RuleViolation("HANDOVER_NOTE_REQUIRED", "handover_note");
  if (!nestedCounts?.["entry_images"]) return new RuleViolation("PROOF_REQUIRED", "entry_images");
  return { handover_mode: "note" };
}

/** 5 → 6: with proof, and settled or pay later. `duration` is in minutes, rounded up. */
function applyHandover(args: TicketArgs): TicketChanges | RuleViolation {
  const { after } = args;
  const from = after.in_time ?? args.now;
  // Prevents an end before the start if the clock was set back.
  const now = maxDate(from, args.now);
  const proof = checkHandoverProof(args);
  if (proof instanceof RuleViolation) return proof;
  const entry = { ...after, out_time: now };
  const violation = checkSettled({ entry, now });
  if (violation) return violation;
  return {
    ...proof,
    ...toFinalAmountFields(computeBalance({ entry, now })),
    otp_sealed: null,
    out_time: now,
    started_time: null,
    duration: countStartedMinutes({ from, to: now }),
  };
}

const transitionByTarget: { readonly [sequence: number]: ValetTransition } = {
  [valetSequence.parked]: applyPark,
  [valetSequence.pickupRequested]: applyPickupRequest,
  [valetSequence.onTheWay]: applyPickupAcceptance,
  [valetSequence.atTheGate]: applyArrivalAtGate,
  [valetSequence.checkedOut]: applyHandover,
};

/**
 * Checks and sets the fields of each transition; the state table defines which exist. External actors can only request
 * the pickup and withdraw the request, else FORBIDDEN.
 */
export function applyValetTransition(args: TicketArgs): TicketChanges | RuleViolation | undefined {
  const { before, after, changes, actor } = args;
  const to = after.status_id;
  if (!before || before.status_id === to) return undefined;
  if (isExternal(actor) && to !== valetSequence.pickupRequested) {
    // Customers withdraw their request until a driver has accepted it.
    const isReturn = to === valetSequence.parked && before.status_id > valetSequence.parked;
    if (!isReturn) return new RuleViolation("FORBIDDEN", "status_id");
    if (before.status_id !== valetSequence.pickupRequested) return new RuleViolation("NO_NEXT_STATUS", "status_id");
  }
  if (to === valetSequence.checkedOut) {
    if (changes.voided_at instanceof Date) return applyTicketVoid({ ...args, before });
    if (before.status_id !== valetSequence.atTheGate) return new RuleViolation("NO_NEXT_STATUS", "status_id");
  }
  return transitionByTarget[to]?.(args);
}
