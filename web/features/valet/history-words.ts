// The history of a ticket in plain words: what was done, not which columns changed.
import { showRupees } from "#domain/rules/money.ts";
import { valetSequence } from "#domain/states/valet.ts";
import { type Changes, moneyWords, paiseOf, payLaterWords, slotWords, toldOf } from "#web/ui/detail/change-words.ts";

const moves: { readonly [sequence: number]: string } = {
  [valetSequence.parked]: "Parked",
  [valetSequence.pickupRequested]: "Pickup requested",
  [valetSequence.onTheWay]: "Accepted, the car is on the way",
  [valetSequence.atTheGate]: "At the gate",
  [valetSequence.checkedOut]: "Handed over",
};

function moved(changes: Changes): string | undefined {
  const to = changes["status_id"]?.[1];
  const words = typeof to === "number" ? moves[to] : undefined;
  const note = changes["handover_mode"]?.[1] === "note" ? changes["handover_note"]?.[1] : undefined;
  return words && (typeof note === "string" ? `${words} without the OTP: ${note}` : words);
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
  if (!offer) return called ? "Nobody took it: the manager was called" : undefined;
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
  const tip = paiseOf(changes["valet_tip"]?.[1]);
  return toldOf([
    ...moneyWords(changes),
    tip > 0 ? `Tip of ${showRupees(tip)}` : undefined,
    moved(changes),
    slotWords({ changes, verb: "Slot is" }),
    offered(changes, nameOf),
    wanted(changes),
    "chat" in changes ? "Chat begun" : undefined,
    given(changes),
    changes["otp_renewed_at"]?.[1] ? "Another OTP was made" : undefined,
    payLaterWords(changes),
  ]);
}
