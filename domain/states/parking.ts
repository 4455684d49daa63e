// §4 Parking status: In, Out, Pending, Cancelled; ids are the sequence. Who moves what: docs/rules/parking-states.md.
import type { StateTable } from "#domain/states/state-table.ts";

export const parkingSequence = { in: 1, out: 2, pending: 3, cancelled: 4 } as const;
const { in: inside, out, pending, cancelled } = parkingSequence;

export const parkingStates = {
  initial: [inside, pending],
  states: {
    [inside]: { name: "In", colour: "green", to: [out] },
    [out]: { name: "Out", colour: "red", to: [] },
    [pending]: { name: "Pending", colour: "amber", to: [inside, cancelled] },
    [cancelled]: { name: "Cancelled", colour: "grey", to: [] },
  },
  alreadyMoved: "STATUS_ALREADY_UPDATED",
  noMove: "NO_NEXT_STATUS",
} as const satisfies StateTable;

/** The same moves for an entry of a person; only the refusal reads otherwise. */
export const personStates: StateTable = { ...parkingStates, alreadyMoved: "PERSON_STATUS_ALREADY_UPDATED" };

/** The table a row moves by: a person's or a vehicle's. */
export function statesOf(row: { [field: string]: unknown }): StateTable {
  return row["is_person"] === true ? personStates : parkingStates;
}

const standingStates: StateTable = {
  ...parkingStates,
  states: {
    ...parkingStates.states,
    [out]: { ...parkingStates.states[out], to: [inside, pending] },
    [cancelled]: { ...parkingStates.states[cancelled], to: [inside, pending] },
  },
};

/** A standing record follows one visit after another, so that for it nothing is the last. */
export function standingStatesOf(row: { [field: string]: unknown }): StateTable {
  return { ...standingStates, alreadyMoved: statesOf(row).alreadyMoved };
}

/** The rows of `Parking_Status`. */
export const parkingStatuses = [inside, out, pending, cancelled].map((sequence) => ({
  id: sequence,
  sequence,
  name: parkingStates.states[sequence].name,
  colour: parkingStates.states[sequence].colour,
}));
