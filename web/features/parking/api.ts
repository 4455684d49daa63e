// Parking actions of the server that the generic item calls do not cover.
import type { ActionReply } from "#domain/contracts.ts";
import { call } from "#web/api/call.ts";
import { refreshItems } from "#web/api/query-client.ts";

/** An entry with what its slip prints. */
export type EntrySlip = ActionReply<"GET /actions/parking/:id/slip">;

/** Details recorded on arrival. */
export interface CheckInDetails {
  slot_prefix?: string;
  slot_no?: number;
  /** File ids. */
  entry_images?: string[];
  /** An invite needs one of the two: its code, or the phone number it was issued for. */
  qr?: string;
  phone_no?: string;
}

export interface CheckInBody extends Omit<CheckInDetails, "qr"> {
  vehicle_no?: string;
  name?: string;
  email?: string;
  vehicle_type?: number;
  is_person?: boolean;
  entry_reason?: string;
  /** User id of the employee to meet. */
  visitor_id?: string;
  /** Visitor record of the pass used for this entry. */
  parking_main_info?: number;
}

export interface CashPaymentBody {
  additional_charge: string;
  addition_note: string | null;
  deduction_charge: string;
  deduction_note: string | null;
  /** Balance due shown when the cash was collected, in paise. */
  expected: number;
  is_extra: boolean;
  auto_checkout: boolean;
}

export function checkIn(body: CheckInBody): Promise<EntrySlip> {
  return call({ route: "POST /actions/parking/check-in", body });
}

/** Checks in a pending entry: invited, approved or prepaid. */
export function checkInPending(id: number, arrival: CheckInDetails): Promise<EntrySlip> {
  return call({ route: "POST /actions/parking/:id/check-in", id, body: arrival });
}

/** Throws ApiError ALREADY_PAID, NOTE_REQUIRED, and AMOUNT_MISMATCH with `extensions.owed` in paise. */
export function collectCash(id: number, payment: CashPaymentBody): Promise<EntrySlip> {
  return call({ route: "POST /actions/parking/:id/take-cash", id, body: payment });
}

export function checkOut(id: number): Promise<EntrySlip> {
  return call({ route: "POST /actions/parking/:id/check-out", id });
}

export function readSlip(id: number): Promise<EntrySlip> {
  return call({ route: "GET /actions/parking/:id/slip", id });
}

/** Refetches at once instead of waiting for the live event. */
export async function refreshEntries(): Promise<void> {
  await refreshItems("Parking_Information", "Parking_History");
}
