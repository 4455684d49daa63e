// §4 online payment of one entry: balance and payment state, for the pay page and the gate.
import type { PaymentPage, StartedPayment } from "#domain/payments/payment-page.ts";
import {
  type EntryKey,
  type EntryKind,
  type PaidKey,
  type PaidKind,
  paidKinds,
} from "#domain/payments/online/paid-kinds.ts";
import type { ActionBody } from "#domain/contracts.ts";
import { call } from "#web/api/call.ts";
import { callAndRefresh } from "#web/api/call-and-refresh.ts";

const pages = { P: "parking", V: "valet", M: "pass" } as const satisfies { readonly [kind in PaidKind]: string };

/** Whose rows change with a payment. */
export const paidCollectionNames = Object.values(paidKinds).map(({ collection }) => collection);

export function readPaymentPage({ kind, id }: PaidKey): Promise<PaymentPage> {
  return call<`GET /actions/payments/${(typeof pages)[PaidKind]}/:id`>({
    route: `GET /actions/payments/${pages[kind]}/:id`,
    id,
  });
}

/** `part` is a wire amount. Throws ApiError ALREADY_PAID, AMOUNT_TOO_HIGH, PAYMENT_NOT_OFFERED, PAYMENT_REDIRECT_FAILED. */
export function startPaymentAtGate({
  kind,
  id,
  ...body
}: EntryKey & { part?: string; auto_checkout?: boolean }): Promise<StartedPayment> {
  return call<`POST /actions/payments/${(typeof pages)[EntryKind]}/:id/start`>({
    route: `POST /actions/payments/${pages[kind]}/:id/start`,
    id,
    body,
  });
}

/** The reference under which the next payment is requested, and whether it is an additional one. */
export async function readPayable(paid: PaidKey): Promise<{ request: string; isExtra: boolean }> {
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
  const changed = [paidKinds.M.collection, paidKinds.P.collection, "payments"] as const;
  await callAndRefresh({ route: "POST /actions/passes/:id/take-payment", id, body }, ...changed);
}

export async function refundPayment({ id, ...body }: { id: number; amount: string; reason: string }): Promise<void> {
  await call({ route: "POST /actions/payments/attempts/:id/refund", id, body });
}
