// The history of an entry in plain words: what was done, not which columns changed.
import { parkingSequence, parkingStates } from "#domain/states/parking.ts";
import type { StateTable } from "#domain/states/state-table.ts";
import { type Changes, moneyWords, payLaterWords, slotWords, toldOf } from "#web/ui/detail/change-words.ts";

const states: StateTable["states"] = parkingStates.states;

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

/** One sentence for each thing that was done in one write, in the order in which one would tell it. */
export function wordsFor({ changes, status }: { changes: Changes | null; status: number | null }): string[] {
  if (!changes || Object.keys(changes).length === 0) return [began(status)];
  return toldOf([
    ...moneyWords(changes),
    moved({ changes }),
    slotWords({ changes, verb: "Slot is now" }),
    approved({ changes }),
    changes["visitor_id"] ? "Whom they meet was changed" : undefined,
    changes["invite_end_date"] ? "The window of the invite was changed" : undefined,
    changes["free_until"]?.[0] ? "Covered for longer by the pass" : undefined,
    payLaterWords(changes),
  ]);
}
