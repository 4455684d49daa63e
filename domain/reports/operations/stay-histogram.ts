// §2 Stays as numbers by class of minutes: exact below 64 minutes, then 32 classes to each doubling, so that a length is known to
// 1.6 %. The ends of the classes that reports show are ends of these. Equal to `stayBucketSql` of the server.

const exactMinutes = 64;
const perDoubling = 32;
/** Stays of two years and longer are one class. */
export const maxStayMinutes = 2 ** 20 - 1;
export const stayBuckets = exactMinutes + perDoubling * 14;

/** The minutes that stand for a bucket: its middle, rounded down, and its first minute. */
export function getStayBucket(index: number): { first: number; middle: number } {
  if (index < exactMinutes) return { first: index, middle: index };
  const doublings = Math.floor((index - exactMinutes) / perDoubling) + 1;
  const first = (((index - exactMinutes) % perDoubling) + perDoubling) * 2 ** doublings;
  return { first, middle: first + Math.floor((2 ** doublings - 1) / 2) };
}

/** Numbers by bucket. */
export type StayHistogram = Float64Array;

export const createStayHistogram = (): StayHistogram => new Float64Array(stayBuckets);

/** Adds what the database keeps of a day: bucket (2 bytes) and number (3 bytes) in turn. */
export function addStays(histogram: StayHistogram, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; at += 5) {
    const bucket = bytes[at]! * 256 + bytes[at + 1]!;
    histogram[bucket]! += bytes[at + 2]! * 65_536 + bytes[at + 3]! * 256 + bytes[at + 4]!;
  }
}

export const countStays = (histogram: StayHistogram): number => histogram.reduce((sum, count) => sum + count, 0);

/** Whole minutes, interpolated between two stays; null without stays. */
export function computeStayQuantile(histogram: StayHistogram, probability: number): number | null {
  const count = countStays(histogram);
  if (count === 0) return null;
  const position = (count - 1) * probability;
  const lower = findStay(histogram, Math.floor(position));
  return Math.round(lower + (findStay(histogram, Math.ceil(position)) - lower) * (position % 1));
}

/** Minutes of the stay with this number, from 0, in the order of their lengths. */
function findStay(histogram: StayHistogram, number: number): number {
  let before = 0;
  for (const [bucket, count] of histogram.entries()) {
    before += count;
    if (before > number) return getStayBucket(bucket).middle;
  }
  return getStayBucket(stayBuckets - 1).middle;
}
