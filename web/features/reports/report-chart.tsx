// The chart of a report, as its definition declares it.
import type { ReportReply } from "#domain/reports/actions.ts";
import { formatCell } from "#domain/reports/format-cell.ts";
import type { CellType, ReportChart, ReportDefinition } from "#domain/reports/report.ts";
import { AxisChart } from "#web/ui/data/charts/axis-chart.tsx";
import { HeatMap } from "#web/ui/data/charts/heat-map.tsx";
import { RowChart } from "#web/ui/data/charts/row-chart.tsx";
import { Text } from "#web/ui/text.tsx";

const compact = new Intl.NumberFormat("en-IN", { notation: "compact", maximumFractionDigits: 1 });

type Rows = ReportReply["rows"];

/** Whether each figure of these columns is zero or unknown: a picture of them would be an empty frame. */
export const hasOnlyZeros = (rows: Rows, columns: readonly string[]): boolean =>
  rows.every(({ values }) => columns.every((column) => Number(values[column] ?? 0) === 0));

export function ReportPicture({ definition, rows, zone }: { definition: ReportDefinition; rows: Rows; zone: string }) {
  const { chart, columns, title } = definition;
  if (!chart || rows.length === 0) return null;
  if (hasOnlyZeros(rows, chart.values))
    return (
      <Text c="dimmed">{`${chart.values.map((column) => columns[column]?.label ?? column).join(", ")}: zero in the whole period, so that there is nothing to draw.`}</Text>
    );
  const type = columns[chart.values[0] ?? ""]?.type ?? "count";
  const format = (value: number): string => formatCell({ value, type, zone });
  const formatTick = (value: number): string =>
    type === "money" ? `₹${compact.format(value / 100)}` : compact.format(value);
  const common = { label: title, format, formatTick };
  if (chart.kind === "heat-map") return <ReportHeatMap chart={chart} definition={definition} rows={rows} {...common} />;
  const names = rows.map(({ values }) =>
    formatCategory({ definition, column: chart.category, value: values[chart.category] }),
  );
  // A category may occur in several rows, one for each branch for example.
  const categories = [...new Set(names)];
  const series = chart.values.map((column) => ({
    label: columns[column]?.label ?? column,
    values: categories.map((category) =>
      rows.reduce((sum, { values }, index) => sum + (names[index] === category ? Number(values[column] ?? 0) : 0), 0),
    ),
  }));
  const props = { ...common, categories, series };
  return chart.kind === "bars" && categories.some((category) => !isOrdered(category, columns[chart.category]?.type)) ? (
    <RowChart {...props} />
  ) : (
    <AxisChart {...props} kind={chart.kind} />
  );
}

/** Days, hours and the like stand beside each other; names are below each other. */
const isOrdered = (category: string, type: CellType | undefined): boolean =>
  type !== "text" || /^\d{4}-\d{2}(-\d{2})?$|^\d{1,2}:00$/.test(category);

function formatCategory({
  definition,
  column,
  value,
}: {
  definition: ReportDefinition;
  column: string;
  value: string | number | null | undefined;
}): string {
  return formatCell({ value, type: definition.columns[column]?.type ?? "text" });
}

function ReportHeatMap({
  chart,
  definition,
  rows,
  ...common
}: {
  chart: ReportChart;
  definition: ReportDefinition;
  rows: Rows;
  label: string;
  format: (value: number) => string;
  formatTick: (value: number) => string;
}) {
  const column = chart.category;
  const row = chart.row ?? "";
  const value = chart.values[0] ?? "";
  const listValues = (name: string) =>
    [...new Set(rows.map(({ values }) => values[name] ?? null))].toSorted(compareValues);
  const columnValues = listValues(column);
  const rowValues = listValues(row);
  const cells = new Map<string, number>();
  for (const { values } of rows) {
    const key = `${values[column]} ${values[row]}`;
    cells.set(key, (cells.get(key) ?? 0) + Number(values[value] ?? 0));
  }
  return (
    <HeatMap
      {...common}
      columns={columnValues.map((item) => formatCategory({ definition, column, value: item }))}
      rows={rowValues.map((item) => formatCategory({ definition, column: row, value: item }))}
      getValue={(columnIndex, rowIndex) => cells.get(`${columnValues[columnIndex]} ${rowValues[rowIndex]}`)}
    />
  );
}

function compareValues(one: string | number | null, other: string | number | null): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one).localeCompare(String(other), "en");
}
