// §4: state machines as data: states, allowed transitions and the error codes of invalid ones.
import type { ErrorCode } from "#domain/errors.ts";

export interface StateDefinition {
  name: string;
  colour: string;
  /** Allowed target states; empty for a final state. */
  transitions: readonly (number | string)[];
}

export interface StateTable<S extends number | string = number | string> {
  /** States allowed for a new row. */
  initial: readonly S[];
  states: { readonly [value in S]: StateDefinition };
  /** Error if the row is already in the requested state, for example after a concurrent change. */
  alreadyInStateError: ErrorCode;
  /** Error if the table does not allow the transition. */
  invalidTransitionError: ErrorCode;
}

/** Returns undefined if a new row may start in this state, else the error code. */
export function checkInitialState(table: StateTable, state: number | string): ErrorCode | undefined {
  return table.initial.includes(state) ? undefined : table.invalidTransitionError;
}

/** Returns undefined if the transition is allowed, else the error code; an unchanged state is `alreadyInStateError`. */
export function checkTransition(table: StateTable, from: number | string, to: number | string): ErrorCode | undefined {
  if (from === to) return table.alreadyInStateError;
  return table.states[from]?.transitions.includes(to) ? undefined : table.invalidTransitionError;
}
