// §9 Receipt id and token id, derived from counters. Worked examples: docs/rules/receipt-ids.md.
import * as limits from "#domain/limits.ts";
import { formatDateStamp } from "#domain/dates.ts";

/** Prefix of a receipt id: 'GP' or 'GV' at government branches, else empty. */
export function getReceiptPrefix({ isGovernment, isPerson }: { isGovernment: boolean; isPerson: boolean }): string {
  if (!isGovernment) return "";
  return isPerson ? "GP" : "GV";
}

/** `count` is the number of receipts the branch has issued today, in the branch's time zone. */
export function formatReceiptId({
  isGovernment,
  isPerson,
  count,
  now,
  zone,
}: {
  isGovernment: boolean;
  isPerson: boolean;
  count: number;
  now: Date;
  zone?: string | undefined;
}): string {
  return `${getReceiptPrefix({ isGovernment, isPerson })}${formatDateStamp({ at: now, zone })}-${count + 1}`;
}

/** Token numbers grow beyond five digits instead of restarting, so that they stay unique. */
export function formatTokenId({ prefix, count }: { prefix: string; count: number }): string {
  return `${prefix}${String(count + 1).padStart(limits.tokenDigits, "0")}`;
}
