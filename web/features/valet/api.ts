// What the valet screens ask of the server beyond the generic item calls.
import { request } from "#web/items/client.ts";
import { queryClient } from "#web/items/query-client.ts";
import type { TicketWire } from "#web/items/ticket.ts";

/** A ticket with what its slip prints. */
export interface SlipWire extends TicketWire {
  branch: { name: string; address: string | null; valet_number: string | null } | null;
  company: { name: string } | null;
  /** The text of its QR, and the address of the customer's own page. */
  qr: string;
  link: string;
  /** Only in the answer that made the code. */
  otp?: string;
}

export interface NewTicket {
  Vehicle_Number: string;
  Customer_Phone_Number: string;
  Customer_Name?: string;
  vehicle_type?: number;
  key_tag?: string;
  /** File ids. */
  entry_images?: string[];
}

export interface Payment {
  additional_charge: string;
  addition_note: string | null;
  deduction_charge: string;
  deduction_note: string | null;
  valet_tip: string | null;
  /** What was on the screen when the money was taken, in paise. */
  expected: number;
  is_extra: boolean;
}

export type Move =
  | "park"
  | "request-pickup"
  | "accept-pickup"
  | "at-the-gate"
  | "hand-over"
  | "reassign"
  | "new-code"
  | "pass-offer";

export async function createTicket(sent: NewTicket): Promise<SlipWire> {
  const { data } = await request<{ data: SlipWire }>("/actions/valet/create-ticket", { method: "POST", body: sent });
  return data;
}

/** Makes one move and brings the screens up to date, also where somebody else was first. Throws ApiError. */
export async function moveTicket({
  id,
  move,
  body = {},
}: {
  id: number;
  move: Move;
  body?: object;
}): Promise<SlipWire> {
  try {
    const { data } = await request<{ data: SlipWire }>(`/actions/valet/${id}/${move}`, { method: "POST", body });
    return data;
  } finally {
    void readAgain();
  }
}

/** Throws ApiError ALREADY_PAID, NOTE_REQUIRED, and AMOUNT_MISMATCH with `extensions.owed` in paise. */
export async function takeCash({ id, payment }: { id: number; payment: Payment }): Promise<void> {
  try {
    await request(`/actions/valet/${id}/take-cash`, { method: "POST", body: payment });
  } finally {
    void readAgain();
  }
}

export interface Returning {
  Customer_Name: string | null;
  Customer_Phone_Number: string;
  vehicle_type: number | null;
}

export async function readReturning(plate: string, signal?: AbortSignal): Promise<Returning | null> {
  const { data } = await request<{ data: Returning | null }>(
    `/actions/valet/returning?plate=${encodeURIComponent(plate)}`,
    { signal },
  );
  return data;
}

/** The live event says the same a moment later; who pressed the button sees it at once. */
async function readAgain(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ["items", "Valet_and_Parking_Information"] });
  await queryClient.invalidateQueries({ queryKey: ["items", "Valet_and_Parking_History"] });
}
