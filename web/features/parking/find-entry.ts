// What was scanned or typed, and the page that shows it ready for its next step.
import type { Filter } from "#domain/collection.ts";
import { capitals } from "#domain/fields.ts";
import { parkingSequence } from "#domain/states/parking.ts";
import { ApiError } from "#web/items/api-error.ts";
import { request } from "#web/items/client.ts";
import { readItems } from "#web/items/items.ts";

interface Scanned {
  entry: number | null;
  main: number;
  is_person: boolean;
}

/** The page under /{company}/{branch}/. */
function pageOf({ entry, main, is_person }: Scanned): string {
  if (entry !== null) return `parking/detail?id=${entry}`;
  return `${is_person ? "person" : "vehicle"}-entry/edit?id=${main}`;
}

/** Throws ApiError QR_NOT_VALID for what is forged, foreign or of another branch. */
export async function pageOfQr(text: string): Promise<string> {
  const { data } = await request<{ data: Scanned }>("/actions/parking/scan", { method: "POST", body: { text } });
  return pageOf(data);
}

/** What is open under a plate, a phone number or a receipt; else the latest pass. Throws ApiError NO_MATCH_FOUND. */
export async function pageOfTyped({ typed, branch }: { typed: string; branch: number }): Promise<string> {
  if (typed.startsWith("CHAAVI:")) return pageOfQr(typed);
  const plain = capitals(typed);
  const [open] = await readItems<{ id: number }>("Parking_Information", {
    filter: openUnder({ plain, typed: typed.toUpperCase(), branch }),
    fields: ["id"],
    sort: ["-id"],
    limit: 1,
  });
  if (open) return pageOf({ entry: open.id, main: 0, is_person: false });
  const [pass] = await readItems<{ id: number; is_person: boolean }>("Parking_Main_Information", {
    filter: {
      branch: { _eq: branch },
      parking_type: { _eq: "long_time" },
      _or: [{ vehicle_no: { _eq: plain } }, { phone_no: { _eq: plain } }],
    },
    fields: ["id", "is_person"],
    sort: ["-pass_end_time"],
    limit: 1,
  });
  if (!pass) throw new ApiError({ code: "NO_MATCH_FOUND", status: 404 });
  return pageOf({ entry: null, main: pass.id, is_person: pass.is_person });
}

function openUnder({ plain, typed, branch }: { plain: string; typed: string; branch: number }): Filter {
  return {
    branch: { _eq: branch },
    parking_status_id: { _in: [parkingSequence.in, parkingSequence.pending] },
    _or: [
      { parking_main_info: { vehicle_no: { _eq: plain } } },
      { parking_main_info: { phone_no: { _eq: plain } } },
      { receipt_no: { _eq: typed } },
    ],
  };
}
