// §4 receipts: what a tax invoice says follows from its total; once issued it stays as it is.
import { Refusal } from "#domain/collection.ts";
import type { Row, RuleArgs } from "#domain/collection.ts";
import { gstHalfRate, parkingSac, splitInclusive } from "#domain/rules/gst.ts";

export function taxIsSplit({ before, after }: RuleArgs): Row | Refusal {
  if (before) return new Refusal("FORBIDDEN");
  return { ...splitInclusive(after["total"] as number), half_rate: gstHalfRate, sac: parkingSac };
}
