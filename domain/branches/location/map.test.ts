import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { cities, toViewPosition, toGeoPoint, fullMapView, zoomMapView } from "#domain/branches/location/map.ts";

test("every city lies within the full map view", () => {
  for (const city of cities) {
    const { x, y } = toViewPosition({ view: fullMapView, point: city });
    assert.ok(x > 0 && x < 1 && y > 0 && y < 1, city.name);
  }
});

test("position and coordinates convert back and forth at every zoom level", () => {
  const fraction = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(fraction, fraction, fc.integer({ min: 0, max: 6 }), (x, y, zoomSteps) => {
      let view = fullMapView;
      for (let step = 0; step < zoomSteps; step += 1) view = zoomMapView({ view, to: cities[3]!, times: 4 });
      const position = toViewPosition({ view, point: toGeoPoint({ view, x, y }) });
      assert.ok(Math.abs(position.x - x) < 1e-3 && Math.abs(position.y - y) < 1e-3);
    }),
  );
});
