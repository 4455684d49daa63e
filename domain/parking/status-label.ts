// §4: label and colour of a parking state; the cases are in docs/rules/parking-states.md.
import { parkingSequence, parkingStates } from "#domain/parking/states.ts";
import type { StateTable } from "#domain/schema/state-table.ts";

export interface StatusLabel {
  label: string;
  colour: string;
}

interface LabelledEntry {
  sequence: number;
  isInvited: boolean;
  isWaiting: boolean;
  isApproved: boolean;
  isPrepayVehicle: boolean;
  /** Paid ahead for a booking whose vehicle has not come. */
  isBooked: boolean;
  /** A cancelled entry that was rejected, with a reason. */
  isRejected: boolean;
}

function getPendingLabel({ isInvited, isWaiting, isApproved, isPrepayVehicle, isBooked }: LabelledEntry): string {
  if (isWaiting) return "Approval Pending";
  if (isInvited) return "Invited";
  if (isBooked) return "Booked";
  if (isPrepayVehicle) return "Entry";
  return isApproved ? "Approved" : parkingStates.states[parkingSequence.pending].name;
}

/** An unknown sequence gets the label of a pending entry. */
export function getParkingLabel(entry: LabelledEntry): StatusLabel {
  const states: StateTable["states"] = parkingStates.states;
  const pending = parkingStates.states[parkingSequence.pending];
  const state = entry.sequence === parkingSequence.pending ? undefined : states[entry.sequence];
  if (!state) return { label: getPendingLabel(entry), colour: pending.colour };
  const isRejected = entry.sequence === parkingSequence.cancelled && entry.isRejected;
  return { label: isRejected ? "Rejected" : state.name, colour: state.colour };
}
