// Values of reports as text, on pages and in mails.
import { formatDateTime } from "#domain/dates.ts";
import { formatRupees } from "#domain/money.ts";
import type { CellType, ReportValue } from "#domain/reports/report.ts";

const numberFormat = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 1 });
const weekdayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

export const isNumericType = (type: CellType): boolean =>
  ["money", "count", "minutes", "seconds", "percent"].includes(type);

/** An en dash for what is not known. */
export function formatCell({
  value,
  type,
  zone,
}: {
  value: ReportValue | undefined;
  type: CellType;
  zone?: string | undefined;
}): string {
  if (value === null || value === undefined || value === "") return "–";
  switch (type) {
    case "text":
    case "date":
      return String(value);
    case "time":
      return formatDateTime({ at: new Date(value), zone });
    case "hour":
      return `${String(value).padStart(2, "0")}:00`;
    case "weekday":
      return weekdayNames[Number(value) - 1] ?? String(value);
    case "money":
      return formatRupees(Math.round(Number(value)));
    case "count":
      return numberFormat.format(Number(value));
    case "minutes":
      return formatHours(Math.round(Number(value)));
    case "seconds":
      return formatSeconds(Math.round(Number(value)));
    case "percent":
      return `${numberFormat.format(Number(value))} %`;
  }
}

/** 45 → '45 min', 135 → '2 h 15 min'; hours are not grouped to days, so that totals compare. */
function formatHours(minutes: number): string {
  if (Math.abs(minutes) < 60) return `${minutes} min`;
  return `${Math.trunc(minutes / 60)} h ${String(Math.abs(minutes) % 60).padStart(2, "0")} min`;
}

/** 45 → '45 s', 135 → '2 min 15 s', 3700 → '1 h 01 min'. */
function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds >= 3600) return formatHours(Math.floor(seconds / 60));
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
}

/** Change against the period before in percent, as words: '12 % more'. Null without anything to compare with. */
export function describeChange({ value, previous }: { value: number; previous: number }): string | null {
  if (previous === 0) return value === 0 ? "No change" : null;
  const percent = ((value - previous) / Math.abs(previous)) * 100;
  const rounded = numberFormat.format(Math.abs(percent));
  return rounded === "0" ? "No change" : `${rounded} % ${percent > 0 ? "more" : "less"}`;
}
