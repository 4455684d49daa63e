// §2 Lists of times by hour of the branch, as the database keeps them of a day: 4 bytes each, the hour times 2^26 and whole seconds.
// A year of all branches has millions of them, and few different ones: they are counted, which takes less time than to sort them.
import { interpolateQuantile } from "#domain/valet/pickup/pickup-estimate.ts";

const secondBits = 26;
export const longestSeconds = 2 ** secondBits - 1;
/** Longer times are few, and a list of their own. */
const countedSeconds = 2 ** 17;
const hoursOfDay = 24;

/** How many times there are of each number of seconds. */
export class TimeCounts {
  length = 0;
  #counts = new Int32Array(256);
  #long: number[] = [];

  add(seconds: number, number = 1): void {
    this.length += number;
    if (seconds >= countedSeconds) {
      for (let index = 0; index < number; index += 1) this.#long.push(seconds);
      return;
    }
    if (seconds >= this.#counts.length) this.#grow(seconds + 1);
    this.#counts[seconds]! += number;
  }

  addAll(other: TimeCounts): void {
    if (other.#counts.length > this.#counts.length) this.#grow(other.#counts.length);
    for (const [seconds, number] of other.#counts.entries()) this.#counts[seconds]! += number;
    this.#long.push(...other.#long);
    this.length += other.length;
  }

  /** How many times there are of this many seconds. */
  count(seconds: number): number {
    return seconds < countedSeconds
      ? (this.#counts[seconds] ?? 0)
      : this.#long.filter((time) => time === seconds).length;
  }

  /** Seconds of the time with this number, from 0, in their order. */
  find(number: number): number {
    let before = 0;
    for (let seconds = 0; seconds < this.#counts.length; seconds += 1) {
      before += this.#counts[seconds]!;
      if (before > number) return seconds;
    }
    return this.#long.toSorted((a, b) => a - b)[number - before]!;
  }

  #grow(length: number): void {
    const counts = new Int32Array(Math.max(length, this.#counts.length * 2));
    counts.set(this.#counts);
    this.#counts = counts;
  }
}

/** The times of a list by hour. */
export function countTimesByHour(list: Uint8Array): TimeCounts[] {
  const byHour = Array.from({ length: hoursOfDay }, () => new TimeCounts());
  const view = new DataView(list.buffer, list.byteOffset, list.byteLength);
  for (let at = 0; at < list.length; at += 4) {
    const time = view.getInt32(at);
    byHour[time >> secondBits]!.add(time & longestSeconds);
  }
  return byHour;
}

/** The times of a list. */
export function countTimes(list: Uint8Array): TimeCounts {
  const times = new TimeCounts();
  const view = new DataView(list.buffer, list.byteOffset, list.byteLength);
  for (let at = 0; at < list.length; at += 4) times.add(view.getInt32(at) & longestSeconds);
  return times;
}

/** Those of all. */
export function sumTimes(parts: readonly TimeCounts[]): TimeCounts {
  const all = new TimeCounts();
  for (const part of parts) all.addAll(part);
  return all;
}

/** Whole seconds, interpolated between two times; null without times. */
export function computeTimeQuantile(times: TimeCounts, probability: number): number | null {
  const { length } = times;
  return length === 0
    ? null
    : Math.round(interpolateQuantile({ length, find: (index) => times.find(index), probability }));
}
