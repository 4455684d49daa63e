// The history of an entry in plain words: what was done, not which columns changed.
import { paiseFrom, showRupees } from "#domain/rules/money.ts";
import { parkingSequence, parkingStates } from "#domain/states/parking.ts";
import type { StateTable } from "#domain/states/state-table.ts";

/** Field → [before, after], as Parking_History keeps it; empty for the row that tells of the beginning. */
export interface Changes {
  [field: string]: readonly [before: unknown, after: unknown];
}

const states: StateTable["states"] = parkingStates.states;

function rupees(amount: unknown): string {
  const paise = paiseFrom(String(amount ?? "0")) ?? 0;
  return showRupees(paise);
}

function paise(amount: unknown): number {
  return paiseFrom(String(amount ?? "0")) ?? 0;
}

function began(status: number | null): string {
  return status === parkingSequence.in ? "Checked in" : "Entry made, not inside yet";
}

function moved({ changes }: { changes: Changes }): string | undefined {
  const [before, after] = changes["parking_status_id"] ?? [];
  if (after === undefined || after === before) return undefined;
  if (after === parkingSequence.in) return "Checked in";
  if (after === parkingSequence.out) return "Checked out";
  if (after === parkingSequence.cancelled) return isAnswer(changes) ? "Rejected" : "Cancelled";
  return `Now ${states[after as number]?.name.toLowerCase() ?? "changed"}`;
}

/** An approver has spoken: a yes leaves the status as it is, a no cancels. */
function isAnswer(changes: Changes): boolean {
  return Boolean(changes["approved_by"]?.[1]);
}

function approved({ changes }: { changes: Changes }): string | undefined {
  const isRejected = changes["parking_status_id"]?.[1] === parkingSequence.cancelled;
  return isAnswer(changes) && !isRejected ? "Approved" : undefined;
}

function paid({ changes }: { changes: Changes }): string | undefined {
  const [before, after] = changes["paid_amount"] ?? [];
  const taken = paise(after) - paise(before);
  const isPaid = changes["payment_status"]?.[1] === "paid";
  if (taken <= 0) return isPaid ? "Settled with nothing to pay" : undefined;
  const mode = changes["payment_mode"]?.[1] === "online" ? "online" : "in cash";
  return `Took ${showRupees(taken)} ${mode}`;
}

function adjusted({
  changes,
  field,
  note,
  verb,
}: {
  changes: Changes;
  field: string;
  note: string;
  verb: string;
}): string | undefined {
  const [before, after] = changes[field] ?? [];
  if (after === undefined || paise(before) === paise(after)) return undefined;
  const reason = changes[note]?.[1];
  return `${verb} ${rupees(after)}${typeof reason === "string" && reason ? `: ${reason}` : ""}`;
}

function slotted({ changes }: { changes: Changes }): string | undefined {
  const [, number] = changes["slot_no"] ?? [];
  if (!number) return undefined;
  return `Slot is now ${String(changes["slot_prefix"]?.[1] ?? "")}${String(number)}`;
}

/** One sentence for each thing that was done in one write, in the order in which one would tell it. */
export function wordsFor({ changes, status }: { changes: Changes | null; status: number | null }): string[] {
  if (!changes || Object.keys(changes).length === 0) return [began(status)];
  const told = [
    adjusted({ changes, field: "additional_charge", note: "addition_note", verb: "Added" }),
    adjusted({ changes, field: "deduction_charge", note: "deduction_note", verb: "Took off" }),
    paid({ changes }),
    moved({ changes }),
    slotted({ changes }),
    approved({ changes }),
    changes["visitor_id"] ? "Whom they meet was changed" : undefined,
    changes["invite_end_date"] ? "The window of the invite was changed" : undefined,
    changes["free_until"]?.[0] ? "Covered for longer by the pass" : undefined,
    changes["payment_type"]?.[1] === "pay-later" ? "Marked as pay later" : undefined,
  ].filter((words) => words !== undefined);
  return told.length > 0 ? told : ["Details updated"];
}
