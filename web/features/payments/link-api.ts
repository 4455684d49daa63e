// What the payer's page asks of the server: the link's token in place of an account.
import type { StartedWire, PayWire } from "#web/items/payments.ts";
import { request } from "#web/items/client.ts";

const address = (token: string): string => `/actions/payments/link/${encodeURIComponent(token)}`;

async function ask<T>(path: string, body?: object): Promise<T> {
  const options = body ? ({ method: "POST", body, isPublic: true } as const) : ({ isPublic: true } as const);
  const { data } = await request<{ data: T }>(path, options);
  return data;
}

export const readPay = (token: string): Promise<PayWire> => ask(address(token));
export const checkPay = (token: string): Promise<PayWire> => ask(`${address(token)}/check`, {});
export const startPay = (token: string, expected?: string): Promise<StartedWire> =>
  ask(`${address(token)}/start`, expected === undefined ? {} : { expected });
export const payLive = (token: string): string => `${address(token)}/live`;

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
  ask(`/actions/receipts/${encodeURIComponent(token)}`);
export const askInvoice = (token: string, body: object): Promise<ReceiptWire> =>
  ask(`/actions/receipts/${encodeURIComponent(token)}/invoice`, body);

// §9: the paired stamps of the last payment, so that a browser that was closed finds its way back.

const stamps = { payment: "last_p_id", checkout: "last_auto_checkout_id" } as const;

export function keepStamps({ transaction, entry }: { transaction: string; entry: string }): void {
  localStorage.setItem(stamps.payment, transaction);
  localStorage.setItem(stamps.checkout, entry);
}

export function clearStamps(): void {
  localStorage.removeItem(stamps.payment);
  localStorage.removeItem(stamps.checkout);
}

export function lastPayment(): string | null {
  return localStorage.getItem(stamps.payment);
}
