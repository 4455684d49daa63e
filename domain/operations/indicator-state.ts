// State and formatting of an operations indicator.
import {
  type IndicatorDefinition,
  type IndicatorName,
  type IndicatorState,
  indicatorDefinitions,
} from "#domain/operations/indicators.ts";

const minute = 60;
const hour = 60 * minute;
const megabyte = 1024 * 1024;

/** Compares the value with the thresholds of the indicator. */
export function getIndicatorState({ name, value }: { name: IndicatorName; value: number | null }): IndicatorState {
  const { warning, alarm, isLowBad }: IndicatorDefinition = indicatorDefinitions[name];
  if (warning === undefined || alarm === undefined) return "plain";
  // An unknown value has no state; a missing age means that nothing is waiting.
  if (value === null) return isLowBad ? "plain" : "fine";
  const isReached = (threshold: number): boolean => (isLowBad ? value <= threshold : value >= threshold);
  if (isReached(alarm)) return "alarm";
  return isReached(warning) ? "warning" : "fine";
}

/** `3 min`, `512 MB`, `1,204`; an en dash for what is not known. */
export function formatIndicator({ name, value }: { name: IndicatorName; value: number | null }): string {
  if (value === null) return "–";
  const { unit }: IndicatorDefinition = indicatorDefinitions[name];
  if (unit === "bytes") return formatBytes(value);
  if (unit === "count") return Math.round(value).toLocaleString("en-IN");
  return formatDuration(value);
}

function formatBytes(bytes: number): string {
  return bytes > 0 && bytes < megabyte ? `${Math.ceil(bytes / 1024)} kB` : `${Math.round(bytes / megabyte)} MB`;
}

function formatDuration(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 2 * minute) return `${Math.round(seconds * 10) / 10} s`;
  if (seconds < 2 * hour) return `${Math.round(seconds / minute)} min`;
  return seconds < 48 * hour ? `${Math.round(seconds / hour)} h` : `${Math.round(seconds / (24 * hour))} days`;
}
