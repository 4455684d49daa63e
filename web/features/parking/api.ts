// Parking actions of the server that the generic item calls do not cover.
import type { ActionBody, ActionReply } from "#domain/contracts.ts";
import type { Receipt } from "#domain/payments/receipt.ts";
import { call } from "#web/api/call.ts";
import { refreshItems } from "#web/api/query-client.ts";

/** An entry with what its slip prints. */
export type EntrySlip = ActionReply<"GET /actions/parking/:id/slip">;

/** Details recorded on arrival. An invite needs its code, or the phone number it was issued for. */
export type CheckInDetails = ActionBody<"POST /actions/parking/:id/check-in">;

/** Checks in a pending entry: invited, approved or prepaid. */
export function checkInPending(id: number, arrival: CheckInDetails): Promise<EntrySlip> {
  return call({ route: "POST /actions/parking/:id/check-in", id, body: arrival });
}

/** Payments, refunds and tax invoices of an entry, by the token of its payment link. */
export function readReceipt(token: string): Promise<Receipt> {
  return call({ route: "GET /actions/receipts/:token", token });
}

/** Records a print of the slip, or of the receipt once paid. */
export function recordPrint(id: number): Promise<EntrySlip> {
  return call({ route: "POST /actions/parking/:id/print-slip", id });
}

/** Throws ApiError ENTRY_CHANGED, NO_CHANGES, SLOT_EXIST, SLOT_FULL, BADGE_IN_USE. */
export function editEntry(id: number, body: ActionBody<"POST /actions/parking/:id/edit">): Promise<EntrySlip> {
  return call({ route: "POST /actions/parking/:id/edit", id, body });
}

export interface CorrectionBody {
  vehicle_no?: string;
  phone_no?: string;
  vehicle_type?: number;
  name?: string | null;
  reason: string;
  /** Total shown before confirming another vehicle type, in paise. */
  expected?: number;
}

/** Throws ApiError CORRECTION_NOT_ALLOWED, VEHICLE_IN_PROGRESS, AMOUNT_MISMATCH with `extensions.owed` in paise. */
export function correctEntry(id: number, body: CorrectionBody): Promise<EntrySlip> {
  return call({ route: "POST /actions/parking/:id/correct", id, body });
}

/** Throws ApiError VOID_NOT_ALLOWED, VOID_CASH_RECEIVED, REFUND_OVER_LIMIT, NO_NEXT_STATUS, STATUS_ALREADY_UPDATED. */
export function voidEntry(id: number, reason: string): Promise<EntrySlip> {
  return call({ route: "POST /actions/parking/:id/void", id, body: { reason } });
}

/** Throws ApiError EXIT_TIME_INVALID, AMOUNT_MISMATCH, STATUS_ALREADY_UPDATED, NO_NEXT_STATUS. */
export function recordExit(id: number, body: ActionBody<"POST /actions/parking/:id/record-exit">): Promise<EntrySlip> {
  return call({ route: "POST /actions/parking/:id/record-exit", id, body });
}

export function checkOut(id: number): Promise<EntrySlip> {
  return call({ route: "POST /actions/parking/:id/check-out", id });
}

/** Refetches at once instead of waiting for the live event. */
export async function refreshEntries(): Promise<void> {
  await refreshItems("Parking_Information", "Parking_History");
}
