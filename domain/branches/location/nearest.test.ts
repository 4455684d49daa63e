// Distances, and the nearest of many points.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { computeDistance, findNearest } from "#domain/branches/location/nearest.ts";

const chennai = { latitude: 13.0827, longitude: 80.2707 };

test("distances along the great circle", () => {
  assert.equal(computeDistance(chennai, chennai), 0);
  const cases: [latitude: number, longitude: number, kilometres: number][] = [
    [12.9716, 77.5946, 290],
    [28.6139, 77.209, 1756],
    [-13.0827, -99.7293, 20015],
  ];
  for (const [latitude, longitude, kilometres] of cases)
    assert.equal(Math.round(computeDistance(chennai, { latitude, longitude }) / 1_000), kilometres);
});

describe("the nearest points", () => {
  // Few different values, so that many are at the same distance.
  const degrees = fc.oneof(
    fc.constant(NaN),
    fc.integer({ min: -4, max: 4 }).map((tenth) => tenth / 10),
  );
  test("are those of all points in the order of their distances", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(degrees, degrees)),
        fc.option(fc.integer({ min: 0, max: 60_000 }), { nil: undefined }),
        fc.nat(12),
        fc.integer({ min: 1, max: 8 }),
        (points, maxMetres, skip, count) => {
          const from = { latitude: 0.1, longitude: -0.2 };
          const all = points
            .map(([latitude, longitude], index) => ({ index, metres: computeDistance(from, { latitude, longitude }) }))
            .filter(({ metres }) => maxMetres === undefined || metres <= maxMetres)
            .toSorted((one, other) => {
              if (Number.isNaN(one.metres) || Number.isNaN(other.metres))
                return Number(Number.isNaN(one.metres)) - Number(Number.isNaN(other.metres));
              return one.metres - other.metres;
            });
          const found = findNearest({ points: Float64Array.from(points.flat()), from, maxMetres, skip, count });
          assert.deepEqual(found, {
            total: all.length,
            indexes: all.slice(skip, skip + count).map(({ index }) => index),
          });
        },
      ),
    );
  });
});
