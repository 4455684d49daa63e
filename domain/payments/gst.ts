// §4 receipts: GST on parking (SAC 996743, 18 %, inclusive) and invoice numbers. See docs/rules/receipts.md.
import { toDateParts } from "#domain/dates.ts";

export const parkingSacCode = "996743";
/** Basis points of CGST and SGST each. */
export const halfGstRateBasisPoints = 900;

/** CGST Rule 46: sales below this amount (paise) to unregistered buyers may be consolidated in one invoice per day. */
export const maxConsolidatedSalePaise = 20_000;

export interface TaxSplit {
  /** Paise; the three add up to the price. */
  taxable: number;
  cgst: number;
  sgst: number;
}

/** Splits a tax-inclusive price in paise: both taxes are rounded alike, the remainder belongs to the taxable value. */
export function splitTaxInclusive(total: number): TaxSplit {
  const half = Math.round((total * halfGstRateBasisPoints) / (10_000 + 2 * halfGstRateBasisPoints));
  return { taxable: total - 2 * half, cgst: half, sgst: half };
}

/**
 * What a refund (paise, positive) takes off an invoice of which `left` is not credited yet: the total, zero or
 * negative, and its parts. Never more than what is left, and what remains of the invoice is split as a price of that amount, so that the credit
 * notes of a whole invoice add up to each of its parts.
 */
export function computeCredit({ refunded, left }: { refunded: number; left: number }): TaxSplit & { total: number } {
  const rest = Math.max(0, left - refunded);
  const [before, after] = [splitTaxInclusive(left), splitTaxInclusive(rest)];
  return {
    total: rest - left,
    taxable: after.taxable - before.taxable,
    cgst: after.cgst - before.cgst,
    sgst: after.sgst - before.sgst,
  };
}

/** '2627' for April 2026 to March 2027, in the branch's time zone. */
export function getFinancialYear({ at, zone }: { at: Date; zone?: string | undefined }): string {
  const { year, month } = toDateParts({ at, zone });
  const first = month >= 4 ? year : year - 1;
  return `${String(first % 100).padStart(2, "0")}${String((first + 1) % 100).padStart(2, "0")}`;
}

/** CGST Rules 46 and 53: invoices and credit notes are numbered in series of their own. */
export type NumberSeries = "INV" | "CRN";

/** 'INV/2627/0000001': at most 16 characters. Throws RangeError beyond the last number of a year. */
export function formatInvoiceNumber({
  series,
  year,
  number,
}: {
  series: NumberSeries;
  year: string;
  number: number;
}): string {
  if (!Number.isInteger(number) || number < 1 || number > 9_999_999)
    throw new RangeError(`no invoice number ${number}`);
  return `${series}/${year}/${String(number).padStart(7, "0")}`;
}
