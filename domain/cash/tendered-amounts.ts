// §4: the amounts that a customer is likely to hand over for a payment in cash.

/** Notes in paise whose multiples are handed over. */
const noteSteps = [1_000, 5_000, 10_000, 50_000];
const maxSuggestions = 4;

/** The exact amount and the next sums of notes above it, in paise. */
export function suggestTenderedAmounts(total: number): number[] {
  if (total <= 0) return [];
  const sums = noteSteps.map((step) => Math.ceil(total / step) * step);
  return [...new Set([total, ...sums])].toSorted((one, other) => one - other).slice(0, maxSuggestions);
}
