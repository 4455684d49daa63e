// Scale of a chart's values.

/** Rounded values of the axis from at most 0 to at least 0 that cover all values; at least two. */
export function getTicks(values: readonly number[]): number[] {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const rough = (high - low) / 4 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? rough;
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/** Shows a label at every nth category, so that labels of this width do not touch. */
export function getLabelStep({
  count,
  width,
  labelWidth,
}: {
  count: number;
  width: number;
  labelWidth: number;
}): number {
  return Math.max(1, Math.ceil((count * labelWidth) / Math.max(width, 1)));
}

/** Shortens a name to what fits into a width, at about 8 px a letter. */
export function shorten({ text, width }: { text: string; width: number }): string {
  const letters = Math.max(4, Math.floor(width / 8));
  return text.length > letters ? `${text.slice(0, letters - 1).trimEnd()}…` : text;
}
