// §4 Valet status: sequences 1 to 6, each with a colour and one next status. Transitions: docs/rules/valet-states.md.
import type { StateTable } from "#domain/schema/state-table.ts";

export const valetSequence = {
  received: 1,
  parked: 2,
  pickupRequested: 3,
  onTheWay: 4,
  atTheGate: 5,
  checkedOut: 6,
} as const;

export const valetStates = {
  initial: [1],
  states: {
    // The first is the next status. 6 before 5 is a cancellation, which only the action with its reason may do; 2 after
    // it is a request that is withdrawn, or a car that is parked again.
    1: { name: "Received", colour: "blue", transitions: [2, 6] },
    2: { name: "Parked", colour: "teal", transitions: [3, 6] },
    3: { name: "Pickup requested", colour: "orange", transitions: [4, 2, 6] },
    4: { name: "On the way", colour: "yellow", transitions: [5, 2, 6] },
    5: { name: "At the gate", colour: "green", transitions: [6, 2] },
    6: { name: "Checked out", colour: "red", transitions: [] },
  },
  alreadyInStateError: "STATUS_ALREADY_UPDATED",
  invalidTransitionError: "NO_NEXT_STATUS",
} as const satisfies StateTable;

/** The rows of `Valet_and_Parking_Status`; a branch may rename them, the sequences are fixed. */
export const valetStatuses = Object.values(valetSequence).map((sequence) => ({
  id: sequence,
  sequence,
  name: valetStates.states[sequence].name,
  colour: valetStates.states[sequence].colour,
  next_status: getNextValetStatus(sequence) ?? null,
}));

/** The next status, or undefined for the last one (NO_NEXT_STATUS). */
export function getNextValetStatus(sequence: number): number | undefined {
  const states: { readonly [sequence: number]: { transitions: readonly number[] } } = valetStates.states;
  return states[sequence]?.transitions[0];
}

/** From parking until the car is at the gate. */
export function isInSlot(sequence: number): boolean {
  return sequence >= valetSequence.parked && sequence < valetSequence.atTheGate;
}

/** When a photo of a ticket was taken; `proof` is of a customer who collects the car without the code. */
/** `valet-service`: the car stays at the porch or goes to any place, without a slot. */
export const valetServiceTypes = ["valet-service", "valet-parking"] as const;

export const ticketImageKinds = ["received", "handed_over", "proof"] as const;

/** What proved that the vehicle was handed over to its owner. */
export const handoverModes = ["otp", "qr", "note"] as const;
