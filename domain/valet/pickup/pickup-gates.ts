// §3 §4: the gates of a branch to which a valet can bring a car. With fewer than two there is nothing to choose.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RuleArgsOf } from "#domain/schema/registry.ts";
import type { TicketChanges } from "#domain/valet/ticket-changes.ts";
import { valetSequence } from "#domain/valet/states.ts";

export const maxPickupGateLength = 30;
const maxPickupGates = 8;

function splitNames(text: string | null | undefined): string[] {
  const names = (text ?? "").split(",").map((name) => name.trim().replaceAll(/\s+/g, " "));
  return [...new Set(names.filter((name) => name !== ""))];
}

/** The gates that can be chosen, in the order of the configuration ('Gate 1, Gate 2'); none unless there are several. */
export function listPickupGates(configured: string | null | undefined): string[] {
  const names = splitNames(configured);
  return names.length > 1 ? names : [];
}

/** FAILED_VALIDATION for more than eight gates, or a name longer than 30 characters. */
export function validatePickupGates({
  changes,
}: RuleArgsOf<"Valet_and_Parking_Configuration">): RuleViolation | undefined {
  const names = splitNames(changes.pickup_gates);
  const isValid = names.length <= maxPickupGates && names.every((name) => name.length <= maxPickupGateLength);
  return isValid ? undefined : new RuleViolation("FAILED_VALIDATION", "pickup_gates");
}

/**
 * The customer or staff choose the gate until the car is there; a requested pickup without a choice is for the first gate.
 * NO_NEXT_STATUS afterwards, FAILED_VALIDATION for a gate that the branch does not have.
 */
export function applyPickupGate({
  before,
  after,
  changes,
  related,
}: RuleArgsOf<"Valet_and_Parking_Information", "branch.valet_and_parking_config">):
  | TicketChanges
  | RuleViolation
  | undefined {
  const gates = listPickupGates(related.branch?.valet_and_parking_config?.pickup_gates);
  const chosen = changes.pickup_gate ?? null;
  if (chosen !== null && chosen !== before?.pickup_gate) {
    if (after.status_id >= valetSequence.atTheGate) return new RuleViolation("NO_NEXT_STATUS", "pickup_gate");
    if (!gates.includes(chosen)) return new RuleViolation("FAILED_VALIDATION", "pickup_gate");
  }
  const isRequested = after.status_id >= valetSequence.pickupRequested && after.status_id < valetSequence.atTheGate;
  return isRequested && (after.pickup_gate ?? null) === null && gates[0] !== undefined
    ? { pickup_gate: gates[0] }
    : undefined;
}
