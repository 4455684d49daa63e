// §2 /valet-parking/scan-parking-entry: opens a ticket by its scanned or typed code.
import { ApiError } from "#web/api/api-error.ts";
import { call } from "#web/api/call.ts";
import { can } from "#domain/access/capabilities.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { Scanner } from "#web/product/scan/scanner.tsx";
import { t } from "#web/languages/t.ts";

const getTicketPath = (id: number) => `valet-parking/detail?id=${id}`;

/** Throws ApiError QR_NOT_VALID for a code that is forged, of another branch or not a valet ticket. */
async function resolveTicketCode(text: string): Promise<string> {
  const data = await call({ route: "POST /actions/valet/scan", body: { text } });
  // The customer's code also authorises the handover while the ticket page is open.
  return data.is_proof ? `${getTicketPath(data.ticket)}&qr=${encodeURIComponent(text)}` : getTicketPath(data.ticket);
}

/** Finds a ticket by what the header search takes. Throws ApiError NO_MATCH_FOUND. */
async function resolveTicketInput(input: string): Promise<string> {
  if (input.startsWith("CHAAVI:")) return resolveTicketCode(input);
  const data = await call({ route: "GET /actions/valet/find", query: { text: input } });
  if (data[0] === undefined) throw new ApiError({ code: "NO_MATCH_FOUND", status: 404 });
  return getTicketPath(data[0]);
}

export function ScanTicketPage() {
  const canFindByCode = can(useRequiredSession(), "valet.manage");
  return (
    <Scanner
      inputLabel={t(canFindByCode ? "Vehicle number, phone, token or OTP" : "Vehicle number, phone, token or key tag")}
      resolveCode={resolveTicketCode}
      resolveInput={resolveTicketInput}
    />
  );
}
