// §9 Receipt id and token id, made from a counter. Prose and worked examples: docs/rules/receipt-ids.md.
import { limits } from "#domain/limits.ts";
import { dateStamp } from "#domain/rules/dates.ts";

/** The kind of entry in a receipt id: 'GP', 'GV' under government, else nothing. */
export function receiptPrefix({ isGovernment, isPerson }: { isGovernment: boolean; isPerson: boolean }): string {
  if (!isGovernment) return "";
  return isPerson ? "GP" : "GV";
}

/** `count` is how many receipts the branch's counter has given out today, in the branch's zone. */
export function receiptId({
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
  return `${receiptPrefix({ isGovernment, isPerson })}${dateStamp({ at: now, zone })}-${count + 1}`;
}

/** A token grows beyond its five digits rather than start again: no two are ever alike. */
export function tokenId({ prefix, count }: { prefix: string; count: number }): string {
  return `${prefix}${String(count + 1).padStart(limits.tokenDigits, "0")}`;
}
