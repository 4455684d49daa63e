// §4: label and colour of a parking state; the cases are in docs/rules/parking-states.md.
import { parkingSequence, parkingStates } from "#domain/parking/states.ts";
import type { StateTable } from "#domain/schema/state-table.ts";

export interface StatusLabel {
  label: string;
  colour: string;
}

function getPendingLabel(entry: { isInvited: boolean; isWaiting: boolean; isPrepayVehicle: boolean }): string {
  if (entry.isWaiting) return "Approval Pending";
  if (entry.isInvited) return "Invited";
  return entry.isPrepayVehicle ? "Entry" : parkingStates.states[parkingSequence.pending].name;
}

/** An unknown sequence gets the label of a pending entry. */
export function getParkingLabel(entry: {
  sequence: number;
  isInvited: boolean;
  isWaiting: boolean;
  isPrepayVehicle: boolean;
}): StatusLabel {
  const states: StateTable["states"] = parkingStates.states;
  const pending = parkingStates.states[parkingSequence.pending];
  const state = entry.sequence === parkingSequence.pending ? undefined : states[entry.sequence];
  if (!state) return { label: getPendingLabel(entry), colour: pending.colour };
  return { label: state.name, colour: state.colour };
}
