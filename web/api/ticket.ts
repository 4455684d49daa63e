// §3 wire format of Valet_and_Parking_Information, and its conversion for the rules of domain/.
import type { WireRow } from "#domain/schema/registry.ts";
import type { Row } from "#domain/schema/collection.ts";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { ticketRelationFields } from "#domain/valet/slip-fields.ts";
import { getPaymentLabel } from "#domain/payments/payment-label.ts";
import type { PaymentLabel } from "#domain/payments/payment-label.ts";
import { getPaymentStatus } from "#domain/payments/payment.ts";
import type { EntryBalance } from "#domain/payments/payment.ts";
import { createBalanceCache } from "#domain/tariffs/running-balance.ts";
import { decodeRow } from "#domain/schema/decode-row.ts";

/** `fields` of a query for `Ticket`: what the board and the detail page show. */
export const ticketFields = [
  "*",
  "status_id.sequence",
  "status_id.name",
  "status_id.colour",
  ...ticketRelationFields,
] as const;
/** Without the relations that other queries replace by rows. */
export type Ticket = Omit<
  WireRow<"Valet_and_Parking_Information", typeof ticketFields>,
  "branch" | "company" | "entry_images" | "voided_by"
>;
export type StaffRef = WireRow<"users", readonly ["id", "first_name"]>;

/** `fields` of a query for `OwnTicket`: what its customer sees of it. */
export const ownTicketFields = [
  "*",
  "status_id.sequence",
  "status_id.name",
  "status_id.colour",
  "branch.name",
  "branch.company.name",
  "branch.time_zone",
  "branch.latitude",
  "branch.longitude",
] as const;
export type OwnTicket = WireRow<"Valet_and_Parking_Information", typeof ownTicketFields>;

/** Amounts in paise and times as Dates, as the rules of domain/ expect; relations are unchanged. */
export function toTicketRow(ticket: Ticket | OwnTicket): Row {
  const row = decodeRow({ fields: ValetAndParkingInformation.fields, wire: ticket });
  return { ...row, status_id: ticket.status_id.sequence };
}

const findBalance = createBalanceCache<Ticket | OwnTicket>(toTicketRow);

/** Balance of the ticket at `now` in paise, with the charge breakdown. */
export function computeTicketBalance({ ticket, now }: { ticket: Ticket | OwnTicket; now: Date }): EntryBalance {
  return findBalance({ row: ticket, now });
}

export function getTicketPaymentLabel({
  ticket,
  balance,
}: {
  ticket: Ticket | OwnTicket;
  balance: EntryBalance;
}): PaymentLabel {
  return getPaymentLabel({
    kind: "valet",
    sequence: ticket.status_id.sequence,
    paymentStatus: getPaymentStatus(toTicketRow(ticket)),
    total: balance.total,
    balanceDue: balance.extended,
    writtenOff: balance.writtenOff,
  });
}
