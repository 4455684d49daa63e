// Writes rows as CSV while they are read.
import { formatDateTime } from "#domain/dates.ts";
import { formatWireAmount } from "#domain/money.ts";
import type { ReportValue } from "#domain/reports/report.ts";
import { formatCsvCell } from "#domain/text/csv.ts";
import type { SheetColumn } from "#server/features/reports/xlsx.ts";

/** Amounts in rupees, times in the time zone of the branch. */
function toText({
  value,
  type,
  zone,
}: {
  value: ReportValue | undefined;
  type: SheetColumn["type"];
  zone: string;
}): ReportValue {
  if (value === null || value === undefined) return null;
  if (type === "money") return formatWireAmount(Math.round(Number(value)));
  if (type !== "time") return value;
  const at = new Date(value);
  // The row of totals has a text in its first column.
  return Number.isNaN(at.getTime()) ? value : formatDateTime({ at, zone });
}

const toLine = (cells: readonly ReportValue[]): string => `${cells.map(formatCsvCell).join(",")}\r\n`;
const batchLength = 64 * 1024;

/** With a byte order mark, so that spreadsheets detect UTF-8. */
export async function* createCsvChunks({
  columns,
  rows,
  zone,
}: {
  columns: readonly SheetColumn[];
  rows: AsyncIterable<readonly (ReportValue | undefined)[]>;
  zone: string;
}): AsyncGenerator<string> {
  let text = `\uFEFF${toLine(columns.map(({ label }) => label))}`;
  for await (const row of rows) {
    text += toLine(columns.map(({ type }, index) => toText({ value: row[index], type, zone })));
    if (text.length < batchLength) continue;
    yield text;
    text = "";
  }
  yield text;
}
