// §4 the next step of a ticket, at the press of a button; §8: the success, or why somebody else was first.
import { showSuccess } from "#web/ui/feedback.ts";
import { moveTicket } from "#web/features/valet/api.ts";
import { showMoveError } from "#web/features/valet/show-move-error.ts";

/** Moves a ticket and shows the result; errors are shown, not thrown. */
export async function advanceTicket(step: Parameters<typeof moveTicket>[0]): Promise<void> {
  try {
    await moveTicket(step);
    showSuccess("VEHICLE_STATE_UPDATED");
  } catch (thrown) {
    showMoveError(thrown);
  }
}
