// §4 receipts: GST on parking (SAC 996743, 18 %, prices include it) and the number of a tax invoice. Prose: docs/rules/receipts.md.
import { wallClock } from "#domain/rules/dates.ts";

export const parkingSac = "996743";
/** Hundredths of a percent, for each of the two taxes. */
export const gstHalfRate = 900;

/** CGST Rule 46: below this (paise) a sale to an unregistered buyer may go into one invoice for the day. */
export const dayInvoiceBelow = 20_000;

export interface TaxSplit {
  /** Paise; the three add up to the price. */
  taxable: number;
  cgst: number;
  sgst: number;
}

/** The tax inside a price, in paise: both halves rounded alike, the last paisa falls to the taxable value. */
export function splitInclusive(total: number): TaxSplit {
  const half = Math.round((total * gstHalfRate) / (10_000 + 2 * gstHalfRate));
  return { taxable: total - 2 * half, cgst: half, sgst: half };
}

/** '2627' for April 2026 to March 2027, in the branch's zone. */
export function financialYear({ at, zone }: { at: Date; zone?: string | undefined }): string {
  const { year, month } = wallClock({ at, zone });
  const first = month >= 4 ? year : year - 1;
  return `${String(first % 100).padStart(2, "0")}${String((first + 1) % 100).padStart(2, "0")}`;
}

/** 'INV/2627/0000001': at most 16 characters (CGST Rule 46). Throws RangeError beyond the last number of a year. */
export function invoiceNumber({ year, number }: { year: string; number: number }): string {
  if (!Number.isInteger(number) || number < 1 || number > 9_999_999)
    throw new RangeError(`no invoice number ${number}`);
  return `INV/${year}/${String(number).padStart(7, "0")}`;
}
