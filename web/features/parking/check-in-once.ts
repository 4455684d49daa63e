// A check-in whose answer was lost on the way may have been made all the same: pressing again then finds it, and makes no second one.
import { useRef } from "react";
import { hasCode } from "#web/items/api-error.ts";
import { readItems } from "#web/items/items.ts";
import { useBranch, useKnownSession } from "#web/items/use-session.ts";
import { checkIn, readSlip } from "#web/features/parking/api.ts";
import type { CheckIn, SlipWire } from "#web/features/parking/api.ts";

/** As `checkIn`; the same press again, after no answer came, answers the slip of the entry that was made at the first. */
export function useCheckInOnce(): (sent: CheckIn) => Promise<SlipWire> {
  const { branch } = useBranch();
  const { user } = useKnownSession();
  /** What was sent and never answered. */
  const unanswered = useRef("");

  /** The open entry of this vehicle that this person made last, which can only be that of the lost answer. */
  async function madeBefore({ vehicle_no = "", phone_no = "" }: CheckIn): Promise<SlipWire | undefined> {
    const [made] = await readItems<{ id: number }>("Parking_Information", {
      filter: {
        branch: { _eq: branch.id },
        user_created: { _eq: user.id },
        out_time: { _null: true },
        parking_main_info: { vehicle_no: { _eq: vehicle_no ?? "" }, phone_no: { _eq: phone_no ?? "" } },
      },
      fields: ["id"],
      sort: ["-id"],
      limit: 1,
    });
    return made && readSlip(made.id);
  }

  return async function send(sent) {
    const asked = JSON.stringify(sent);
    const isAgain = unanswered.current === asked;
    try {
      const slip = await checkIn(sent);
      unanswered.current = "";
      return slip;
    } catch (thrown) {
      if (hasCode(thrown, "OFFLINE")) unanswered.current = asked;
      const made = isAgain && hasCode(thrown, "VEHICLE_IN_PROGRESS") ? await madeBefore(sent) : undefined;
      if (!made) throw thrown;
      unanswered.current = "";
      return made;
    }
  };
}
