// §2 Across branches: which of the rows by branch is the best and which the worst.
import type { ReportDefinition, ReportRow } from "#domain/reports/report.ts";

/** Indexes of the best and the worst row; null where fewer than two rows differ in the figure. */
export function findBestAndWorst({
  definition: { best },
  rows,
}: {
  definition: Pick<ReportDefinition, "best">;
  rows: readonly ReportRow[];
}): { best: number; worst: number } | null {
  if (!best) return null;
  const figures = rows.flatMap(({ values }, index) => {
    const value = values[best.column];
    return typeof value === "number" ? [{ index, value }] : [];
  });
  const sorted = figures.toSorted((first, second) =>
    best.is === "highest" ? second.value - first.value : first.value - second.value,
  );
  const [first, last] = [sorted[0], sorted.at(-1)];
  return !first || !last || first.value === last.value ? null : { best: first.index, worst: last.index };
}
