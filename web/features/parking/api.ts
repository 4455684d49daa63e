// What the parking screens ask of the server beyond the generic item calls.
import { request } from "#web/items/client.ts";
import type { EntryWire } from "#web/items/entry.ts";
import { queryClient } from "#web/items/query-client.ts";

/** An entry with what its slip prints. */
export interface SlipWire extends EntryWire {
  branch: { name: string; address: string | null } | null;
  company: { name: string } | null;
  charge_amount_for_minutes: string | null;
  parking_time_type: string | null;
  time_value_for_minutes: number | null;
  min_charge_of_minutes: string | null;
  /** The text of its QR. */
  qr: string;
  /** The key to its pay page. */
  pay?: string;
}

/** What is said of a vehicle or an approved entry when it comes in. */
export interface Arrival {
  slot_prefix?: string;
  slot_no?: number;
  /** File ids. */
  entry_images?: string[];
}

export interface CheckIn extends Arrival {
  vehicle_no?: string;
  phone_no?: string;
  name?: string;
  email?: string;
  vehicle_type?: number;
  is_person?: boolean;
  entry_reason?: string;
  /** The employee a visitor comes to see. */
  visitor_id?: string;
  /** The pass somebody comes in with. */
  parking_main_info?: number;
}

export interface Payment {
  additional_charge: string;
  addition_note: string | null;
  deduction_charge: string;
  deduction_note: string | null;
  /** What was on the screen when the money was taken, in paise. */
  expected: number;
  is_extra: boolean;
  auto_checkout: boolean;
}

async function act(path: string, body: object): Promise<SlipWire> {
  const { data } = await request<{ data: SlipWire }>(`/actions/parking/${path}`, { method: "POST", body });
  return data;
}

export function checkIn(sent: CheckIn): Promise<SlipWire> {
  return act("check-in", sent);
}

/** An invite, an approved or a paid entry comes in. */
export function letIn(id: number, arrival: Arrival): Promise<SlipWire> {
  return act(`${id}/check-in`, arrival);
}

/** Throws ApiError ALREADY_PAID, NOTE_REQUIRED, and AMOUNT_MISMATCH with `extensions.owed` in paise. */
export function takeCash(id: number, payment: Payment): Promise<SlipWire> {
  return act(`${id}/take-cash`, payment);
}

export function checkOut(id: number): Promise<SlipWire> {
  return act(`${id}/check-out`, {});
}

export async function readSlip(id: number): Promise<SlipWire> {
  const { data } = await request<{ data: SlipWire }>(`/actions/parking/${id}/slip`);
  return data;
}

/** The live event says the same a moment later; who pressed the button sees it at once. */
export async function readAgain(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ["items", "Parking_Information"] });
  await queryClient.invalidateQueries({ queryKey: ["items", "Parking_History"] });
}
