// §4: corrects a wrong plate, phone number, vehicle type, name or key tag of an open ticket. See
// docs/rules/corrections.md.
import { isRecent } from "#domain/visitors/is-recent.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RowOf, RuleArgsOf } from "#domain/schema/registry.ts";
import { can } from "#domain/access/capabilities.ts";
import type { Actor } from "#domain/access/roles.ts";
import * as limits from "#domain/limits.ts";
import { isOutstationPlate } from "#domain/parking/outstation.ts";
import { computeBalance, getPaymentStatus, toAmountFields } from "#domain/payments/payment.ts";
import { copyTariff } from "#domain/tariffs/copy-tariff.ts";
import type { TicketChanges } from "#domain/valet/ticket-changes.ts";

/** Fields that a correction changes. */
export const correctedTicketFields = [
  "Vehicle_Number",
  "Customer_Phone_Number",
  "Customer_Name",
  "vehicle_type",
  "key_tag",
] as const;

/** What decides who gets the code, what is charged, and which car is meant: only a correction changes them. */
const protectedFields = ["Vehicle_Number", "Customer_Phone_Number", "vehicle_type"] as const;

type Ticket = RowOf<"Valet_and_Parking_Information">;
type TicketArgs = RuleArgsOf<"Valet_and_Parking_Information", "branch">;
/** What decides who may correct a ticket. */
export type CorrectableTicket = Pick<Ticket, "out_time" | "date_created"> &
  Partial<Pick<Ticket, "payment_status" | "paid_amount">>;

/**
 * True if the actor may correct the ticket: with `entry.correct` any open one; gate staff one without payment, for some
 * minutes after its creation.
 */
export function canCorrectTicket({
  ticket,
  actor,
  now,
}: {
  ticket: CorrectableTicket;
  actor: Pick<Actor, "role" | "exceptions">;
  now: Date;
}): boolean {
  if (ticket.out_time !== null) return false;
  if (can(actor, "entry.correct")) return true;
  const isUnpaid = getPaymentStatus(ticket) === "not_paid" && (ticket.paid_amount ?? 0) === 0;
  const mayCorrect = isRecent({ at: ticket.date_created, minutes: limits.correctionMinutes, now });
  return can(actor, "gate.operate") && isUnpaid && mayCorrect;
}

/** Another vehicle type, or a plate of another state, can have other rates: those in force when the car was received. */
function copyCorrectedTariff({
  before,
  after,
  changes,
  related,
  lookups,
  now,
}: TicketArgs & { before: Ticket }): TicketChanges | RuleViolation | undefined {
  const branch = related.branch!;
  const isOutstation = isOutstationPlate({ plate: after.Vehicle_Number, state: branch.state });
  const wasOutstation = isOutstationPlate({ plate: before.Vehicle_Number, state: branch.state });
  if (!("vehicle_type" in changes) && isOutstation === wasOutstation) return undefined;
  const tariff = copyTariff({
    version: lookups?.tariffInForce,
    vehicleType: after.vehicle_type ?? null,
    isOutstation,
    zone: branch.time_zone,
    now: before.in_time ?? now,
  });
  if (tariff instanceof RuleViolation) return tariff;
  return { ...tariff, ...toAmountFields(computeBalance({ entry: { ...after, ...tariff }, now })) };
}

/**
 * Checks the right to a correction, and sets the tariff of another vehicle type. CORRECTION_NOT_ALLOWED, NO_NEXT_STATUS
 * for a closed ticket, the errors of a tariff; FORBIDDEN for these fields outside a correction.
 */
export function applyTicketCorrection(args: TicketArgs): TicketChanges | RuleViolation | undefined {
  const { before, changes, actor, now } = args;
  if (!before) return undefined;
  const changed = protectedFields.find((field) => field in changes && changes[field] !== before[field]);
  if (!(changes.corrected_at instanceof Date)) return changed && new RuleViolation("FORBIDDEN", changed);
  if (before.out_time !== null) return new RuleViolation("NO_NEXT_STATUS");
  if (!canCorrectTicket({ ticket: before, actor, now })) return new RuleViolation("CORRECTION_NOT_ALLOWED");
  return copyCorrectedTariff({ ...args, before });
}
