// §4 online payment of one entry: balance and payment state, for the pay page and the gate.
import type { PaymentPage, StartedPayment } from "#domain/payments/payment-page.ts";
import type { Serialized } from "#domain/schema/serialized.ts";
import { request } from "#web/api/client.ts";

/** What the pay page shows, as sent by the server. */
export type PaymentState = Serialized<PaymentPage>;

const servicePaths = { P: "parking", V: "valet" } as const;

export interface EntryRef {
  kind: "P" | "V";
  id: number;
}

/** The collection whose live events announce changes of the entry. */
export const entryCollections = { P: "Parking_Information", V: "Valet_and_Parking_Information" } as const;

export async function readPaymentState({ kind, id }: EntryRef): Promise<PaymentState> {
  const { data } = await request<{ data: PaymentState }>(`/actions/payments/${servicePaths[kind]}/${id}`);
  return data;
}

/** `part` is a wire amount. Throws ApiError ALREADY_PAID, AMOUNT_TOO_HIGH, PAYMENT_NOT_OFFERED, PAYMENT_REDIRECT_FAILED. */
export async function startPaymentAtGate({
  kind,
  id,
  ...body
}: EntryRef & { part?: string; auto_checkout?: boolean }): Promise<StartedPayment> {
  const path = `/actions/payments/${servicePaths[kind]}/${id}/start`;
  const { data } = await request<{ data: StartedPayment }>(path, { method: "POST", body });
  return data;
}

export async function refundPayment({ id, ...body }: { id: number; amount: string; reason: string }): Promise<void> {
  await request(`/actions/payments/attempts/${id}/refund`, { method: "POST", body });
}
