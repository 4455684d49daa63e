// §4: a set of states as data: which there are, where each may go, and the error for each refusal.
import type { ErrorCode } from "#domain/errors.ts";

export interface State {
  name: string;
  colour: string;
  /** The states this one may move to; none for the last. */
  to: readonly (number | string)[];
}

export interface StateTable {
  /** The states a new row may start in. */
  initial: readonly (number | string)[];
  states: { readonly [value: string | number]: State };
  /** Answered when the row already stands where the caller wants it, or somebody else moved it first. */
  alreadyMoved: ErrorCode;
  /** Answered when the table has no such move. */
  noMove: ErrorCode;
}

/** Undefined where a new row may start in this state, else the code of the refusal. */
export function refuseStart(table: StateTable, state: number | string): ErrorCode | undefined {
  return table.initial.includes(state) ? undefined : table.noMove;
}

/** Undefined where the move is allowed, else the code of the refusal. Staying where one is is "already moved". */
export function refuseMove(table: StateTable, from: number | string, to: number | string): ErrorCode | undefined {
  if (from === to) return table.alreadyMoved;
  return table.states[from]?.to.includes(to) ? undefined : table.noMove;
}
