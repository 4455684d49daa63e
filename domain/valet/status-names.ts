// reading.md §4: branch-specific names of valet states; sequences, colours and transitions are fixed.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { StateTable } from "#domain/schema/state-table.ts";
import type { RuleArgsOf } from "#domain/schema/registry.ts";
import { valetSequence, valetStates } from "#domain/valet/states.ts";

export type StatusNames = { readonly [sequence: string]: string };
const maxStatusNameLength = 30;
const sequences = Object.values(valetSequence);

/** Name of a state at a branch: the branch's own name, else the standard one. */
export function getStatusName({
  names,
  sequence,
}: {
  names: StatusNames | null | undefined;
  sequence: number;
}): string {
  const states: StateTable["states"] = valetStates.states;
  return names?.[String(sequence)] || (states[sequence]?.name ?? "");
}

/** FAILED_VALIDATION unless the value maps sequences to names of at most 30 characters. */
export function validateStatusNames({
  changes,
}: RuleArgsOf<"Valet_and_Parking_Configuration">): RuleViolation | undefined {
  if (!("status_names" in changes)) return undefined;
  const names: unknown = changes.status_names;
  const isObject = typeof names === "object" && names !== null && !Array.isArray(names);
  const isValid =
    isObject &&
    Object.entries(names).every(
      ([sequence, name]) =>
        sequences.some((known) => String(known) === sequence) &&
        typeof name === "string" &&
        name.length <= maxStatusNameLength,
    );
  return isValid ? undefined : new RuleViolation("FAILED_VALIDATION", "status_names");
}
