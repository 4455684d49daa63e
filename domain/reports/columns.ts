// Headers of a report's columns.
import type { ReportDefinition } from "#domain/reports/report.ts";

/** The first column is headed by the group that the rows are grouped by; empty for the default group. */
export function getFirstHeader({ definition, group }: { definition: ReportDefinition; group: string }): string {
  const groups = Object.entries(definition.groups ?? {});
  const [first] = Object.entries(definition.columns);
  if (first?.[0] !== "group") return first?.[1].label ?? "";
  return (groups.find(([name]) => name === group) ?? groups[0])?.[1] ?? first[1].label;
}
