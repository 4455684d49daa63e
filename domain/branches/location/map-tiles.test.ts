import assert from "node:assert/strict";
import { test } from "node:test";
import { getTileOrigin, isTileUrl, parseAttribution } from "#domain/branches/location/map-tiles.ts";

const attribution = { text: "© Maps", url: null };

test("a tile address has every placeholder after the host, and no unknown one", () => {
  const cases: [url: string, isValid: boolean][] = [
    ["https://tiles.example/{z}/{x}/{y}.png", true],
    ["https://tiles.example/{z}/{x}/{y}{r}.png?key=abc", true],
    ["http://127.0.0.1:8080/tiles?x={x}&y={y}&z={z}", true],
    ["https://tiles.example/{z}/{x}.png", false],
    ["https://{s}.tiles.example/{z}/{x}/{y}.png", false],
    ["https://{x}/{y}/{z}", false],
    ["https://tiles.example/{z}/{x}/{y}; script-src *", false],
    ["https://tiles.example;img-src/{z}/{x}/{y}.png", false],
    ["ftp://tiles.example/{z}/{x}/{y}.png", false],
    ["/tiles/{z}/{x}/{y}.png", false],
  ];
  for (const [url, isValid] of cases) assert.equal(isTileUrl(url), isValid, url);
});

test("the origin of the tiles leaves path, query and placeholders out", () => {
  const url = "https://tiles.example:8443/{z}/{x}/{y}.png?key=abc";
  assert.equal(getTileOrigin({ url, attribution }), "https://tiles.example:8443");
});

test("the page of a licence is split from the attribution", () => {
  assert.deepEqual(parseAttribution("© OpenStreetMap contributors https://www.openstreetmap.org/copyright"), {
    text: "© OpenStreetMap contributors",
    url: "https://www.openstreetmap.org/copyright",
  });
  assert.deepEqual(parseAttribution(" © Maps "), attribution);
  assert.deepEqual(parseAttribution("https://maps.example/licence"), {
    text: "https://maps.example/licence",
    url: null,
  });
  assert.deepEqual(parseAttribution("© Maps javascript:alert(1)"), { text: "© Maps javascript:alert(1)", url: null });
});
