// Valet actions of the server (beside the generic item routes).
import type { WireRow } from "#domain/schema/registry.ts";
import { request } from "#web/api/client.ts";
import { queryClient } from "#web/api/query-client.ts";
import type { ticketFields } from "#web/api/ticket.ts";

/** A ticket with the details printed on its slip. */
export type TicketSlip = WireRow<
  "Valet_and_Parking_Information",
  readonly [...typeof ticketFields, "branch.name", "branch.address", "branch.valet_number", "company.name"]
> & {
  /** Text of the QR code; URL of the customer's status page. */
  qr: string;
  link: string;
  /** Only in the response that issued the code. */
  otp?: string;
};

export interface NewTicketBody {
  Vehicle_Number: string;
  Customer_Phone_Number: string;
  Customer_Name?: string;
  vehicle_type?: number;
  key_tag?: string;
  /** File ids. */
  entry_images?: string[];
}

export interface CashPaymentBody {
  additional_charge: string;
  addition_note: string | null;
  deduction_charge: string;
  deduction_note: string | null;
  valet_tip: string | null;
  /** Paise; the amount due that was displayed when the cash was collected. */
  expected: number;
  is_extra: boolean;
}

export type TicketMove =
  | "park"
  | "request-pickup"
  | "accept-pickup"
  | "at-the-gate"
  | "hand-over"
  | "reassign"
  | "new-code"
  | "pass-offer";

export async function createTicket(body: NewTicketBody): Promise<TicketSlip> {
  const { data } = await request<{ data: TicketSlip }>("/actions/valet/create-ticket", { method: "POST", body });
  return data;
}

/** Performs the move and refreshes the lists, also after a conflict. Throws ApiError. */
export async function moveTicket({
  id,
  move,
  body = {},
}: {
  id: number;
  move: TicketMove;
  body?: object;
}): Promise<TicketSlip> {
  try {
    const { data } = await request<{ data: TicketSlip }>(`/actions/valet/${id}/${move}`, { method: "POST", body });
    return data;
  } finally {
    void refreshTickets();
  }
}

/** Throws ApiError ALREADY_PAID, NOTE_REQUIRED, and AMOUNT_MISMATCH with `extensions.owed` in paise. */
export async function collectCash({ id, payment }: { id: number; payment: CashPaymentBody }): Promise<void> {
  try {
    await request(`/actions/valet/${id}/take-cash`, { method: "POST", body: payment });
  } finally {
    void refreshTickets();
  }
}

export interface ReturningCustomer {
  Customer_Name: string | null;
  Customer_Phone_Number: string;
  vehicle_type: number | null;
}

export async function readReturningCustomer(plate: string, signal?: AbortSignal): Promise<ReturningCustomer | null> {
  const { data } = await request<{ data: ReturningCustomer | null }>(
    `/actions/valet/returning?plate=${encodeURIComponent(plate)}`,
    { signal },
  );
  return data;
}

/** Refreshes immediately; the live event for the same change arrives later. */
async function refreshTickets(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ["items", "Valet_and_Parking_Information"] });
  await queryClient.invalidateQueries({ queryKey: ["items", "Valet_and_Parking_History"] });
}
