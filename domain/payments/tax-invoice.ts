// §4 receipts: the tax fields of an invoice are derived from its total; issued invoices and credit notes cannot be changed.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { Row } from "#domain/schema/collection.ts";
import type { RuleArgsOf } from "#domain/schema/registry.ts";
import { halfGstRateBasisPoints, parkingSacCode, splitTaxInclusive } from "#domain/payments/gst.ts";

export function applyTaxSplit({ before, after }: RuleArgsOf<"tax_invoices">): Row | RuleViolation {
  if (before) return new RuleViolation("FORBIDDEN");
  // The parts of a credit note depend on what is left of its invoice (`computeCredit`).
  if (after.kind === "credit") return {};
  return { ...splitTaxInclusive(after.total), half_rate: halfGstRateBasisPoints, sac: parkingSacCode };
}
