// §4: what a screen calls a parking state. The cases are a table in docs/rules/parking-states.md.
import { parkingSequence, parkingStates } from "#domain/states/parking.ts";
import type { StateTable } from "#domain/states/state-table.ts";

export interface Label {
  label: string;
  colour: string;
}

function pendingName(entry: { isInvited: boolean; isWaiting: boolean; isPrepayVehicle: boolean }): string {
  if (entry.isWaiting) return "Approval Pending";
  if (entry.isInvited) return "Invited";
  return entry.isPrepayVehicle ? "Entry" : parkingStates.states[parkingSequence.pending].name;
}

/** An unknown sequence has no label of its own and reads as pending. */
export function parkingLabel(entry: {
  sequence: number;
  isInvited: boolean;
  isWaiting: boolean;
  isPrepayVehicle: boolean;
}): Label {
  const states: StateTable["states"] = parkingStates.states;
  const pending = parkingStates.states[parkingSequence.pending];
  const state = entry.sequence === parkingSequence.pending ? undefined : states[entry.sequence];
  if (!state) return { label: pendingName(entry), colour: pending.colour };
  return { label: state.name, colour: state.colour };
}
