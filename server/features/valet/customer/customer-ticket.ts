// What messages to the customer of a ticket contain.
import type { AppServices } from "#server/context.ts";
import { buildTicketPagePath } from "#server/features/valet/ticket.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

interface CustomerTicket {
  plate: string;
  phone: string;
  branch: number;
  /** The ticket's page, with its token. */
  path: string;
}

export async function readCustomerTicket({
  services: { tokens },
  ctx: { tx },
  id,
}: {
  services: Pick<AppServices, "tokens">;
  ctx: Pick<WriteContext, "tx">;
  id: number;
}): Promise<CustomerTicket> {
  const [ticket] = await tx<
    {
      plate: string;
      phone: string;
      branch: number;
      slugs: { company: string; branch: string };
      renewedAt: Date | null;
    }[]
  >`
    select v."Vehicle_Number" as plate, v."Customer_Phone_Number" as phone, v.branch, v.otp_renewed_at as "renewedAt",
      json_build_object('company', c.slug, 'branch', b.slug) as slugs
    from "Valet_and_Parking_Information" v join "Branch" b on b.id = v.branch join "Companies" c on c.id = b.company
    where v.id = ${id}`;
  const { slugs, renewedAt, ...values } = ticket!;
  return { ...values, path: buildTicketPagePath({ ...slugs, id, renewedAt, tokens }) };
}
