// §3: one ticket: who may touch it, and how its pages and its slip show it.
import type { Collection, Row } from "#domain/collection.ts";
import { ValetAndParkingInformation } from "#domain/collections/valet-and-parking-information.ts";
import { matches } from "#domain/filter.ts";
import type { House, Origin } from "#server/context.ts";
import { grantOf } from "#server/items/grants.ts";
import { queryById } from "#server/items/read.ts";
import { refuse, refusePayload } from "#server/items/refused.ts";
import type { Session } from "#server/items/who.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import { readAs } from "#server/request.ts";
import { payToken } from "#server/services/pay-link.ts";
import { qrText } from "#server/services/qr.ts";
import { ticketToken } from "#server/services/ticket-link.ts";

export const tickets = ValetAndParkingInformation as unknown as Collection;

/** One press of one person. */
export interface Press {
  house: House;
  session: Session;
  origin: Origin;
  id: number;
  body: Row;
}

const person = ["id", "first_name"];
const shown = [
  "*",
  "vehicle_type.name",
  "vehicle_type.id",
  "status_id.*",
  ...["Assigned_Staff", "pickup_request_assigned", "payment_collected_by", "offered_to"].flatMap((field) =>
    person.map((name) => `${field}.${name}`),
  ),
  "entry_images.vehicle_image",
  "branch.name",
  "branch.slug",
  "branch.address",
  "branch.valet_number",
  "company.name",
  "company.slug",
];

/** The ticket as JSON text, with its slip's QR, the way to the customer's page, and what this answer alone tells. */
export async function ticketText({
  house,
  session,
  id,
  extra = {},
}: {
  house: House;
  session: Session;
  id: number;
  extra?: { otp?: string };
}): Promise<string> {
  const query = queryById({ collection: tickets, id: String(id), fields: shown })!;
  const { data } = await readAs({ house, session, collection: tickets, query });
  if (data === "[]") refuse("FORBIDDEN");
  const [ticket] = JSON.parse(data) as { company: { slug: string } | null; branch: { slug: string } }[];
  const { secret } = house.config;
  const more = {
    qr: qrText({ kind: "V", id, secret }),
    pay: payToken({ kind: "V", id, secret }),
    link: pageOf({ company: ticket!.company?.slug, branch: ticket!.branch.slug, id, secret }),
    ...extra,
  };
  return `{"data":${JSON.stringify({ ...ticket, ...more })}}`;
}

/** The way to a ticket's live page, for who may read the ticket. FORBIDDEN. */
export async function ownPage({ house, session, id }: { house: House; session: Session; id: number }): Promise<string> {
  const query = queryById({ collection: tickets, id: String(id), fields: ["branch.slug", "company.slug"] })!;
  const { data } = await readAs({ house, session, collection: tickets, query });
  const [ticket] = JSON.parse(data) as { company: { slug: string }; branch: { slug: string } }[];
  if (!ticket) refuse("FORBIDDEN");
  return pageOf({ company: ticket.company.slug, branch: ticket.branch.slug, id, secret: house.config.secret });
}

/** '/acme/mg-road/valet-parking/customer/status?t=…' */
export function pageOf({
  company,
  branch,
  id,
  secret,
}: {
  company: string | undefined;
  branch: string;
  id: number;
  secret: string;
}): string {
  return `/${company}/${branch}/valet-parking/customer/status?t=${ticketToken({ id, secret })}`;
}

export interface OwnTicket {
  id: number;
  company: number;
  branch: number;
  status_id: number;
  OTP_Value: string | null;
  otp_renewed_at: Date | null;
  Assigned_Staff: string | null;
  pickup_request_assigned: string | null;
  offered_to: string | null;
  pickup_requested_at: Date | null;
}

/** The ticket, for who may change it; another branch's is as absent: FORBIDDEN. */
export async function ownTicket({ ctx, id }: { ctx: WriteContext; id: number }): Promise<OwnTicket> {
  const grant = grantOf({ collection: tickets, operation: "update", who: ctx.who });
  const [row] = await ctx.tx<OwnTicket[]>`
    select id, company, branch, status_id, "OTP_Value", otp_renewed_at, "Assigned_Staff",
      pickup_request_assigned, offered_to, pickup_requested_at
    from "Valet_and_Parking_Information" where id = ${id}`;
  if (!grant || !row || (grant.rows !== true && !matches({ ...row }, grant.rows))) refuse("FORBIDDEN");
  return row;
}

/** Refuses a body that names what is not part of this action. */
export function onlyNaming({ body, names, action }: { body: Row; names: readonly string[]; action: string }): Row {
  for (const name of Object.keys(body)) if (!names.includes(name)) refusePayload(`"${name}" is not part of ${action}.`);
  return body;
}
