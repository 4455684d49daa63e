// §2 /…/valet-parking/customer/status: what the holder of a ticket sees of it: where the car is, the queue, the charge.
import type { Row } from "#domain/collection.ts";
import { paymentBadge } from "#domain/rules/badge.ts";
import { type Owed, owedBy, paymentStatusOf } from "#domain/rules/payment.ts";
import { type Estimate, estimatePickup } from "#domain/rules/pickup-estimate.ts";
import { statusName } from "#domain/rules/status-names.ts";
import { valetSequence } from "#domain/states/valet.ts";
import type { House } from "#server/context.ts";
import type { Sql } from "#server/db/pool.ts";
import { refuse } from "#server/items/refused.ts";
import { fromDatabase } from "#server/items/values.ts";
import { payToken } from "#server/services/pay-link.ts";
import { readTicketToken } from "#server/services/ticket-link.ts";
import { finishedPickups } from "#server/features/valet/learned-pickups.ts";
import { tickets } from "#server/features/valet/ticket.ts";

/** So long a closed ticket can still be looked at. */
const openAfterOutMs = 24 * 60 * 60_000;

export interface CustomerStatus {
  id: number;
  Vehicle_Number: string;
  token_no: string;
  receipt_no: string;
  status: { sequence: number; name: string };
  in_time: Date | null;
  out_time: Date | null;
  pickup_requested_at: Date | null;
  /** When the customer said that the car is wanted. */
  pickup_wanted_at: Date | null;
  /** First name of who brings the car, once somebody does. */
  driver: string | null;
  /** Cars asked for earlier that are not at the gate yet. */
  ahead: number;
  /** Whole minutes until the car is at the gate; before the request, as if it were made now. Null: too little to say. */
  estimate: Estimate | null;
  /** Paise. */
  owed: Owed;
  payment_status: string;
  payment_type: string | null;
  /** The key to the pay page. */
  pay: string;
  badge: string;
  payment_mode: string | null;
  /** Paise, outside what is owed. */
  valet_tip: number | null;
  customer_name: string | null;
  /** Null until the first word; `unread` counts what the staff wrote. */
  chat: { id: number; unread: number } | null;
  branch: { zone: string; name: string; address: string | null; valet_number: string | null; company: string };
}

interface Found {
  ticket: Row;
  names: unknown;
  unread: number;
  driver: string | null;
  branch: CustomerStatus["branch"];
}

/** The ticket a customer's token opens. INVALID_TOKEN for what is not ours, or of a ticket closed a day ago. */
export function ticketOfToken({ house, token }: { house: House; token: unknown }): number {
  const id = typeof token === "string" ? readTicketToken({ token, secret: house.config.secret }) : undefined;
  return id ?? refuse("INVALID_TOKEN");
}

async function findTicket({ sql, id }: { sql: Sql; id: number }): Promise<Found> {
  const [row] = await sql<(Omit<Found, "ticket"> & { ticket: Row })[]>`
    select row_to_json(v) as ticket, g.status_names as names, d.first_name as driver,
      (select count(*)::int from valet_chat_messages m join valet_chats h on h.id = m.chat
        where h.id = v.chat and m.sender = 'staff' and m.sequence > h.customer_read) as unread,
      json_build_object('zone', b.time_zone, 'name', b.name, 'address', b.address, 'valet_number', b.valet_number, 'company', c.name) as branch
    from "Valet_and_Parking_Information" v
    join "Branch" b on b.id = v.branch
    join "Companies" c on c.id = b.company
    left join "Valet_and_Parking_Configuration" g on g.id = b.valet_and_parking_config
    left join users d on d.id = v.pickup_request_assigned
    where v.id = ${id}`;
  if (!row) refuse("INVALID_TOKEN");
  return { ...row, ticket: fromDatabase(tickets, row.ticket) };
}

/** How many pickups were asked for before this moment and not at the gate then; `at` null is now. */
async function aheadOf({ sql, branch, at }: { sql: Sql; branch: number; at: Date | null }): Promise<number> {
  const [row] = await sql<{ ahead: number }[]>`
    select count(*)::int as ahead from "Valet_and_Parking_Information"
    where branch = ${branch} and status_id in (3, 4) ${at ? sql`and pickup_requested_at < ${at}` : sql``}`;
  return row!.ahead;
}

async function estimateOf({ house, ticket, ahead, now }: { house: House; ticket: Row; ahead: number; now: Date }) {
  const status = ticket["status_id"] as number;
  if (status < valetSequence.parked || status > valetSequence.onTheWay) return null;
  const requestedAt = ticket["pickup_requested_at"] as Date | null;
  const waited = requestedAt ? (now.getTime() - requestedAt.getTime()) / 60_000 : 0;
  const finished = await finishedPickups({ house, branch: ticket["branch"] as number });
  return estimatePickup({ finished, ahead, waited });
}

/** Everything the customer's page shows, as of now. */
export async function customerStatus({ house, id }: { house: House; id: number }): Promise<CustomerStatus> {
  const { sql } = house;
  const now = house.clock();
  const { ticket, names, unread, driver, branch } = await findTicket({ sql, id });
  const out = ticket["out_time"] as Date | null;
  if (out && now.getTime() - out.getTime() > openAfterOutMs) refuse("INVALID_TOKEN");
  const sequence = ticket["status_id"] as number;
  const isWaiting = sequence === valetSequence.pickupRequested || sequence === valetSequence.onTheWay;
  const ahead =
    isWaiting || sequence === valetSequence.parked
      ? await aheadOf({
          sql,
          branch: ticket["branch"] as number,
          at: isWaiting ? (ticket["pickup_requested_at"] as Date) : null,
        })
      : 0;
  const owed = owedBy({ entry: ticket, now });
  return {
    id,
    Vehicle_Number: ticket["Vehicle_Number"] as string,
    token_no: ticket["token_no"] as string,
    receipt_no: ticket["receipt_no"] as string,
    status: { sequence, name: statusName({ names, sequence }) },
    in_time: ticket["in_time"] as Date | null,
    out_time: out,
    pickup_requested_at: ticket["pickup_requested_at"] as Date | null,
    pickup_wanted_at: ticket["pickup_wanted_at"] as Date | null,
    driver,
    ahead,
    estimate: await estimateOf({ house, ticket, ahead, now }),
    owed,
    payment_status: paymentStatusOf(ticket),
    payment_type: ticket["payment_type"] as string | null,
    pay: payToken({ kind: "V", id, secret: house.config.secret }),
    badge: paymentBadge({
      kind: "valet",
      sequence,
      paymentStatus: paymentStatusOf(ticket),
      total: owed.total,
      extended: owed.extended,
    }),
    payment_mode: ticket["payment_mode"] as string | null,
    valet_tip: ticket["valet_tip"] as number | null,
    customer_name: ticket["Customer_Name"] as string | null,
    chat: ticket["chat"] === null ? null : { id: ticket["chat"] as number, unread },
    branch,
  };
}
