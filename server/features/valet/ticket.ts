// §3: access to one ticket, and its JSON for pages and slip.
import { z } from "zod";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { ticketSlipFields } from "#domain/valet/slip-fields.ts";
import { matchesFilter } from "#domain/schema/filter.ts";
import { worksForService } from "#domain/people/staff-service.ts";
import { canManageValet, canOpenTicketPage } from "#domain/valet/valet-staff.ts";
import { valetService } from "#domain/valet/valet-ticket.ts";
import type { AppServices } from "#server/context.ts";
import { getGrant } from "#server/items/access/grants.ts";
import { buildQueryById } from "#server/items/read/read.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { Session } from "#server/items/access/session.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { jsonText } from "#server/json-text.ts";
import { readListAs } from "#server/request.ts";
import { isTestOf } from "#domain/visitors/test-entry.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import type { TokenService } from "#server/auth/tokens.ts";
import { createPayToken } from "#server/features/payments/resolve-pay-link.ts";
import { createHandoverToken } from "#server/features/valet/handover-token.ts";
import { createTicketToken } from "#server/features/valet/ticket-link.ts";

const timeText = z
  .string()
  .transform((at) => new Date(at))
  .nullish();

/** Fields of a ticket that its link is built from. */
const linkRow = z.object({
  branch: z.object({ slug: z.string() }),
  company: z.object({ slug: z.string() }).nullish(),
  otp_renewed_at: timeText,
});
const payLinkRow = z.object({ link_renewed_at: timeText });
const ticketRows = jsonText(z.array(z.record(z.string(), z.unknown())));

function buildLink({ ticket, id, tokens }: { ticket: unknown; id: number; tokens: TokenService }): string {
  const { company, branch, otp_renewed_at: renewedAt = null } = linkRow.parse(ticket);
  return buildTicketPagePath({ company: company?.slug, branch: branch.slug, id, renewedAt, tokens });
}

/**
 * Returns the ticket as JSON text with the slip's QR text, and for managers with the path of the ticket page and a code that
 * was issued: drivers see neither, and their QR text only identifies the ticket. A test has code and QR text, but no
 * customer and no page.
 */
export async function readTicketJson({
  services,
  session,
  id,
  otp,
}: {
  services: AppServices;
  session: Session;
  id: number;
  /** The handover code, in the reply to the request that issued it. */
  otp?: string;
}): Promise<string> {
  const query = buildQueryById({ collection: ValetAndParkingInformation, id: String(id), fields: ticketSlipFields })!;
  const { data } = await readListAs({ services, session, collection: ValetAndParkingInformation, query });
  if (data === "[]") throwApiError("FORBIDDEN");
  const [ticket] = ticketRows.parse(data);
  const { tokens } = services;
  const canManage = canManageValet(session.actor);
  const isTest = isTestOf(session.actor);
  const { otp_renewed_at: renewedAt = null } = linkRow.parse(ticket);
  const extraValues = {
    qr:
      canManage || isTest
        ? createHandoverToken({ tokens, id, renewedAt })
        : tokens.issue({ kind: tokenKinds.qr, payload: { kind: "V", id } }),
    pay: createPayToken({ tokens, entry: { kind: "V", id }, renewedAt: payLinkRow.parse(ticket).link_renewed_at }),
    ...(canManage && { link: buildLink({ ticket, id, tokens }) }),
    ...((canManage || isTest) && otp && { otp }),
  };
  return `{"data":${JSON.stringify({ ...ticket, ...extraValues })}}`;
}

/** Returns the path of the ticket's live page; FORBIDDEN if the actor may not read the ticket, or is a driver. */
export async function getTicketPagePath({
  services,
  session,
  id,
}: {
  services: AppServices;
  session: Session;
  id: number;
}): Promise<string> {
  if (!canOpenTicketPage(session.actor)) throwApiError("FORBIDDEN");
  const query = buildQueryById({
    collection: ValetAndParkingInformation,
    id: String(id),
    fields: ["branch.slug", "company.slug", "otp_renewed_at"],
  })!;
  const { data } = await readListAs({ services, session, collection: ValetAndParkingInformation, query });
  const [ticket] = ticketRows.parse(data);
  if (!ticket) throwApiError("FORBIDDEN");
  return buildLink({ ticket, id, tokens: services.tokens });
}

/** '/acme/mg-road/valet-parking/customer/status?t=…' */
export function buildTicketPagePath({
  company,
  branch,
  ...key
}: {
  company: string | undefined;
  branch: string;
  id: number;
  /** Time of the last code renewal; null without one. */
  renewedAt: Date | null;
  tokens: TokenService;
}): string {
  return `/${company}/${branch}/valet-parking/customer/status?t=${createTicketToken(key)}`;
}

/** Key of the SMS with the code and the link; each renewal is a message of its own. */
export function getTicketMessageEvent({ id, renewedAt }: { id: number; renewedAt: Date | null }): string {
  return `valet-ticket:${id}${renewedAt ? `:${renewedAt.getTime()}` : ""}`;
}

export interface WritableTicket {
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
  Customer_Phone_Number: string;
}

/**
 * Loads a ticket the actor may change; FORBIDDEN for a missing ticket and for one of another branch alike,
 * STAFF_NOT_OF_SERVICE.
 */
export async function loadWritableTicket({
  ctx,
  id,
  isLocked = false,
}: {
  ctx: WriteContext;
  id: number;
  /** Locks the ticket until the transaction ends. */
  isLocked?: boolean;
}): Promise<WritableTicket> {
  const grant = getGrant({ collection: ValetAndParkingInformation, operation: "update", actor: ctx.actor });
  if (!worksForService({ actor: ctx.actor, service: valetService })) throwApiError("STAFF_NOT_OF_SERVICE");
  const [row] = await ctx.tx<WritableTicket[]>`
    select id, company, branch, status_id, "OTP_Value", otp_renewed_at, "Assigned_Staff",
      pickup_request_assigned, offered_to, pickup_requested_at, "Customer_Phone_Number"
    from "Valet_and_Parking_Information" where id = ${id} ${isLocked ? ctx.tx`for update` : ctx.tx``}`;
  if (!grant || !row || (grant.rows !== true && !matchesFilter({ ...row }, grant.rows))) throwApiError("FORBIDDEN");
  return row;
}
