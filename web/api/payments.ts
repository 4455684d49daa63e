// §4 online payment of one entry: balance and payment state, for the pay page and the gate.
import type { PaymentLabel } from "#domain/payments/payment-label.ts";
import type { EntryBalance } from "#domain/payments/payment.ts";
import type { AttemptState } from "#domain/payments/online/online-payment-states.ts";
import { request } from "#web/api/client.ts";

export interface PaymentLinkWire {
  kind: "P" | "V";
  id: number;
  token: string;
  name: string | null;
  receipt_no: string | null;
  sequence: number;
  in_time: string | null;
  out_time: string | null;
  owed: EntryBalance;
  payment_status: string;
  payment_mode: "cash" | "online" | null;
  badge: PaymentLabel;
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

export interface StartedPaymentWire {
  id: number;
  transaction: string;
  /** Paise. */
  amount: number;
  url: string;
}

const servicePaths = { P: "parking", V: "valet" } as const;

export interface EntryRef {
  kind: "P" | "V";
  id: number;
}

/** The collection whose live events announce changes of the entry. */
export const entryCollections = { P: "Parking_Information", V: "Valet_and_Parking_Information" } as const;

export async function readPaymentState({ kind, id }: EntryRef): Promise<PaymentLinkWire> {
  const { data } = await request<{ data: PaymentLinkWire }>(`/actions/payments/${servicePaths[kind]}/${id}`);
  return data;
}

/** `part` is a wire amount. Throws ApiError ALREADY_PAID, AMOUNT_TOO_HIGH, PAYMENT_NOT_OFFERED, PAYMENT_REDIRECT_FAILED. */
export async function startPaymentAtGate({
  kind,
  id,
  ...body
}: EntryRef & { part?: string; auto_checkout?: boolean }): Promise<StartedPaymentWire> {
  const path = `/actions/payments/${servicePaths[kind]}/${id}/start`;
  const { data } = await request<{ data: StartedPaymentWire }>(path, { method: "POST", body });
  return data;
}

export async function refundPayment({ id, ...body }: { id: number; amount: string; reason: string }): Promise<void> {
  await request(`/actions/payments/attempts/${id}/refund`, { method: "POST", body });
}
