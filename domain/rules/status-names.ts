// reading.md §4: a branch may call the valet states by other words; their sequences, colours and moves stay.
import { Refusal } from "#domain/collection.ts";
import type { RuleArgs } from "#domain/collection.ts";
import { valetSequence, valetStates } from "#domain/states/valet.ts";

export type StatusNames = { readonly [sequence: string]: string };
const longest = 30;
const sequences = Object.values(valetSequence);

/** What a branch calls a state; its own word where it has one. */
export function statusName({ names, sequence }: { names: unknown; sequence: number }): string {
  const own = typeof names === "object" && names !== null ? (names as StatusNames)[String(sequence)] : undefined;
  return own || (valetStates.states[sequence as keyof typeof valetStates.states]?.name ?? "");
}

/** FAILED_VALIDATION unless it is an object of sequence and word, of 30 characters at most. */
export function statusNamesAreOfStates({ changes }: RuleArgs): Refusal | undefined {
  if (!("status_names" in changes)) return undefined;
  const names = changes["status_names"];
  const isObject = typeof names === "object" && names !== null && !Array.isArray(names);
  const isGood =
    isObject &&
    Object.entries(names).every(
      ([sequence, name]) =>
        sequences.some((one) => String(one) === sequence) && typeof name === "string" && name.length <= longest,
    );
  return isGood ? undefined : new Refusal("FAILED_VALIDATION", "status_names");
}
