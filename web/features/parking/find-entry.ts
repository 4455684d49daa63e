// Resolves a scanned code or typed search to the page of its entry or pass.
import type { ActionReply } from "#domain/contracts.ts";
import type { Filter } from "#domain/schema/collection.ts";
import { getPayAddressToken } from "#domain/payments/online/pay-address.ts";
import { uppercase } from "#domain/schema/fields.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { ApiError } from "#web/api/api-error.ts";
import { call } from "#web/api/call.ts";
import { readItems } from "#web/api/items.ts";

type ScannedEntry = Omit<ActionReply<"POST /actions/parking/scan">, "next">;

/** The page under /{company}/{branch}/. */
function getEntryPath({ entry, main, is_person }: ScannedEntry): string {
  if (entry !== null) return `parking/detail?id=${entry}`;
  return `${is_person ? "person" : "vehicle"}-entry/edit?id=${main}`;
}

/** Codes scanned since the page load, by entry id: an invite is checked in with its code. Never stored or put in a URL. */
const scannedCodes = new Map<number, string>();

/** Undefined if the entry was opened without scanning. */
export function getScannedCode(entry: number): string | undefined {
  return scannedCodes.get(entry);
}

/** Throws ApiError QR_NOT_VALID for a forged or foreign code, or one of another branch. */
export async function resolveQrCode(text: string): Promise<string> {
  const data = await call({ route: "POST /actions/parking/scan", body: { text } });
  // The link of a payment does not prove an invite.
  if (data.entry !== null && getPayAddressToken(text) === undefined) scannedCodes.set(data.entry, text);
  return getEntryPath(data);
}

/** Finds the open entry by plate, phone or receipt number, else the latest pass. Throws ApiError NO_MATCH_FOUND. */
export async function resolveSearchInput({ input, branch }: { input: string; branch: number }): Promise<string> {
  if (input.startsWith("CHAAVI:") || input.includes("/invite?t=") || getPayAddressToken(input) !== undefined)
    return resolveQrCode(input);
  const normalized = uppercase(input);
  const [openEntry] = await readItems("Parking_Information", {
    filter: toOpenEntryFilter({ normalized, input: input.toUpperCase(), branch }),
    fields: ["id"],
    sort: ["-id"],
    limit: 1,
  });
  if (openEntry) return getEntryPath({ entry: openEntry.id, main: 0, is_person: false });
  const [pass] = await readItems("Parking_Main_Information", {
    filter: {
      branch: { _eq: branch },
      parking_type: { _eq: "long_time" },
      _or: [{ vehicle_no: { _eq: normalized } }, { phone_no: { _eq: normalized } }],
    },
    fields: ["id", "is_person"],
    sort: ["-pass_end_time"],
    limit: 1,
  });
  if (!pass) throw new ApiError({ code: "NO_MATCH_FOUND", status: 404 });
  return getEntryPath({ entry: null, main: pass.id, is_person: pass.is_person });
}

function toOpenEntryFilter({
  normalized,
  input,
  branch,
}: {
  normalized: string;
  input: string;
  branch: number;
}): Filter {
  return {
    branch: { _eq: branch },
    parking_status_id: { _in: [parkingSequence.in, parkingSequence.pending] },
    _or: [
      { parking_main_info: { vehicle_no: { [/^\d{4}$/.test(normalized) ? "_ends_with" : "_eq"]: normalized } } },
      { parking_main_info: { phone_no: { _eq: normalized } } },
      { receipt_no: { _eq: input } },
    ],
  };
}
