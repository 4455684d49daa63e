// §3 Valet_and_Parking_Information as the wire has it, and as the rules of domain/ read it.
import type { Row } from "#domain/collection.ts";
import { ValetAndParkingInformation } from "#domain/collections/valet-and-parking-information.ts";
import { paymentBadge } from "#domain/rules/badge.ts";
import type { Badge } from "#domain/rules/badge.ts";
import { owedBy, paymentStatusOf } from "#domain/rules/payment.ts";
import type { Owed } from "#domain/rules/payment.ts";
import { rowOfWire } from "#web/items/row-of-wire.ts";

export interface PersonWire {
  id: string;
  first_name: string;
}

/** What the board and the detail page ask for. */
export interface TicketWire {
  id: number;
  Vehicle_Number: string;
  Customer_Name: string | null;
  Customer_Phone_Number: string;
  vehicle_type: { id: number; name: string; icon: string | null } | null;
  key_tag: string | null;
  slot_prefix: string | null;
  slot_no: number | null;
  token_no: string;
  receipt_no: string;
  is_valet_parking: boolean;
  status_id: { sequence: number; name: string; colour: string };
  Assigned_Staff: PersonWire | null;
  pickup_request_assigned: PersonWire | null;
  pickup_requested_at: string | null;
  pickup_wanted_at: string | null;
  offered_to: PersonWire | null;
  manager_called_at: string | null;
  started_time: string | null;
  at_gate_at: string | null;
  date_created: string;
  in_time: string | null;
  out_time: string | null;
  payment_status: string;
  payment_mode: string | null;
  payment_type: string | null;
  payment_collected_by: PersonWire | null;
  paid_at: string | null;
  valet_charge: string | null;
  valet_tip: string | null;
  additional_charge: string | null;
  addition_note: string | null;
  deduction_charge: string | null;
  deduction_note: string | null;
  handover_mode: "otp" | "qr" | "note" | null;
  handover_note: string | null;
  otp_renewed_at: string | null;
  entry_images?: readonly { vehicle_image: string }[];
}

const person = ["id", "first_name"];

/** `fields` of a query that answers TicketWire. */
export const ticketFields = [
  "*",
  "status_id.sequence",
  "status_id.name",
  "status_id.colour",
  "vehicle_type.id",
  "vehicle_type.name",
  "vehicle_type.icon",
  ...["Assigned_Staff", "pickup_request_assigned", "payment_collected_by", "offered_to"].flatMap((field) =>
    person.map((name) => `${field}.${name}`),
  ),
];

/** As every rule of domain/ takes a row; relations stay as they came. */
export function rowOfTicket(ticket: TicketWire): Row {
  const row = rowOfWire({ fields: ValetAndParkingInformation.fields, wire: ticket });
  return { ...row, status_id: ticket.status_id.sequence };
}

/** What the ticket owes at a moment, in paise, with the arithmetic. */
export function owedByTicket({ ticket, now }: { ticket: TicketWire; now: Date }): Owed {
  return owedBy({ entry: rowOfTicket(ticket), now });
}

export function badgeOfTicket({ ticket, owed }: { ticket: TicketWire; owed: Owed }): Badge {
  return paymentBadge({
    kind: "valet",
    sequence: ticket.status_id.sequence,
    paymentStatus: paymentStatusOf(rowOfTicket(ticket)),
    total: owed.total,
    extended: owed.extended,
  });
}
