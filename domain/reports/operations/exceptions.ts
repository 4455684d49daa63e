// §2 Kinds of exceptions: events through which money can be lost. See docs/rules/reports.md.

/** Kinds with their labels, in the order in which they are shown. */
export const exceptionKinds = {
  void: "Void after entry",
  edit: "Plate or vehicle type edited",
  "zero-fee": "Exit without a charge",
  discount: "Discount",
  override: "Charge set by hand",
  refunded: "Refund",
  reversed: "Reversal",
  "lost-slip": "Lost slip",
  "receipt-gap": "Gap in receipt numbers",
  "long-open": "Open for over 24 hours",
  "cash-difference": "Cash difference of a shift",
  reprint: "Slip or receipt printed again",
} as const;
export type ExceptionKind = keyof typeof exceptionKinds;

/**
 * Kinds that return money that was received. Their amounts are summed apart: what is returned is often what a void, an edit or a
 * discount took off the charge.
 */
export const returnKinds = ["refunded", "reversed"] as const satisfies readonly ExceptionKind[];

/** A rate of fewer exits would say more about chance than about a person. */
const minExits = 50;

/** Exceptions per 100 exits, to one decimal; null unless the person let out more than 50 vehicles. */
export function computeExceptionRate({ count, exits }: { count: number; exits: number }): number | null {
  return exits > minExits ? Math.round((count * 1_000) / exits) / 10 : null;
}
