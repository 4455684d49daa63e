// Distances between points of the Earth, and which of many points are nearest to one.
import type { GeoPoint } from "#domain/branches/location/map.ts";

/** Metres. */
export const earthRadius = 6_371_000;

const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;
/** sin²(x / 2) */
const haversine = (degrees: number): number => Math.sin(toRadians(degrees) / 2) ** 2;

/** Great-circle distance in metres. */
export function computeDistance(from: GeoPoint, to: GeoPoint): number {
  const parallels = Math.cos(toRadians(from.latitude)) * Math.cos(toRadians(to.latitude));
  const squared = haversine(to.latitude - from.latitude) + parallels * haversine(to.longitude - from.longitude);
  return 2 * earthRadius * Math.asin(Math.sqrt(Math.min(1, squared)));
}

interface Nearest {
  /** How many are not farther than `maxMetres`. */
  total: number;
  /** Indexes of the points of the page, the nearest first, and in their order at the same distance. */
  indexes: number[];
}

/**
 * Points are latitudes and longitudes in turn, of which many take little memory. Those that are NaN have no position: they come last, and
 * with a limit they are left out.
 */
export function findNearest({
  points,
  from,
  maxMetres = Infinity,
  skip,
  count,
}: {
  points: Float64Array;
  from: GeoPoint;
  maxMetres?: number | undefined;
  skip: number;
  count: number;
}): Nearest {
  const distances = new Float64Array(points.length / 2);
  for (let index = 0; index < distances.length; index += 1) {
    const distance = computeDistance(from, { latitude: points[2 * index]!, longitude: points[2 * index + 1]! });
    distances[index] = Number.isNaN(distance) ? Infinity : distance;
  }
  // The farthest of the page is found first, so that only a page is sorted with its indexes.
  const sorted = distances.filter((distance) => distance <= maxMetres).toSorted();
  const farthest = sorted[Math.min(skip + count, sorted.length) - 1] ?? -1;
  const nearest: number[] = [];
  distances.forEach((distance, index) => {
    if (distance <= farthest) nearest.push(index);
  });
  const indexes = nearest.toSorted((one, other) => distances[one]! - distances[other]! || one - other);
  return { total: sorted.length, indexes: indexes.slice(skip, skip + count) };
}
