// §4 online payment of one entry: balance and payment state, for the pay page and the gate.
import type { PaymentPage, StartedPayment } from "#domain/payments/payment-page.ts";
import type { ActionBody } from "#domain/contracts.ts";
import { call } from "#web/api/call.ts";
import { callAndRefresh } from "#web/api/call-and-refresh.ts";

const services = { P: "parking", V: "valet" } as const;
type Service = (typeof services)[keyof typeof services];

export interface EntryRef {
  kind: "P" | "V";
  id: number;
}

/** An entry, a ticket, or a pass. */
export interface PaidRef {
  kind: EntryRef["kind"] | "M";
  id: number;
}

/** The collection whose live events announce changes of the entry. */
export const entryCollections = { P: "Parking_Information", V: "Valet_and_Parking_Information" } as const;
export const paidCollections = { ...entryCollections, M: "Parking_Main_Information" } as const;

export function readPaymentPage({ kind, id }: EntryRef): Promise<PaymentPage> {
  return call<`GET /actions/payments/${Service}/:id`>({ route: `GET /actions/payments/${services[kind]}/:id`, id });
}

/** `part` is a wire amount. Throws ApiError ALREADY_PAID, AMOUNT_TOO_HIGH, PAYMENT_NOT_OFFERED, PAYMENT_REDIRECT_FAILED. */
export function startPaymentAtGate({
  kind,
  id,
  ...body
}: EntryRef & { part?: string; auto_checkout?: boolean }): Promise<StartedPayment> {
  return call<`POST /actions/payments/${Service}/:id/start`>({
    route: `POST /actions/payments/${services[kind]}/:id/start`,
    id,
    body,
  });
}

/** The reference under which the next payment is requested, and whether it is an additional one. */
export async function readPayable(paid: PaidRef): Promise<{ request: string; isExtra: boolean }> {
  if (paid.kind === "M") {
    const { request = "" } = await call({ route: "GET /actions/passes/:id", id: paid.id });
    return { request, isExtra: false };
  }
  const { request, payment_status } = await readPaymentPage({ kind: paid.kind, id: paid.id });
  return { request, isExtra: payment_status === "paid" };
}

/** What is due for a pass, as a whole. Throws ApiError ALREADY_PAID, STATUS_ALREADY_UPDATED, AMOUNT_MISMATCH. */
export async function takePassPayment(
  id: number,
  body: ActionBody<"POST /actions/passes/:id/take-payment">,
): Promise<void> {
  const changed = [paidCollections.M, entryCollections.P, "payments"] as const;
  await callAndRefresh({ route: "POST /actions/passes/:id/take-payment", id, body }, ...changed);
}

export async function refundPayment({ id, ...body }: { id: number; amount: string; reason: string }): Promise<void> {
  await call({ route: "POST /actions/payments/attempts/:id/refund", id, body });
}
