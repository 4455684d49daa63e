// §2 Lists of times by hour of the branch, as the database keeps them of a day: 4 bytes each, the hour times 2^26 and whole seconds.
import { computeQuantile } from "#domain/valet/pickup/pickup-estimate.ts";

const secondBits = 26;
export const longestSeconds = 2 ** secondBits - 1;

/** Seconds of all lists in their order, or of one hour. */
export function readTimeLists(lists: readonly Uint8Array[], hour?: number): Int32Array {
  const seconds = new Int32Array(lists.reduce((sum, { length }) => sum + length / 4, 0));
  let count = 0;
  for (const list of lists) {
    const view = new DataView(list.buffer, list.byteOffset, list.byteLength);
    for (let at = 0; at < list.length; at += 4) {
      const packed = view.getInt32(at);
      if (hour === undefined || packed >> secondBits === hour) seconds[count++] = packed & longestSeconds;
    }
  }
  return seconds.subarray(0, count).toSorted();
}

/** Whole seconds, interpolated between two times; null without times. */
export function computeTimeQuantile(sorted: Int32Array, probability: number): number | null {
  return sorted.length === 0 ? null : Math.round(computeQuantile({ sorted, probability }));
}
