// §4 receipt of an entry: its payments, refunds and tax invoices.
import { z } from "zod";
import { paymentChannels } from "#domain/payments/channels/payment-channels.ts";
import { paymentModes } from "#domain/payments/states.ts";
import { paise, timestampText } from "#domain/schema/body-properties.ts";

const payment = z.object({
  amount: paise,
  mode: z.enum(paymentModes),
  channel: z.enum(paymentChannels),
  reference: z.string().nullable().meta({ description: "Of a payment by UPI or by card." }),
  received_at: timestampText,
  transaction: z.string().nullable(),
  utr: z.string().nullable(),
  by: z.string().nullable().meta({ description: "First name of the collector." }),
  period: z
    .object({ from: timestampText, till: timestampText })
    .nullable()
    .meta({ description: "Of a pass: the period that was paid." }),
});

const taxInvoice = z.object({
  id: z.int(),
  invoice_no: z.string(),
  credits: z
    .string()
    .nullable()
    .meta({ description: "Of a credit note: number of the invoice that its amounts, which are positive, reduce." }),
  issued_at: timestampText,
  gstin: z.string(),
  sac: z.string(),
  half_rate: z.int().meta({ description: "Basis points of CGST and SGST each." }),
  supplier_name: z.string(),
  supplier_address: z.string(),
  recipient_name: z.string().nullable(),
  recipient_address: z.string().nullable(),
  recipient_gstin: z.string().nullable(),
  description: z.string(),
  taxable: paise,
  cgst: paise,
  sgst: paise,
  total: paise,
});

export const receipt = z.object({
  lines: z.array(payment),
  refunded: paise,
  invoices: z.array(taxInvoice),
  mayRate: z
    .boolean()
    .meta({ description: "Whether it is of a finished visit, which the holder of the link can rate." }),
  mayInvoice: z.boolean().meta({ description: "Whether something is left of a payment that is not invoiced yet." }),
});
export type Receipt = z.output<typeof receipt>;
