// How the ratings of a branch are shown: average and number.

export interface RatingSummary {
  count: number;
  /** Stars of all ratings together. */
  sum: number;
}

/** '4.3': rounded to a tenth, half up. */
export function formatAverage({ count, sum }: RatingSummary): string {
  return (Math.floor((sum * 20 + count) / (2 * count)) / 10).toFixed(1);
}

/** '4.3 of 5 (12 ratings)'. */
export function describeRatings(summary: RatingSummary): string {
  const { count } = summary;
  return `${formatAverage(summary)} of 5 (${count} ${count === 1 ? "rating" : "ratings"})`;
}

/** Who wrote a rating that shows no name. */
export const unnamedAuthor = "A customer";
