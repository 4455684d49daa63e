// Status labels of invites: hosts see that the visitor arrived and left.
import type { StatusLabel } from "#domain/parking/status-label.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { type Entry, getEntryStatusLabel } from "#web/api/entry.ts";

/** 'Arrived' and 'Left' after check-in, else the label of the entry. */
export function getInviteLabel(invite: Entry): StatusLabel {
  const { label, colour } = getEntryStatusLabel(invite);
  if (invite.parking_status_id === parkingSequence.in) return { label: "Arrived", colour };
  if (invite.parking_status_id === parkingSequence.out) return { label: "Left", colour };
  return { label, colour };
}
