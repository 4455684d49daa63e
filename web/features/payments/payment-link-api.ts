// Server calls of the public pay and receipt pages, authorised by the link's token.
import type { Receipt } from "#domain/payments/receipt.ts";
import type { Serialized } from "#domain/schema/serialized.ts";
import type { StartedPayment } from "#domain/payments/payment-page.ts";
import type { PaymentState } from "#web/api/payments.ts";
import { request } from "#web/api/client.ts";

const getPaymentLinkPath = (token: string): string => `/actions/payments/link/${encodeURIComponent(token)}`;

async function requestData<T>(path: string, body?: object): Promise<T> {
  const options = body ? ({ method: "POST", body, isPublic: true } as const) : ({ isPublic: true } as const);
  const { data } = await request<{ data: T }>(path, options);
  return data;
}

export const readPayment = (token: string): Promise<PaymentState> => requestData(getPaymentLinkPath(token));
export const checkPayment = (token: string): Promise<PaymentState> =>
  requestData(`${getPaymentLinkPath(token)}/check`, {});
export const startPayment = (token: string, expected?: string): Promise<StartedPayment> =>
  requestData(`${getPaymentLinkPath(token)}/start`, expected === undefined ? {} : { expected });
export const getPaymentLivePath = (token: string): string => `${getPaymentLinkPath(token)}/live`;

export type SentReceipt = Serialized<Receipt>;

export const readReceipt = (token: string): Promise<SentReceipt> =>
  requestData(`/actions/receipts/${encodeURIComponent(token)}`);
export const requestInvoice = (token: string, body: object): Promise<SentReceipt> =>
  requestData(`/actions/receipts/${encodeURIComponent(token)}/invoice`, body);

// §9: markers of the last payment, so that the pay page resumes it after the browser was closed.

const storageKeys = { payment: "last_p_id", checkout: "last_auto_checkout_id" } as const;

export function storePaymentMarkers({ transaction, entry }: { transaction: string; entry: string }): void {
  localStorage.setItem(storageKeys.payment, transaction);
  localStorage.setItem(storageKeys.checkout, entry);
}

export function clearPaymentMarkers(): void {
  localStorage.removeItem(storageKeys.payment);
  localStorage.removeItem(storageKeys.checkout);
}

export function readLastPayment(): string | null {
  return localStorage.getItem(storageKeys.payment);
}
