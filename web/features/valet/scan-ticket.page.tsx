// §2 /valet-parking/scan-parking-entry: opens a ticket by its scanned or typed code.
import { ApiError } from "#web/api/api-error.ts";
import { call } from "#web/api/call.ts";
import { readItems } from "#web/api/items.ts";
import { useBranch } from "#web/api/use-session.ts";
import { Scanner } from "#web/product/scan/scanner.tsx";

const getTicketPath = (id: number) => `valet-parking/detail?id=${id}`;

/** Throws ApiError QR_NOT_VALID for a code that is forged, of another branch or not a valet ticket. */
async function resolveTicketCode(text: string): Promise<string> {
  const data = await call({ route: "POST /actions/valet/scan", body: { text } });
  // The scanned code also authorises the handover while the ticket page is open.
  return `${getTicketPath(data.ticket)}&qr=${encodeURIComponent(text)}`;
}

/** Finds an open ticket by token, vehicle number, phone number or OTP. Throws ApiError NO_MATCH_FOUND. */
async function resolveTicketInput({ input, branch }: { input: string; branch: number }): Promise<string> {
  if (input.startsWith("CHAAVI:")) return resolveTicketCode(input);
  const [byToken] = await readItems("Valet_and_Parking_Information", {
    filter: { branch: { _eq: branch }, token_no: { _eq: input.toUpperCase() } },
    fields: ["id"],
    limit: 1,
  });
  if (byToken) return getTicketPath(byToken.id);
  const data = await call({ route: "GET /actions/valet/find", query: { text: input } });
  if (data[0] === undefined) throw new ApiError({ code: "NO_MATCH_FOUND", status: 404 });
  return getTicketPath(data[0]);
}

export function ScanTicketPage() {
  const { branch } = useBranch();
  return (
    <Scanner
      inputLabel="Vehicle number, phone, token or OTP"
      resolveCode={resolveTicketCode}
      resolveInput={(input) => resolveTicketInput({ input, branch: branch.id })}
    />
  );
}
