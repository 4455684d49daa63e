// §4 prints of the slip and receipt of an entry or ticket, which the history records; each print but the first is a
// duplicate.
import { parkingSequence } from "#domain/parking/states.ts";
import { RuleViolation, type Row, type RuleArgs } from "#domain/schema/collection.ts";
import type { RowOf } from "#domain/schema/registry.ts";

/** Counts of prints: of the slip for the exit, and of the receipt after payment. */
export const printCounts = ["slip_prints", "receipt_prints"] as const;
export type PrintCount = (typeof printCounts)[number];

/** Which paper the entry prints now: a receipt once it is paid. */
export function getPrintCount({ payment_status }: { payment_status: string | null }): PrintCount {
  return payment_status === "paid" ? "receipt_prints" : "slip_prints";
}

/** True for the paper that was printed before. */
export function isDuplicatePrint(
  entry: { payment_status: string | null } & { [name in PrintCount]: number | null },
): boolean {
  return isDuplicate(entry[getPrintCount(entry)]);
}

/** True for a count of prints with more than the original. */
export function isDuplicate(prints: number | null): boolean {
  return (prints ?? 0) > 1;
}

type PrintedRow = Pick<RowOf<"Parking_Information">, PrintCount> &
  Partial<Pick<RowOf<"Parking_Information">, "parking_status_id" | "voided_at">>;

/** A write of a count adds one print, whatever value was sent. NO_NEXT_STATUS for a cancelled entry or ticket. */
export function countPrints({ before, changes }: RuleArgs<PrintedRow>): Row | RuleViolation | undefined {
  const written = printCounts.filter((name) => name in changes);
  if (written.length === 0) return undefined;
  if (before?.voided_at || before?.parking_status_id === parkingSequence.cancelled)
    return new RuleViolation("NO_NEXT_STATUS");
  return Object.fromEntries(written.map((name) => [name, before ? (before[name] ?? 0) + 1 : 0]));
}
