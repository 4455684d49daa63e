// Describes changes of an entry by the action taken, not by the changed columns.
import type { FieldChanges } from "#domain/schema/collection.ts";
import { visitDetailNames } from "#domain/visitors/visit-details.ts";
import { parkingSequence, parkingStates } from "#domain/parking/states.ts";
import type { TariffExtra } from "#domain/tariffs/tariff.ts";
import type { GetTypeName } from "#web/product/vehicles/use-vehicle-type-name.ts";
import type { StateTable } from "#domain/schema/state-table.ts";
import {
  describeGateCharges,
  describeMoneyChanges,
  describePayLater,
  describePrints,
  describeSlotChange,
  withFallbackDescription,
} from "#web/product/detail/change-labels.ts";

const states: StateTable["states"] = parkingStates.states;

function describeCreation({ status, isPrepay }: { status: number | null; isPrepay: boolean }): string {
  if (status === parkingSequence.in) return "Checked in";
  return isPrepay ? "Payment due" : "Entry created";
}

function describeStatusChange({ changes }: { changes: FieldChanges }): string | undefined {
  const [before, after] = changes["parking_status_id"] ?? [];
  if (after === undefined || after === before) return undefined;
  if (after === parkingSequence.in) return "Checked in";
  if (after === parkingSequence.out && changes["exit_recorded_at"])
    return withReason({ text: "Missed exit recorded", changes });
  if (after === parkingSequence.out) return "Checked out";
  if (after === parkingSequence.cancelled && isApprovalDecision(changes))
    return withReason({ text: "Rejected", changes, field: "decision_reason" });
  if (after === parkingSequence.cancelled)
    return withReason({ text: before === parkingSequence.in ? "Voided" : "Cancelled", changes });
  return `Status changed to ${states[Number(after)]?.name ?? "unknown"}`;
}

function withReason({
  text,
  changes,
  field = "change_reason",
}: {
  text: string;
  changes: FieldChanges;
  field?: "change_reason" | "decision_reason";
}): string {
  const reason = changes[field]?.[1];
  return typeof reason === "string" ? `${text}: ${reason}` : text;
}

/** Of a late check-in; the status change sets the time of any other. */
function describeEntryTime(changes: FieldChanges): string | undefined {
  const [before] = changes["in_time"] ?? [];
  if (typeof before !== "string" || "parking_status_id" in changes) return undefined;
  return withReason({ text: "Time of entry set back", changes });
}

const visitorLabels: { readonly [field: string]: string } = {
  vehicle_no: "Vehicle number",
  phone_no: "Phone number",
  vehicle_type: "Vehicle type",
  name: "Name",
  email: "Email",
  entry_reason: "Purpose of visit",
};

/** Fields of the visitor record, from what to what; of a correction also why. */
function describeVisitorChanges({
  changes,
  getTypeName,
}: {
  changes: FieldChanges;
  getTypeName: GetTypeName;
}): string[] {
  const describe = (recorded: unknown, verb: string): string[] =>
    Object.entries(recorded ?? {}).map(([field, values]: [string, unknown]) => {
      const format = field === "vehicle_type" ? getTypeName : (value: unknown) => String(value ?? "nothing");
      const [before, after] = Array.isArray(values) ? values.map(format) : [];
      return `${visitorLabels[field] ?? "Details"} ${verb} from ${before} to ${after}`;
    });
  const corrected = describe(changes["correction"]?.[1], "corrected");
  const reason = changes["change_reason"]?.[1];
  return [
    ...corrected,
    ...(corrected.length > 0 && typeof reason === "string" ? [`Reason: ${reason}`] : []),
    ...describe(changes["visitor_changes"]?.[1], "changed"),
  ];
}

/** The visited unit is asked one member after the other. */
function describeQuestion(changes: FieldChanges): string | undefined {
  const [before, after] = changes["asked_member"] ?? [];
  if (after) return before ? "Next member of the unit asked" : "Unit asked";
  return before ? "Unit did not answer; approvers asked" : undefined;
}

/** An approval leaves the status unchanged, a rejection cancels the entry. */
function isApprovalDecision(changes: FieldChanges): boolean {
  return Boolean(changes["approved_by"]?.[1] ?? changes["answered_by_member"]?.[1]);
}

function describeApproval({ changes }: { changes: FieldChanges }): string | undefined {
  const isRejected = changes["parking_status_id"]?.[1] === parkingSequence.cancelled;
  return isApprovalDecision(changes) && !isRejected ? "Approved" : undefined;
}

/** One sentence per action of one write. */
export function describeChange({
  changes,
  status,
  isPrepay = false,
  extras = [],
  getTypeName,
}: {
  changes: FieldChanges | null;
  status: number | null;
  isPrepay?: boolean;
  extras?: readonly TariffExtra[];
  getTypeName: GetTypeName;
}): string[] {
  if (!changes || Object.keys(changes).length === 0) return [describeCreation({ status, isPrepay })];
  return withFallbackDescription([
    ...describeMoneyChanges(changes),
    ...describeGateCharges({ changes, extras }),
    describeStatusChange({ changes }),
    describeEntryTime(changes),
    ...describeVisitorChanges({ changes, getTypeName }),
    describeSlotChange(changes),
    describeApproval({ changes }),
    changes["visitor_id"] ? "Person to meet changed" : undefined,
    describeQuestion(changes),
    visitDetailNames.some((name) => changes[name]) ? "Visitor details changed" : undefined,
    changes["invite_end_date"] ? "Invite dates changed" : undefined,
    changes["booked_amount"] ? "Price of the booking set" : undefined,
    changes["is_awaiting_arrival"]?.[1] === false && !changes["parking_status_id"] ? "Arrived at the gate" : undefined,
    changes["free_until"]?.[0] ? "Pass renewed during the stay" : undefined,
    describePayLater(changes),
    ...describePrints(changes),
  ]);
}
