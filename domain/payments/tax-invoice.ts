// §4 receipts: the tax fields of an invoice are derived from its total; an issued invoice cannot be changed.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { Row } from "#domain/schema/collection.ts";
import type { RuleArgsOf } from "#domain/schema/registry.ts";
import { halfGstRateBasisPoints, parkingSacCode, splitTaxInclusive } from "#domain/payments/gst.ts";

export function applyTaxSplit({ before, after }: RuleArgsOf<"tax_invoices">): Row | RuleViolation {
  if (before) return new RuleViolation("FORBIDDEN");
  return { ...splitTaxInclusive(after.total), half_rate: halfGstRateBasisPoints, sac: parkingSacCode };
}
