// §1 §5 /platform/settlement: what vendors owe the platform, by month. Sums of the settlement reports of their branches.
import { addDays, type DayRange } from "#domain/reports/report-period.ts";
import type { ReportColumn } from "#domain/reports/report.ts";
import type { SettlementPeriod } from "#domain/reports/settlement/settlement.ts";

/** Most months of one request. */
const maxSettlementMonths = 12;

const toMonthNumber = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
const toMonth = (number: number): string =>
  `${String(Math.floor(number / 12)).padStart(4, "0")}-${String((number % 12) + 1).padStart(2, "0")}`;

/** 'YYYY-MM' so many months later. */
export const addMonths = (month: string, months: number): string => toMonth(toMonthNumber(month) + months);

/** Whether both are months 'YYYY-MM', in order, and not too many. */
export function areMonths({ from, to }: { from: string; to: string }): boolean {
  const isMonth = (text: string): boolean => /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(text);
  const count = toMonthNumber(to) - toMonthNumber(from) + 1;
  return isMonth(from) && isMonth(to) && count >= 1 && count <= maxSettlementMonths;
}

/** Days of the months, both inclusive. */
export function getMonthRange({ from, to }: { from: string; to: string }): DayRange {
  return { from: `${from}-01`, to: addDays(`${addMonths(to, 1)}-01`, -1) };
}

export const settlementSums = ["received", "refunded", "net", "platform_fee", "service_fee", "gst", "due"] as const;
type SettlementSums = { [name in (typeof settlementSums)[number]]: number };

const noSums = (): SettlementSums => ({
  received: 0,
  refunded: 0,
  net: 0,
  platform_fee: 0,
  service_fee: 0,
  gst: 0,
  due: 0,
});

/** A fee that is not set counts as nothing. */
export function addUpSettlement(periods: readonly { readonly [name in keyof SettlementSums]: number | null }[]) {
  const sums = noSums();
  for (const period of periods) for (const name of settlementSums) sums[name] += period[name] ?? 0;
  return sums;
}

/** The periods of a vendor's branches by month, latest first. */
export function sumByMonth(
  periods: readonly SettlementPeriod[],
): (SettlementSums & { month: string; has_unset_fees: boolean })[] {
  const months = [...new Set(periods.map(({ month }) => month))].toSorted().toReversed();
  return months.map((month) => {
    const own = periods.filter((period) => period.month === month);
    const has_unset_fees = own.some(({ fees }) => fees.platform_charges === null || fees.service_charges === null);
    return { month, ...addUpSettlement(own), has_unset_fees };
  });
}

export const settlementColumns = {
  vendor: { label: "Vendor", type: "text" },
  month: { label: "Month", type: "text" },
  received: { label: "Received", type: "money" },
  refunded: { label: "Refunded", type: "money" },
  net: { label: "Net", type: "money" },
  platform_fee: { label: "Platform fee", type: "money" },
  service_fee: { label: "Service fee", type: "money" },
  gst: { label: "GST on fees", type: "money" },
  due: { label: "Fees with GST", type: "money" },
} as const satisfies { readonly [column: string]: ReportColumn };
