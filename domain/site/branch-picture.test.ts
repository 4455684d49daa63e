import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { describeBranchPicture, drawBranchPicture, wrapWords } from "#domain/site/branch-picture.ts";
import { createBranchPage, createListedBranch } from "#tests/support/site-examples.ts";

test("names the branch, its place and the price of the stay", () => {
  assert.deepEqual(describeBranchPicture(createBranchPage({})), {
    service: "Parking",
    name: "Usman Road",
    place: "T. Nagar, Chennai",
    price: "₹60 for 3 h",
  });
  const branch = createListedBranch({ area: null, city: null, price: null, lowestPrice: 2_000 });
  const { place, price } = describeBranchPicture(createBranchPage({ branch }));
  assert.deepEqual([place, price], ["Tamil Nadu", "From ₹20 for 3 h"]);
  const unpriced = createListedBranch({ price: null });
  assert.equal(describeBranchPicture(createBranchPage({ branch: unpriced })).price, "");
});

test("wraps whole words to as many lines as there are, and cuts the rest", () => {
  const wrap = (text: string) => wrapWords({ text, letters: 10, lines: 2 });
  assert.deepEqual(wrap("Anna Nagar"), ["Anna Nagar"]);
  assert.deepEqual(wrap("Anna Nagar West"), ["Anna Nagar", "West"]);
  assert.deepEqual(wrap("Anna Nagar West Extension"), ["Anna Nagar", "West Exte…"]);
  assert.deepEqual(wrap("Thiruvananthapuram"), ["Thiruvana…"]);
  assert.deepEqual(wrap(""), []);
});

test("a text of a vendor stays a text, whatever it contains", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (name) => {
      const drawn = drawBranchPicture({ service: "Parking", name, place: name, price: name });
      const plain = drawBranchPicture({ service: "Parking", name: "a", place: "a", price: "a" });
      const elements = (svg: string) => [...svg.matchAll(/<\/?([a-z]+)/g)].map(([, element]) => element);
      const isOneLine = elements(drawn).length <= elements(plain).length + 2;
      assert.ok(isOneLine && elements(drawn).every((element) => elements(plain).includes(element)));
      // Only the white space of the drawing itself.
      assert.ok([...drawn].every((character) => character >= " " || character === "\n"));
    }),
  );
});
