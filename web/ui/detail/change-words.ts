// What the history of an entry and of a ticket tell alike, in plain words: what was done, not which columns changed.
import { paiseFrom, showRupees } from "#domain/rules/money.ts";

/** Field → [before, after], as the history keeps it; empty for the row that tells of the beginning. */
export interface Changes {
  [field: string]: readonly [before: unknown, after: unknown];
}

/** An amount as the wire has it, in paise; nothing is 0. */
export function paiseOf(amount: unknown): number {
  return paiseFrom(String(amount ?? "0")) ?? 0;
}

/** What was added, taken off and taken; undefined for each that was not. */
export function moneyWords(changes: Changes): (string | undefined)[] {
  return [
    adjusted({ changes, field: "additional_charge", note: "addition_note", verb: "Added" }),
    adjusted({ changes, field: "deduction_charge", note: "deduction_note", verb: "Took off" }),
    taken(changes),
  ];
}

function taken(changes: Changes): string | undefined {
  const [before, after] = changes["paid_amount"] ?? [];
  const sum = paiseOf(after) - paiseOf(before);
  if (sum > 0) return `Took ${showRupees(sum)} ${changes["payment_mode"]?.[1] === "online" ? "online" : "in cash"}`;
  return changes["payment_status"]?.[1] === "paid" ? "Settled with nothing to pay" : undefined;
}

interface Adjusted {
  changes: Changes;
  field: string;
  note: string;
  verb: string;
}

function adjusted({ changes, field, note, verb }: Adjusted): string | undefined {
  const [before, after] = changes[field] ?? [];
  if (after === undefined || paiseOf(before) === paiseOf(after)) return undefined;
  const reason = changes[note]?.[1];
  return `${verb} ${showRupees(paiseOf(after))}${typeof reason === "string" && reason ? `: ${reason}` : ""}`;
}

/** 'Slot is now B12', where one was given. */
export function slotWords({ changes, verb }: { changes: Changes; verb: string }): string | undefined {
  const [, number] = changes["slot_no"] ?? [];
  return number ? `${verb} ${String(changes["slot_prefix"]?.[1] ?? "")}${String(number)}` : undefined;
}

/** One sentence for each thing that was done in one write. */
export function toldOf(words: readonly (string | undefined)[]): string[] {
  const told = words.filter((one) => one !== undefined);
  return told.length > 0 ? told : ["Details updated"];
}

export function payLaterWords(changes: Changes): string | undefined {
  return changes["payment_type"]?.[1] === "pay-later" ? "Marked as pay later" : undefined;
}
