// The history of a ticket in plain words: what was done, not which columns changed.
import { paiseFrom, showRupees } from "#domain/rules/money.ts";
import { valetSequence } from "#domain/states/valet.ts";

/** Field → [before, after], as the history keeps it; empty for the row that tells of the beginning. */
export interface Changes {
  [field: string]: readonly [before: unknown, after: unknown];
}

const moves: { readonly [sequence: number]: string } = {
  [valetSequence.parked]: "Parked",
  [valetSequence.pickupRequested]: "Pickup requested",
  [valetSequence.onTheWay]: "Accepted, the car is on the way",
  [valetSequence.atTheGate]: "At the gate",
  [valetSequence.checkedOut]: "Handed over",
};

function paise(amount: unknown): number {
  return paiseFrom(String(amount ?? "0")) ?? 0;
}

function moved(changes: Changes): string | undefined {
  const to = changes["status_id"]?.[1];
  const words = typeof to === "number" ? moves[to] : undefined;
  const note = changes["handover_mode"]?.[1] === "note" ? changes["handover_note"]?.[1] : undefined;
  return words && (typeof note === "string" ? `${words} without the OTP: ${note}` : words);
}

function paid(changes: Changes): string | undefined {
  const [before, after] = changes["paid_amount"] ?? [];
  const taken = paise(after) - paise(before);
  if (taken > 0) return `Took ${showRupees(taken)} ${changes["payment_mode"]?.[1] === "online" ? "online" : "in cash"}`;
  return changes["payment_status"]?.[1] === "paid" ? "Settled with nothing to pay" : undefined;
}

function adjusted({ changes, field, note, verb }: { changes: Changes; field: string; note: string; verb: string }) {
  const [before, after] = changes[field] ?? [];
  if (after === undefined || paise(before) === paise(after)) return undefined;
  const reason = changes[note]?.[1];
  return `${verb} ${showRupees(paise(after))}${typeof reason === "string" && reason ? `: ${reason}` : ""}`;
}

function parkedIn(changes: Changes): string | undefined {
  const [, number] = changes["slot_no"] ?? [];
  return number ? `Slot is ${String(changes["slot_prefix"]?.[1] ?? "")}${String(number)}` : undefined;
}

function given(changes: Changes): string | undefined {
  const isGiven = (field: string) => Boolean(changes[field]?.[1]) && !("status_id" in changes);
  return isGiven("pickup_request_assigned") || isGiven("Assigned_Staff") ? "Given to somebody else" : undefined;
}

/** To whom a pickup was offered, and that the manager was called; names by their ids. */
function offered(changes: Changes, nameOf: NameOf): string | undefined {
  const to = changes["offered_to"]?.[1];
  const called = changes["manager_called_at"]?.[1] ? "the manager was called" : "";
  const offer = typeof to === "string" ? `Offered to ${nameOf(to)}` : "";
  if (!offer) return called && "Nobody took it: the manager was called";
  return called ? `${offer}, ${called}` : offer;
}

function wanted(changes: Changes): string | undefined {
  if (!("pickup_wanted_at" in changes)) return undefined;
  return changes["pickup_wanted_at"]?.[1] ? "Wanted at a time" : "Not wanted at a time any more";
}

export type NameOf = (person: string) => string;

/** One sentence for each thing that was done in one write, in the order in which one would tell it. */
export function wordsFor(changes: Changes | null, nameOf: NameOf = () => "a driver"): string[] {
  if (!changes || Object.keys(changes).length === 0) return ["Key taken"];
  const told = [
    adjusted({ changes, field: "additional_charge", note: "addition_note", verb: "Added" }),
    adjusted({ changes, field: "deduction_charge", note: "deduction_note", verb: "Took off" }),
    paid(changes),
    paise(changes["valet_tip"]?.[1]) > 0 ? `Tip of ${showRupees(paise(changes["valet_tip"]?.[1]))}` : undefined,
    moved(changes),
    parkedIn(changes),
    offered(changes, nameOf),
    wanted(changes),
    "chat" in changes ? "Chat begun" : undefined,
    given(changes),
    changes["otp_renewed_at"]?.[1] ? "Another OTP was made" : undefined,
    changes["payment_type"]?.[1] === "pay-later" ? "Marked as pay later" : undefined,
  ].filter((words) => words !== undefined);
  return told.length > 0 ? told : ["Details updated"];
}
