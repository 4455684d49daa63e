// Server calls of the public pay and receipt pages, authorised by the link's token.
import type { Redemption } from "#domain/offers/redemption.ts";
import type { PaymentPage, StartedPayment } from "#domain/payments/payment-page.ts";
import type { Receipt } from "#domain/payments/receipt.ts";
import { call } from "#web/api/call.ts";
import { downloadFrom } from "#web/api/files.ts";

const options = { isPublic: true } as const;

export const readPayment = (token: string): Promise<PaymentPage> =>
  call({ route: "GET /actions/payments/link/:token", token }, options);
export const checkPayment = (token: string): Promise<PaymentPage> =>
  call({ route: "POST /actions/payments/link/:token/check", token }, options);
export const startPayment = (
  token: string,
  body: { expected?: string; offers?: Redemption } = {},
): Promise<StartedPayment> => call({ route: "POST /actions/payments/link/:token/start", token, body }, options);
export const quoteOffers = (token: string, code: string | null) =>
  call({ route: "POST /actions/payments/link/:token/quote-offers", token, body: { code } }, options);
/** For a charge that offers cover. */
export const redeemOffers = (token: string, code: string | null): Promise<PaymentPage> =>
  call({ route: "POST /actions/payments/link/:token/redeem", token, body: { code } }, options);
export const getPaymentLivePath = (token: string): string => `/actions/payments/link/${encodeURIComponent(token)}/live`;

// With the session, if there is one: a customer reads the own receipts after their links have expired.
export const readReceipt = (token: string): Promise<Receipt> => call({ route: "GET /actions/receipts/:token", token });
export const readReceiptPayment = (token: string): Promise<PaymentPage> =>
  call({ route: "GET /actions/payments/link/:token", token });
export const downloadReceipt = (token: string): Promise<void> =>
  downloadFrom({ path: `/actions/receipts/${encodeURIComponent(token)}/pdf`, name: "receipt.pdf" });
export const sendReceipt = (token: string) => call({ route: "POST /actions/receipts/:token/send", token });
export const requestInvoice = (token: string, body: object): Promise<Receipt> =>
  call({ route: "POST /actions/receipts/:token/invoice", token, body }, options);

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
