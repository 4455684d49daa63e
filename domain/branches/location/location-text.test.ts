import assert from "node:assert/strict";
import { test } from "node:test";
import { parseLocationText } from "#domain/branches/location/location-text.ts";
import { decodePlusCode } from "#domain/branches/location/plus-code.ts";

const point = { latitude: 12.9716, longitude: 77.5946 };

test("finds the coordinates in links of map apps and in text", () => {
  const texts = [
    "12.9716, 77.5946",
    " 12.9716 77.5946 ",
    "geo:12.9716,77.5946",
    "geo:12.9716,77.5946?z=17",
    "geo:0,0?q=12.9716,77.5946(Car%20park)",
    "https://www.google.com/maps/@12.9716,77.5946,17z",
    "https://www.google.com/maps/place/Car+park/@12.9,77.6,17z/data=!3m1!4b1!4m6!3m5!1s0x0!8m2!3d12.9716!4d77.5946!16s",
    "https://www.google.com/maps?q=12.9716,77.5946",
    "https://maps.google.com/?q=loc:12.9716,77.5946",
    "https://www.google.com/maps/search/?api=1&query=12.9716%2C77.5946",
    "https://www.google.com/maps/search/12.9716,+77.5946?entry=tts",
    "https://www.google.com/maps/dir/?api=1&destination=12.9716,77.5946",
    "https://maps.apple.com/?ll=12.9716,77.5946&q=Car%20park",
    "https://maps.apple.com/place?coordinate=12.9716,77.5946&name=Car",
    "https://www.openstreetmap.org/?mlat=12.9716&mlon=77.5946#map=17/12.9/77.6",
    "https://www.openstreetmap.org/#map=17/12.9716/77.5946",
  ];
  for (const text of texts) assert.deepEqual(parseLocationText(text), { point }, text);
});

test("says why a text gives no place", () => {
  const problems: [string, string][] = [
    ["https://maps.app.goo.gl/AbCdEf123", "short-link"],
    ["maps.app.goo.gl/AbCdEf123", "short-link"],
    ["https://goo.gl/maps/AbCdEf", "short-link"],
    ["https://www.google.com/maps/place/Car+park", "unknown"],
    ["Mount Road", "unknown"],
    ["", "unknown"],
    ["95.1, 77.5", "unknown"],
    ["0, 0", "unknown"],
    ["https://", "unknown"],
    ["https://maps.google.com/?q=%E0%A4%A", "unknown"],
    ["XHCV+9Q", "code-without-city"],
    ["XHCV+9Q Nowhere", "code-without-city"],
  ];
  for (const [text, problem] of problems) assert.deepEqual(parseLocationText(text), { problem }, text);
});

test("completes a plus code by the city beside it, by the address, or by the pin", () => {
  const found = { point: decodePlusCode("7J4VXHCV+9Q") };
  assert.deepEqual(parseLocationText("7J4VXHCV+9Q"), found);
  const nearTo = (result: ReturnType<typeof parseLocationText>): string =>
    "point" in result ? `${result.point.latitude.toFixed(4)} ${result.point.longitude.toFixed(4)}` : result.problem;
  const expected = nearTo(found);
  for (const text of ["XHCV+9Q Bengaluru", "XHCV+9Q, Bangalore, Karnataka", "xhcv+9q bengaluru"])
    assert.equal(nearTo(parseLocationText(text)), expected, text);
  assert.equal(nearTo(parseLocationText("https://www.google.com/maps/place/XHCV%2B9Q+Bengaluru")), expected);
  assert.equal(nearTo(parseLocationText("XHCV+9Q", { city: "Bangalore" })), expected);
  assert.equal(nearTo(parseLocationText("XHCV+9Q", { city: "Elsewhere", near: point })), expected);
});
