export const getMedian = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** `fraction` is from 0 to 1; 0 if there are no values. */
export const getQuantile = (sorted: readonly number[], fraction: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? 0;
