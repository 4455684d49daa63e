import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { freeSlug, isReserved, reservedSlugs, slugOf } from "#domain/rules/slug.ts";

const form = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

test("names become slugs", () => {
  const rows: [string, string][] = [
    ["MG Road", "mg-road"],
    ["Café São & Co.", "cafe-sao-and-co"],
    ["  --Hello--  World!! ", "hello-world"],
    ["St. John's Hospital", "st-johns-hospital"],
    ["12th Main", "12th-main"],
    ["சென்னை", ""],
    ["!!!", ""],
  ];
  for (const [name, slug] of rows) assert.equal(slugOf(name), slug);
});

test("a free slug has the form, is not reserved and not taken", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 120 }), fc.nat(4), (name, others) => {
      const taken = new Set<string>();
      const next = () => freeSlug({ name, fallback: "company", isTaken: (slug) => taken.has(slug) });
      for (let count = 0; count <= others; count++) {
        const slug = next();
        assert.match(slug, form);
        assert.ok(slug.length <= 80 && !isReserved(slug) && !taken.has(slug));
        taken.add(slug);
      }
    }),
  );
});

test("the product's own words are kept free, whatever the name's spelling", () => {
  for (const slug of ["parking", "valet-service", "customer", "items", "auth", "gov", "live", "platform"])
    assert.ok(isReserved(slug));
  assert.equal(freeSlug({ name: "Parking!", fallback: "company", isTaken: () => false }), "parking-2");
  for (const slug of reservedSlugs) assert.match(slug, form);
});
