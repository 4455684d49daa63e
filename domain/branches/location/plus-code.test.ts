// The published test vectors: https://github.com/google/open-location-code/tree/main/test_data
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { decodePlusCode, encodePlusCode, findPlusCode, recoverPlusCode } from "#domain/branches/location/plus-code.ts";

const assertNear = (actual: number, expected: number, tolerance = 1e-9): void =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual}, expected ${expected}`);

/** Code, and the area: south, west, north, east. */
const decoded: [string, number, number, number, number][] = [
  ["7FG49Q00+", 20.35, 2.75, 20.4, 2.8],
  ["7FG49QCJ+2V", 20.37, 2.782125, 20.370125, 2.78225],
  ["7FG49QCJ+2VX", 20.3701, 2.78221875, 20.370125, 2.78225],
  ["7FG49QCJ+2VXGJ", 20.370113, 2.782234375, 20.370114, 2.78223632813],
  ["8FVC2222+22", 47, 8, 47.000125, 8.000125],
  ["4VCPPQGP+Q9", -41.273125, 174.785875, -41.273, 174.786],
  ["62G20000+", 0, -180, 1, -179],
  ["22220000+", -90, -180, -89, -179],
  ["7FG40000+", 20, 2, 21, 3],
  ["22222222+22", -90, -180, -89.999875, -179.999875],
  ["6VGX0000+", 0, 179, 1, 180],
  ["6FH32222+222", 1, 1, 1.000025, 1.00003125],
  ["CFX30000+", 89, 1, 90, 2],
  ["62H20000+", 1, -180, 2, -179],
  ["CFX3X2X2+X2", 89.999875, 1, 90, 1.000125],
  ["84000000+", 30, -140, 50, -120],
  ["6FH56C22+22", 1.2, 3.4, 1.200125, 3.400125],
  ["849VGJQF+VX7QR3J", 37.53966912, -122.3750698242, 37.53966916, -122.3750697021],
  ["849VGJQF+VX7QR3J7QR3J", 37.53966912, -122.3750698242, 37.53966916, -122.3750697021],
];

test("decodes complete codes to the middle of their area", () => {
  for (const [code, south, west, north, east] of decoded) {
    const { latitude, longitude } = decodePlusCode(findPlusCode(code)!.code);
    assertNear(latitude, (south + north) / 2);
    assertNear(longitude, (west + east) / 2);
  }
});

test("recovers the place of a short code nearest to a point", () => {
  const recovered: [string, number, number, string][] = [
    ["9C3W9QCJ+2VX", 51.3701125, -1.217765625, "+2VX"],
    ["9C3W9QCJ+2VX", 51.3708675, -1.217765625, "CJ+2VX"],
    ["9C3W9QCJ+2VX", 51.3693575, -1.217765625, "CJ+2VX"],
    ["9C3W9QCJ+2VX", 51.3701125, -1.218520625, "CJ+2VX"],
    ["9C3W9QCJ+2VX", 51.3701125, -1.217010625, "CJ+2VX"],
    ["9C3W9QCJ+2VX", 51.3852125, -1.217765625, "9QCJ+2VX"],
    ["9C3W9QCJ+2VX", 51.3550125, -1.217765625, "9QCJ+2VX"],
    ["9C3W9QCJ+2VX", 51.3701125, -1.232865625, "9QCJ+2VX"],
    ["9C3W9QCJ+2VX", 51.3701125, -1.202665625, "9QCJ+2VX"],
    ["8FJFW222+", 42.899, 9.012, "22+"],
    ["796RXG22+", 14.95125, -23.5001, "22+"],
    ["8FRCXGRF+PM", 47, 8.55, "XGRF+PM"],
    ["CFX22222+22", 89.6, 0, "2222+22"],
    ["2CXXXXXX+XX", -81, 0, "XXXXXX+XX"],
  ];
  for (const [full, latitude, longitude, code] of recovered) {
    assert.equal(findPlusCode(code)?.isShort, true, code);
    const point = recoverPlusCode({ code, near: { latitude, longitude } });
    const expected = decodePlusCode(full);
    assertNear(point.latitude, expected.latitude);
    assertNear(point.longitude, expected.longitude);
  }
});

test("recognises valid codes only", () => {
  for (const full of ["8FWC2345+G6", "8FWC2345+G6G", "8fwc2345+", "8FWCX400+", "849VGJQF+VX7QR3JW"])
    assert.equal(findPlusCode(full)?.isShort, false, full);
  for (const short of ["WC2345+G6g", "2345+G6", "45+G6", "+G6"])
    assert.equal(findPlusCode(short)?.isShort, true, short);
  const invalid = ["G+", "+", "8FWC2345+G", "8FWC2_45+G6", "8FWC2η45+G6", "8FWC2345+G6+", "8FWC2345G6+", "8FWC2300+G6"];
  for (const text of [
    ...invalid,
    "WC2300+G6g",
    "WC2345+G",
    "WC2300+",
    "849VGJQF+VX7QR3U",
    "849VGJQF+VX7QR3JU",
    "XX222222+22",
  ])
    assert.equal(findPlusCode(text), undefined, text);
  assert.deepEqual(findPlusCode("7J4VXHCV+9Q Bengaluru"), { code: "7J4VXHCV+9Q", isShort: false });
});

test("every point is in the area of its code, and is recovered from the short code near by", () => {
  const degrees = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });
  const point = fc.record({ latitude: degrees(80), longitude: degrees(179) });
  fc.assert(
    fc.property(point, fc.double({ min: -0.4, max: 0.4, noNaN: true }), ({ latitude, longitude }, offset) => {
      const code = encodePlusCode({ latitude, longitude });
      const found = decodePlusCode(code);
      assertNear(found.latitude, latitude, 0.000_063);
      assertNear(found.longitude, longitude, 0.000_063);
      const near = { latitude: latitude + offset, longitude: longitude - offset };
      const recovered = recoverPlusCode({ code: code.slice(4), near });
      assertNear(recovered.latitude, found.latitude, 1e-6);
      assertNear(recovered.longitude, found.longitude, 1e-6);
    }),
  );
});
