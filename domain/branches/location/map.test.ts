import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  cities,
  findNearestCities,
  fullMapView,
  getScale,
  movePoint,
  toGeoPoint,
  toViewPosition,
  zoomMapView,
} from "#domain/branches/location/map.ts";

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

test("the scale is a round length of at most a third of the view", () => {
  for (const span of [32, 8, 0.5, 0.05, 0.005]) {
    const view = { centre: { latitude: 13, longitude: 80 }, span };
    const { metres, fraction } = getScale(view);
    assert.match(String(metres), /^[125]0*$/);
    assert.ok(fraction > 0.1 && fraction <= 1 / 3, `${span}: ${metres} m, ${fraction}`);
  }
  assert.deepEqual(getScale({ centre: { latitude: 0, longitude: 80 }, span: 0.05 }).metres, 1_000);
});

test("names the nearest cities with their distance", () => {
  const [first, second] = findNearestCities({ latitude: 12.9716, longitude: 80.2 });
  assert.deepEqual([first!.name, first!.kilometres], ["Chennai", 14]);
  assert.equal(second!.name, "Puducherry");
});

test("moves a point by parts of the view", () => {
  const view = { centre: { latitude: 13, longitude: 80 }, span: 1 };
  assert.deepEqual(movePoint({ view, point: view.centre, x: 0.01, y: -0.02 }), { latitude: 13.02, longitude: 80.01 });
});
