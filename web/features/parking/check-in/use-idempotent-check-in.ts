// A check-in may succeed although its response is lost. Submitting the same form again returns that entry instead of failing.
import { useRef } from "react";
import { hasErrorCode } from "#web/api/api-error.ts";
import { readItems } from "#web/api/items.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { checkIn, readSlip } from "#web/features/parking/api.ts";
import type { CheckInBody, EntrySlipWire } from "#web/features/parking/api.ts";

/** Like `checkIn`; a repeated request after a lost response returns the slip of the entry created by the first one. */
export function useIdempotentCheckIn(): (body: CheckInBody) => Promise<EntrySlipWire> {
  const { branch } = useBranch();
  const { user } = useRequiredSession();
  /** Body of the last request without a response. */
  const unanswered = useRef("");

  /** The latest open entry of this vehicle created by this user: the one whose response was lost. */
  async function findCreatedEntry({ vehicle_no = "", phone_no = "" }: CheckInBody): Promise<EntrySlipWire | undefined> {
    const [created] = await readItems<{ id: number }>("Parking_Information", {
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
    return created && readSlip(created.id);
  }

  return async function send(body) {
    const requested = JSON.stringify(body);
    const isRetry = unanswered.current === requested;
    try {
      const slip = await checkIn(body);
      unanswered.current = "";
      return slip;
    } catch (thrown) {
      if (hasErrorCode(thrown, "OFFLINE")) unanswered.current = requested;
      const created = isRetry && hasErrorCode(thrown, "VEHICLE_IN_PROGRESS") ? await findCreatedEntry(body) : undefined;
      if (!created) throw thrown;
      unanswered.current = "";
      return created;
    }
  };
}
