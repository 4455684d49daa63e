import assert from "node:assert/strict";
import { test } from "node:test";
import { listPlaceSlugs, toPresentLabel, toPresentSlug } from "#domain/site/place-slugs.ts";

test("every spelling of a place leads to its present name", () => {
  const rows: [slug: string, present: string][] = [
    ["bangalore", "bengaluru"],
    ["banglore", "bengaluru"],
    ["bengaluru", "bengaluru"],
    ["chhatrapati-sambhajinagar", "chhatrapati-sambhajinagar"],
    ["orissa", "odisha"],
    ["chennai", "chennai"],
    ["t-nagar", "t-nagar"],
  ];
  for (const [slug, present] of rows) {
    assert.equal(toPresentSlug(slug), present);
    assert.ok(listPlaceSlugs(slug).includes(present) && listPlaceSlugs(present).includes(slug), slug);
  }
});

test("an earlier name that another place has now stays, and finds both", () => {
  assert.equal(toPresentSlug("aurangabad"), "aurangabad");
  assert.ok(listPlaceSlugs("aurangabad").includes("chhatrapati-sambhajinagar"));
  assert.ok(listPlaceSlugs("chhatrapati-sambhajinagar").includes("aurangabad"));
});

test("shows the present name of a place", () => {
  for (const [name, label] of [
    ["Bangalore", "Bengaluru"],
    ["BENGALURU", "BENGALURU"],
    ["Gurgaon", "Gurugram"],
    ["Aurangabad", "Aurangabad"],
    ["New Town", "New Town"],
  ] as const)
    assert.equal(toPresentLabel(name), label);
});
