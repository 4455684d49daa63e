// Describes changes of an entry by the action taken, not by the changed columns.
import type { FieldChanges } from "#domain/schema/collection.ts";
import { parkingSequence, parkingStates } from "#domain/parking/states.ts";
import type { StateTable } from "#domain/schema/state-table.ts";
import {
  describeMoneyChanges,
  describePayLater,
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
  if (after === parkingSequence.out) return "Checked out";
  if (after === parkingSequence.cancelled) return isApprovalDecision(changes) ? "Rejected" : "Cancelled";
  return `Status changed to ${states[Number(after)]?.name ?? "unknown"}`;
}

/** An approval leaves the status unchanged, a rejection cancels the entry. */
function isApprovalDecision(changes: FieldChanges): boolean {
  return Boolean(changes["approved_by"]?.[1]);
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
}: {
  changes: FieldChanges | null;
  status: number | null;
  isPrepay?: boolean;
}): string[] {
  if (!changes || Object.keys(changes).length === 0) return [describeCreation({ status, isPrepay })];
  return withFallbackDescription([
    ...describeMoneyChanges(changes),
    describeStatusChange({ changes }),
    describeSlotChange({ changes, verb: "Slot changed to" }),
    describeApproval({ changes }),
    changes["visitor_id"] ? "Person to meet changed" : undefined,
    changes["invite_end_date"] ? "Invite dates changed" : undefined,
    changes["free_until"]?.[0] ? "Pass renewed during the stay" : undefined,
    describePayLater(changes),
  ]);
}
