// §2 The figures of a report as lines of a mail: its totals with their change, and its rows if they are few.
import { describeChange, formatCell, isNumericType } from "#domain/reports/format-cell.ts";
import type { ReportData, ReportDefinition, ReportRow, ReportValue } from "#domain/reports/report.ts";

/** More rows are for the page. */
const maxRows = 40;

type Totals = { readonly [column: string]: ReportValue | undefined };

export function listMailedFigures({
  definition,
  data,
  previous,
  zone,
}: {
  definition: ReportDefinition;
  data: ReportData;
  /** Totals of the period before, if they can be compared. */
  previous: Totals | null;
  zone: string;
}): string[] {
  const { rows, totals = {} } = data;
  if (rows.length === 0) return ["No entries in this period."];
  const totalLines = Object.entries(definition.columns).flatMap(([name, { label, type }]) => {
    const value = totals[name];
    if (typeof value !== "number") return [];
    const before = previous?.[name];
    const change = typeof before === "number" ? describeChange({ value, previous: before }) : null;
    return [`${label}: ${formatCell({ value, type, zone })}${change === null ? "" : ` (${toLowerStart(change)})`}`];
  });
  const rowLines = rows.length <= maxRows ? rows.map((row) => formatRow({ definition, row, zone })) : [];
  return [...totalLines, ...(totalLines.length > 0 && rowLines.length > 0 ? [""] : []), ...rowLines];
}

const toLowerStart = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

/** 'Cash: Payments 14, Net ₹1,200.00': its words, then the figures that are drawn, or all of a report without a chart. */
function formatRow({ definition, row, zone }: { definition: ReportDefinition; row: ReportRow; zone: string }): string {
  const columns = Object.entries(definition.columns);
  const category = definition.chart?.category;
  const words = columns.filter(([name, { type }]) => (category ? name === category : !isNumericType(type)));
  const shown = definition.chart?.values ?? columns.map(([name]) => name);
  const figures = columns.filter(([name, { type }]) => isNumericType(type) && shown.includes(name));
  const format = ([name, { type }]: (typeof columns)[number]): string =>
    formatCell({ value: row.values[name], type, zone });
  const values = figures.map((column) =>
    figures.length === 1 ? format(column) : `${column[1].label} ${format(column)}`,
  );
  return `${words.map(format).join(", ")}: ${values.join(", ")}`;
}
