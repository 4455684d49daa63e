// §4 paying online: what one entry owes and how its payment stands, for the payer's page and for the gate.
import type { Badge } from "#domain/rules/badge.ts";
import type { Owed } from "#domain/rules/payment.ts";
import type { AttemptState } from "#domain/states/online-payment.ts";
import { request } from "#web/items/client.ts";

export interface PayWire {
  kind: "P" | "V";
  id: number;
  token: string;
  name: string | null;
  receipt_no: string | null;
  sequence: number;
  in_time: string | null;
  out_time: string | null;
  owed: Owed;
  payment_status: string;
  payment_mode: "cash" | "online" | null;
  badge: Badge;
  /** Paise. */
  refunded: number;
  isOffered: boolean;
  isTaxed: boolean;
  attempt: {
    id: number;
    amount: number;
    state: AttemptState;
    started_at: string;
    transaction: string;
    is_current: boolean;
  } | null;
  branch: { id: number; name: string; slug: string; address: string | null; company: string; companySlug: string };
}

export interface StartedWire {
  id: number;
  transaction: string;
  /** Paise. */
  amount: number;
  url: string;
}

const services = { P: "parking", V: "valet" } as const;

export interface EntryRef {
  kind: "P" | "V";
  id: number;
}

/** The collection whose live events tell of this entry. */
export const collectionOf = { P: "Parking_Information", V: "Valet_and_Parking_Information" } as const;

export async function readPayment({ kind, id }: EntryRef): Promise<PayWire> {
  const { data } = await request<{ data: PayWire }>(`/actions/payments/${services[kind]}/${id}`);
  return data;
}

/** Amounts as the wire has them. Throws ApiError ALREADY_PAID, AMOUNT_TOO_HIGH, PAYMENT_NOT_OFFERED, PAYMENT_REDIRECT_FAILED. */
export async function startAtGate({
  kind,
  id,
  ...body
}: EntryRef & { part?: string; auto_checkout?: boolean }): Promise<StartedWire> {
  const path = `/actions/payments/${services[kind]}/${id}/start`;
  const { data } = await request<{ data: StartedWire }>(path, { method: "POST", body });
  return data;
}

export async function payBack({ id, ...body }: { id: number; amount: string; reason: string }): Promise<void> {
  await request(`/actions/payments/attempts/${id}/refund`, { method: "POST", body });
}
