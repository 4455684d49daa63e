// §3 wire format of Valet_and_Parking_Information, and its conversion for the rules of domain/.
import type { Row } from "#domain/schema/collection.ts";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { getPaymentLabel } from "#domain/payments/payment-label.ts";
import type { PaymentLabel } from "#domain/payments/payment-label.ts";
import { computeBalance, getPaymentStatus } from "#domain/payments/payment.ts";
import type { EntryBalance } from "#domain/payments/payment.ts";
import { decodeRow } from "#web/api/decode-row.ts";

export interface StaffRefWire {
  id: string;
  first_name: string;
}

/** Fields used by the board and the detail page. */
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
  Assigned_Staff: StaffRefWire | null;
  pickup_request_assigned: StaffRefWire | null;
  pickup_requested_at: string | null;
  pickup_wanted_at: string | null;
  offered_to: StaffRefWire | null;
  manager_called_at: string | null;
  started_time: string | null;
  at_gate_at: string | null;
  date_created: string;
  in_time: string | null;
  out_time: string | null;
  payment_status: string;
  payment_mode: string | null;
  payment_type: string | null;
  payment_collected_by: StaffRefWire | null;
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

const staffRefFields = ["id", "first_name"];

/** `fields` of a query for TicketWire. */
export const ticketFields = [
  "*",
  "status_id.sequence",
  "status_id.name",
  "status_id.colour",
  "vehicle_type.id",
  "vehicle_type.name",
  "vehicle_type.icon",
  ...["Assigned_Staff", "pickup_request_assigned", "payment_collected_by", "offered_to"].flatMap((field) =>
    staffRefFields.map((name) => `${field}.${name}`),
  ),
];

/** Amounts in paise and times as Dates, as the rules of domain/ expect; relations are unchanged. */
export function toTicketRow(ticket: TicketWire): Row {
  const row = decodeRow({ fields: ValetAndParkingInformation.fields, wire: ticket });
  return { ...row, status_id: ticket.status_id.sequence };
}

/** Balance of the ticket at `now` in paise, with the charge breakdown. */
export function computeTicketBalance({ ticket, now }: { ticket: TicketWire; now: Date }): EntryBalance {
  return computeBalance({ entry: toTicketRow(ticket), now });
}

export function getTicketPaymentLabel({
  ticket,
  balance,
}: {
  ticket: TicketWire;
  balance: EntryBalance;
}): PaymentLabel {
  return getPaymentLabel({
    kind: "valet",
    sequence: ticket.status_id.sequence,
    paymentStatus: getPaymentStatus(toTicketRow(ticket)),
    total: balance.total,
    balanceDue: balance.extended,
  });
}
