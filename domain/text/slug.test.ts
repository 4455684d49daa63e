import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { findFreeSlug, isPageAddress, isReservedSlug, reservedSlugs, suggestSlug, toSlug } from "#domain/text/slug.ts";

const pattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

test("converts names to slugs", () => {
  const rows: [string, string][] = [
    ["MG Road", "mg-road"],
    ["Café São & Co.", "cafe-sao-and-co"],
    ["  --Hello--  World!! ", "hello-world"],
    ["St. John's Hospital", "st-johns-hospital"],
    ["12th Main", "12th-main"],
    ["சென்னை", ""],
    ["!!!", ""],
  ];
  for (const [name, slug] of rows) assert.equal(toSlug(name), slug);
});

test("pages are the product's own and those of a branch, not what is below the API or unknown", () => {
  for (const path of [
    "/partner-with-us",
    "/customer/commercial/login",
    "/docs/examples",
    "/receipt/a.b",
    "/acme/mg-road/parking/dashboard",
    "/:company/:branch/home",
  ])
    assert.ok(isPageAddress(path), path);
  for (const path of [
    "/items/Nowhere/1/2",
    "/actions/valet/nothing",
    "/auth/login",
    "/nowhere",
    "/acme/mg-road",
    "/.well-known/a/b",
    "/",
  ])
    assert.equal(isPageAddress(path), false, path);
});

test("a free slug is valid, not reserved and not in use", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 120 }), fc.nat(4), (name, existingCount) => {
      const usedSlugs = new Set<string>();
      const next = () => findFreeSlug({ name, fallback: "company", isTaken: (slug) => usedSlugs.has(slug) });
      for (let count = 0; count <= existingCount; count++) {
        const slug = next();
        assert.match(slug, pattern);
        assert.ok(slug.length <= 80 && !isReservedSlug(slug) && !usedSlugs.has(slug));
        usedSlugs.add(slug);
      }
    }),
  );
});

test("reserved slugs are never assigned, whatever the spelling of the name", () => {
  for (const slug of ["parking", "valet-service", "customer", "items", "auth", "gov", "live", "platform"])
    assert.ok(isReservedSlug(slug));
  assert.equal(findFreeSlug({ name: "Parking!", fallback: "company", isTaken: () => false }), "parking-2");
  for (const slug of reservedSlugs) assert.match(slug, pattern);
});

test("suggests the slug of a name, never a reserved one, and none for what is no name", () => {
  assert.equal(suggestSlug({ name: " Anna Nagar & Sons " }), "anna-nagar-and-sons");
  assert.equal(suggestSlug({ name: "Parking" }), "parking-2");
  for (const name of [undefined, null, 5, "", "அண்ணா"]) assert.equal(suggestSlug({ name }), undefined);
});
