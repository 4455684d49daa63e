// §2 /…/valet-parking/customer/status: the ticket as shown to its holder: vehicle status, queue and charge.
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import type { Row } from "#domain/schema/collection.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import { getPaymentLabel } from "#domain/payments/payment-label.ts";
import { computeBalance, getPaymentStatus } from "#domain/payments/payment.ts";
import { estimatePickup } from "#domain/valet/pickup/pickup-estimate.ts";
import { listPickupGates } from "#domain/valet/pickup/pickup-gates.ts";
import type { valetCustomerActions } from "#domain/valet/customer-actions.ts";
import { getStatusName, type StatusNames } from "#domain/valet/status-names.ts";
import { isInSlot, valetSequence } from "#domain/valet/states.ts";
import { createCredentialSealer, getCredentialsKeys } from "#server/auth/secrets.ts";
import type { AppServices } from "#server/context.ts";
import type { Sql } from "#server/db/pool.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { fromDatabase } from "#server/items/field-values.ts";
import { findOpenTip } from "#server/features/payments/start-payment.ts";
import { createPayToken } from "#server/features/payments/resolve-pay-link.ts";
import { createHandoverToken } from "#server/features/valet/handover-token.ts";
import { parseUnverifiedTicketId, isTicketTokenValid } from "#server/features/valet/ticket-link.ts";
import { getRecentPickups } from "#server/features/valet/recent-pickups.ts";

/** How long the page of a closed ticket stays available. */
const accessAfterCheckOutMs = 24 * 60 * 60_000;

export type CustomerStatus = ContractResult<typeof valetCustomerActions.readStatus>;

interface TicketRow {
  isOnlineOffered: boolean;
  sealedOtp: string | null;
  ticket: RowOf<"Valet_and_Parking_Information">;
  names: StatusNames | null;
  gates: string | null;
  unread: number;
  driver: string | null;
  branch: CustomerStatus["branch"];
}

/**
 * Returns the ticket id of a customer's token. INVALID_TOKEN for an invalid signature, and for a link issued before the
 * code was renewed.
 */
export async function resolveTicketToken({
  services,
  token,
}: {
  services: AppServices;
  token: unknown;
}): Promise<number> {
  const id = parseUnverifiedTicketId(token) ?? throwApiError("INVALID_TOKEN");
  const [ticket] = await services.sql<{ renewedAt: Date | null }[]>`
    select otp_renewed_at as "renewedAt" from "Valet_and_Parking_Information" where id = ${id}`;
  const isValid = ticket && isTicketTokenValid({ tokens: services.tokens, token, id, ...ticket });
  return isValid ? id : throwApiError("INVALID_TOKEN");
}

async function loadTicket({ sql, id }: { sql: Sql; id: number }): Promise<TicketRow> {
  const [row] = await sql<(Omit<TicketRow, "ticket"> & { ticket: Row })[]>`
    select row_to_json(v) as ticket, v.otp_sealed as "sealedOtp", p.merchant_id is not null and p.gateway <> 'off' as "isOnlineOffered", g.status_names as names, g.pickup_gates as gates, d.first_name as driver,
      (select count(*)::int from valet_chat_messages m join valet_chats h on h.id = m.chat
        where h.id = v.chat and m.sender = 'staff' and m.sequence > h.customer_read) as unread,
      json_build_object('zone', b.time_zone, 'name', b.name, 'address', b.address, 'valet_number', b.valet_number, 'company', c.name) as branch
    from "Valet_and_Parking_Information" v
    join "Branch" b on b.id = v.branch
    join "Companies" c on c.id = b.company
    left join "Valet_and_Parking_Configuration" g on g.id = b.valet_and_parking_config
    left join payment_settings p on p.branch = b.id
    left join users d on d.id = v.pickup_request_assigned
    where v.id = ${id}`;
  if (!row) throwApiError("INVALID_TOKEN");
  return { ...row, ticket: fromDatabase(ValetAndParkingInformation, row.ticket) };
}

/** Counts the pickups requested before `requestedAt` (null: now) that are not at the gate yet. */
async function countAhead({
  sql,
  branch,
  requestedAt,
}: {
  sql: Sql;
  branch: number;
  requestedAt: Date | null;
}): Promise<number> {
  const [row] = await sql<{ ahead: number }[]>`
    select count(*)::int as ahead from "Valet_and_Parking_Information"
    where branch = ${branch} and status_id in (3, 4) ${requestedAt ? sql`and pickup_requested_at < ${requestedAt}` : sql``}`;
  return row!.ahead;
}

async function estimateTicketPickup({
  services,
  ticket,
  ahead,
  now,
}: {
  services: AppServices;
  ticket: RowOf<"Valet_and_Parking_Information">;
  ahead: number;
  now: Date;
}) {
  const status = ticket.status_id;
  if (status < valetSequence.parked || status > valetSequence.onTheWay) return null;
  const requestedAt = ticket.pickup_requested_at;
  const waitedMinutes = requestedAt ? (now.getTime() - requestedAt.getTime()) / 60_000 : 0;
  const finishedPickups = await getRecentPickups({ services, branch: ticket.branch });
  return estimatePickup({ finishedPickups, ahead, waitedMinutes });
}

/** Null for a code that was sealed with a key that is no longer accepted. */
function unsealCode({ services, sealed }: { services: AppServices; sealed: string }): string | null {
  try {
    return createCredentialSealer(getCredentialsKeys(services.config)).unseal(sealed);
  } catch {
    return null;
  }
}

/** Reads everything the customer's page shows. */
export async function readCustomerStatus({
  services,
  id,
}: {
  services: AppServices;
  id: number;
}): Promise<CustomerStatus> {
  const { sql } = services;
  const now = services.clock();
  const { ticket, sealedOtp, isOnlineOffered, names, gates, unread, driver, branch } = await loadTicket({ sql, id });
  const out = ticket.out_time;
  if (out && now.getTime() - out.getTime() > accessAfterCheckOutMs) throwApiError("INVALID_TOKEN");
  const sequence = ticket.status_id;
  const isWaiting = sequence === valetSequence.pickupRequested || sequence === valetSequence.onTheWay;
  const ahead =
    isWaiting || sequence === valetSequence.parked
      ? await countAhead({
          sql,
          branch: ticket.branch,
          requestedAt: isWaiting ? ticket.pickup_requested_at : null,
        })
      : 0;
  const owed = computeBalance({ entry: ticket, now });
  return {
    id,
    Vehicle_Number: ticket.Vehicle_Number,
    token_no: ticket.token_no,
    otp: out || sealedOtp === null ? null : unsealCode({ services, sealed: sealedOtp }),
    handover_qr: out ? null : createHandoverToken({ tokens: services.tokens, id, renewedAt: ticket.otp_renewed_at }),
    key_tag: out ? null : ticket.key_tag,
    slot: isInSlot(sequence) && ticket.slot_no ? `${ticket.slot_prefix ?? ""}${ticket.slot_no}` : null,
    receipt_no: ticket.receipt_no,
    status: { sequence, name: getStatusName({ names, sequence }) },
    is_cancelled: ticket.voided_at !== null,
    in_time: ticket.in_time,
    out_time: out,
    pickup_requested_at: ticket.pickup_requested_at,
    pickup_wanted_at: ticket.pickup_wanted_at,
    pickup_gate: ticket.pickup_gate,
    pickup_gates: listPickupGates(gates),
    driver,
    ahead,
    estimate: await estimateTicketPickup({ services, ticket, ahead, now }),
    owed,
    payment_status: getPaymentStatus(ticket),
    payment_type: ticket.payment_type,
    pay: createPayToken({ tokens: services.tokens, entry: { kind: "V", id }, renewedAt: ticket.link_renewed_at }),
    badge: getPaymentLabel({
      kind: "valet",
      sequence,
      paymentStatus: getPaymentStatus(ticket),
      total: owed.total,
      balanceDue: owed.extended,
    }),
    payment_mode: ticket.payment_mode,
    valet_tip: ticket.valet_tip,
    is_tip_collected: ticket.tip_collected_at !== null,
    online_tip: ticket.online_tip,
    pending_tip: (await findOpenTip({ services, sql, ticket: id }))?.amount ?? null,
    is_online_offered: isOnlineOffered,
    rating: ticket.rating,
    customer_name: ticket.Customer_Name,
    chat: ticket.chat === null ? null : { id: ticket.chat, unread },
    branch,
  };
}
