// §3 pre_booking_status_id: Booked, Arrived, No-show, Cancelled; ids are the sequence. See docs/rules/pre-booking.md.
import type { StateTable } from "#domain/schema/state-table.ts";

export const bookingSequence = { booked: 1, arrived: 2, noShow: 3, cancelled: 4 } as const;

export const bookingStates = {
  initial: [1],
  states: {
    // The first is the next status.
    1: { name: "Booked", colour: "blue", transitions: [2, 3, 4] },
    2: { name: "Arrived", colour: "green", transitions: [] },
    3: { name: "No-show", colour: "amber", transitions: [] },
    4: { name: "Cancelled", colour: "grey", transitions: [] },
  },
  alreadyInStateError: "STATUS_ALREADY_UPDATED",
  invalidTransitionError: "NO_NEXT_STATUS",
} as const satisfies StateTable;

/** The rows of `Pre_Booking_Status`. */
export const bookingStatuses = Object.values(bookingSequence).map((sequence) => {
  const { name, colour, transitions } = bookingStates.states[sequence];
  return { id: sequence, sequence, name, colour, next_status: transitions[0] ?? null };
});
