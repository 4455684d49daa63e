// §4 receipt of an entry: its payments, refunds and tax invoices.

export interface ReceiptLine {
  amount: number;
  mode: "cash" | "online";
  received_at: Date;
  transaction: string | null;
  utr: string | null;
  /** First name of the collector. */
  by: string | null;
}
export interface ReceiptInvoice {
  id: number;
  invoice_no: string;
  issued_at: Date;
  gstin: string;
  sac: string;
  half_rate: number;
  supplier_name: string;
  supplier_address: string;
  recipient_name: string | null;
  recipient_address: string | null;
  recipient_gstin: string | null;
  description: string;
  /** This amount and the next three are in paise. */
  taxable: number;
  cgst: number;
  sgst: number;
  total: number;
}
export interface Receipt {
  lines: ReceiptLine[];
  /** Paise. */
  refunded: number;
  invoices: ReceiptInvoice[];
  mayInvoice: boolean;
}
