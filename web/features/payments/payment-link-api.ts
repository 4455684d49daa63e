// Server calls of the public pay and receipt pages, authorised by the link's token.
import type { StartedPaymentWire, PaymentLinkWire } from "#web/api/payments.ts";
import { request } from "#web/api/client.ts";

const getPaymentLinkPath = (token: string): string => `/actions/payments/link/${encodeURIComponent(token)}`;

async function requestData<T>(path: string, body?: object): Promise<T> {
  const options = body ? ({ method: "POST", body, isPublic: true } as const) : ({ isPublic: true } as const);
  const { data } = await request<{ data: T }>(path, options);
  return data;
}

export const readPayment = (token: string): Promise<PaymentLinkWire> => requestData(getPaymentLinkPath(token));
export const checkPayment = (token: string): Promise<PaymentLinkWire> =>
  requestData(`${getPaymentLinkPath(token)}/check`, {});
export const startPayment = (token: string, expected?: string): Promise<StartedPaymentWire> =>
  requestData(`${getPaymentLinkPath(token)}/start`, expected === undefined ? {} : { expected });
export const getPaymentLivePath = (token: string): string => `${getPaymentLinkPath(token)}/live`;

export interface ReceiptWire {
  lines: {
    amount: number;
    mode: "cash" | "online";
    received_at: string;
    transaction: string | null;
    utr: string | null;
    by: string | null;
  }[];
  refunded: number;
  mayInvoice: boolean;
  invoices: {
    id: number;
    invoice_no: string;
    issued_at: string;
    gstin: string;
    sac: string;
    half_rate: number;
    supplier_name: string;
    supplier_address: string;
    recipient_name: string | null;
    recipient_address: string | null;
    recipient_gstin: string | null;
    description: string;
    taxable: number;
    cgst: number;
    sgst: number;
    total: number;
  }[];
}

export const readReceipt = (token: string): Promise<ReceiptWire> =>
  requestData(`/actions/receipts/${encodeURIComponent(token)}`);
export const requestInvoice = (token: string, body: object): Promise<ReceiptWire> =>
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
