import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { cities, placeInView, pointInView, wholeView, zoomed } from "#domain/rules/map.ts";

test("every city lies within the whole picture", () => {
  for (const city of cities) {
    const { x, y } = placeInView({ view: wholeView, point: city });
    assert.ok(x > 0 && x < 1 && y > 0 && y < 1, city.name);
  }
});

test("what is pressed is where the pin stands, at every zoom", () => {
  const part = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(part, part, fc.integer({ min: 0, max: 6 }), (x, y, times) => {
      let view = wholeView;
      for (let turn = 0; turn < times; turn += 1) view = zoomed({ view, to: cities[3]!, times: 4 });
      const place = placeInView({ view, point: pointInView({ view, x, y }) });
      assert.ok(Math.abs(place.x - x) < 1e-3 && Math.abs(place.y - y) < 1e-3);
    }),
  );
});
