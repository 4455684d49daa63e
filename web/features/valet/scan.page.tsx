// §2 /valet-parking/scan-parking-entry: a ticket's QR before the camera, or typed; its car opens ready for the next step.
import { ApiError } from "#web/items/api-error.ts";
import { request } from "#web/items/client.ts";
import { readItems } from "#web/items/items.ts";
import { useBranch } from "#web/items/use-session.ts";
import { Scanner } from "#web/ui/scan/scanner.tsx";

const pageOf = (id: number) => `valet-parking/detail?id=${id}`;

/** Throws ApiError QR_NOT_VALID for what is forged, of another branch or no valet ticket. */
async function pageOfCode(text: string): Promise<string> {
  const { data } = await request<{ data: { ticket: number } }>("/actions/valet/scan", {
    method: "POST",
    body: { text },
  });
  // The QR opens the handover as well, as long as this page is not left.
  return `${pageOf(data.ticket)}&qr=${encodeURIComponent(text)}`;
}

/** The open car of a token, plate, phone number or OTP. Throws ApiError NO_MATCH_FOUND. */
async function pageOfTyped({ typed, branch }: { typed: string; branch: number }): Promise<string> {
  if (typed.startsWith("CHAAVI:")) return pageOfCode(typed);
  const [byToken] = await readItems<{ id: number }>("Valet_and_Parking_Information", {
    filter: { branch: { _eq: branch }, token_no: { _eq: typed.toUpperCase() } },
    fields: ["id"],
    limit: 1,
  });
  if (byToken) return pageOf(byToken.id);
  const { data } = await request<{ data: number[] }>(`/actions/valet/find?text=${encodeURIComponent(typed)}`);
  if (data[0] === undefined) throw new ApiError({ code: "NO_MATCH_FOUND", status: 404 });
  return pageOf(data[0]);
}

export function ScanTicketPage() {
  const { branch } = useBranch();
  return (
    <Scanner
      typedLabel="Plate, phone number, token or OTP"
      pageOfCode={pageOfCode}
      pageOfTyped={(typed) => pageOfTyped({ typed, branch: branch.id })}
    />
  );
}
