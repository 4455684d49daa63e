// §4 Parking status: In, Out, Pending, Cancelled; ids are the sequence. Transitions: docs/rules/parking-states.md.
import type { StateTable } from "#domain/schema/state-table.ts";

export const parkingSequence = { in: 1, out: 2, pending: 3, cancelled: 4 } as const;
export type ParkingSequence = (typeof parkingSequence)[keyof typeof parkingSequence];
const { in: inside, out, pending, cancelled } = parkingSequence;

export const parkingStates = {
  initial: [inside, pending],
  states: {
    // 1 → 4 is a void, which only the action with its reason may do (domain/parking/void-entry.ts).
    [inside]: { name: "In", colour: "green", transitions: [out, cancelled] },
    [out]: { name: "Out", colour: "red", transitions: [] },
    [pending]: { name: "Pending", colour: "amber", transitions: [inside, cancelled] },
    [cancelled]: { name: "Cancelled", colour: "grey", transitions: [] },
  },
  alreadyInStateError: "STATUS_ALREADY_UPDATED",
  invalidTransitionError: "NO_NEXT_STATUS",
} as const satisfies StateTable;

/** State table for entries of persons: same transitions, different error code. */
export const personEntryStates: StateTable<ParkingSequence> = {
  ...parkingStates,
  alreadyInStateError: "PERSON_STATUS_ALREADY_UPDATED",
};

/** Returns the state table of an entry of a person or vehicle. */
export function getEntryStates(row: { [field: string]: unknown }): StateTable<ParkingSequence> {
  return row["is_person"] === true ? personEntryStates : parkingStates;
}

const visitorRecordStates: StateTable<ParkingSequence> = {
  ...parkingStates,
  states: {
    ...parkingStates.states,
    [out]: { ...parkingStates.states[out], transitions: [inside, pending] },
    [cancelled]: { ...parkingStates.states[cancelled], transitions: [inside, pending] },
  },
};

/** A visitor record can have one entry after another, so that none of its states is final. */
export function getVisitorRecordStates(row: { [field: string]: unknown }): StateTable<ParkingSequence> {
  return { ...visitorRecordStates, alreadyInStateError: getEntryStates(row).alreadyInStateError };
}

/** The rows of `Parking_Status`. */
export const parkingStatuses = [inside, out, pending, cancelled].map((sequence) => ({
  id: sequence,
  sequence,
  name: parkingStates.states[sequence].name,
  colour: parkingStates.states[sequence].colour,
}));
