// §2 Lists of times by hour of the branch, as the database keeps them of a day: 4 bytes each, the hour times 2^26 and whole seconds.
import { computeQuantile } from "#domain/valet/pickup/pickup-estimate.ts";

const secondBits = 26;
export const longestSeconds = 2 ** secondBits - 1;

/** Below this, seconds are sorted by counting: a year of all branches has a million of them, and few different ones. */
const countedSeconds = 2 ** 17;
const hoursOfDay = 24;

const countTimes = (lists: readonly Uint8Array[]): number => lists.reduce((sum, { length }) => sum + length / 4, 0);

/** Seconds of all lists in their order. */
export function readTimeLists(lists: readonly Uint8Array[]): Int32Array {
  const seconds = new Int32Array(countTimes(lists));
  let count = 0;
  for (const list of lists) {
    const view = new DataView(list.buffer, list.byteOffset, list.byteLength);
    for (let at = 0; at < list.length; at += 4) seconds[count++] = view.getInt32(at) & longestSeconds;
  }
  return sortSeconds(seconds);
}

/** Seconds of all lists in their order, by hour. */
export function readTimesByHour(lists: readonly Uint8Array[]): Int32Array[] {
  const packed = new Int32Array(countTimes(lists));
  const counts = new Int32Array(hoursOfDay);
  let count = 0;
  for (const list of lists) {
    const view = new DataView(list.buffer, list.byteOffset, list.byteLength);
    for (let at = 0; at < list.length; at += 4) {
      const time = view.getInt32(at);
      packed[count++] = time;
      counts[time >> secondBits]! += 1;
    }
  }
  const byHour = Array.from(counts, (length) => new Int32Array(length));
  const filled = new Int32Array(hoursOfDay);
  for (const time of packed) {
    const hour = time >> secondBits;
    byHour[hour]![filled[hour]!++] = time & longestSeconds;
  }
  return byHour.map(sortSeconds);
}

function sortSeconds(seconds: Int32Array): Int32Array {
  if (seconds.length < countedSeconds / 16) return seconds.sort();
  const counts = new Int32Array(countedSeconds);
  const long: number[] = [];
  for (const time of seconds)
    if (time < countedSeconds) counts[time]! += 1;
    else long.push(time);
  let start = 0;
  for (let time = 0; time < countedSeconds; time += 1) {
    const end = start + counts[time]!;
    seconds.fill(time, start, end);
    start = end;
  }
  seconds.set(Int32Array.from(long).sort(), start);
  return seconds;
}

/** Whole seconds, interpolated between two times; null without times. */
export function computeTimeQuantile(sorted: Int32Array, probability: number): number | null {
  return sorted.length === 0 ? null : Math.round(computeQuantile({ sorted, probability }));
}
