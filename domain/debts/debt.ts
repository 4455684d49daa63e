// §4: a debt is the balance of an entry or ticket that has left. See docs/rules/debts.md.
import { z } from "zod";
import { entryKind } from "#domain/payments/payment-page.ts";

/** Most debts that are collected in one payment. */
export const maxDebtsPerPayment = 50;

/** Debts that are collected in one payment, by the kind and id of their entries. */
export const debtRefs = z
  .array(
    z.object({ kind: entryKind, id: z.int().positive() }),
    `"debts" must be a list of {kind, id}, at most ${maxDebtsPerPayment}.`,
  )
  .max(maxDebtsPerPayment)
  .meta({ description: "Debts by kind (P: entry, V: ticket) and id." });
export type DebtRef = z.output<typeof debtRefs>[number];

/** Removes repetitions and sorts, so that payments that collect the same debts lock them in the same order. */
export function toDistinctDebts(debts: readonly DebtRef[]): DebtRef[] {
  const byKey = new Map(debts.map((debt) => [`${debt.kind}${debt.id}`, debt]));
  return [...byKey.values()].toSorted((one, other) => one.kind.localeCompare(other.kind) || one.id - other.id);
}
