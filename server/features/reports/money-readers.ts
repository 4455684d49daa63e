// §2 /reporting/money: readers.
import { readDaySheet } from "#server/features/reports/money/day-sheet.ts";
import { readPayments } from "#server/features/reports/money/read-payments.ts";
import { readTaxInvoices } from "#server/features/reports/money/read-tax-invoices.ts";
import { readSettlement } from "#server/features/reports/money/read-settlement.ts";
import { readRevenue } from "#server/features/reports/money/revenue.ts";

export const moneyReaders = {
  "day-sheet": readDaySheet,
  revenue: readRevenue,
  settlement: readSettlement,
  "tax-invoices": readTaxInvoices,
  payments: readPayments,
};
