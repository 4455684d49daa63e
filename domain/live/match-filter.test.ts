import assert from "node:assert/strict";
import { test } from "node:test";
import type { Filter } from "#domain/schema/collection.ts";
import {
  isMatchable,
  getFilterKeys,
  getRowKeys,
  matchesRow,
  type MatchRow,
  getFilterPaths,
} from "#domain/live/match-filter.ts";

const ownRows: Filter = { _or: [{ main: { phone: { _eq: "98" } } }, { user: { _eq: "u1" } }] };
const invitedRows: Filter = { _and: [{ is_invited: { _eq: true } }, { user: { _eq: "u1" } }] };

const table: { filter: Filter; row: MatchRow; isMatch: boolean }[] = [
  { filter: { branch: { _eq: 3 } }, row: { branch: 3 }, isMatch: true },
  { filter: { branch: { _eq: 3 } }, row: { branch: 4 }, isMatch: false },
  { filter: { branch: { _eq: 3 } }, row: {}, isMatch: false },
  { filter: { branch: { _eq: null } }, row: { branch: null }, isMatch: false },
  { filter: { branch: { _in: [1, 3] } }, row: { branch: 3 }, isMatch: true },
  { filter: { branch: { _neq: 3 } }, row: { branch: null }, isMatch: false },
  { filter: { branch: { _null: true } }, row: {}, isMatch: true },
  { filter: ownRows, row: { "main.phone": "98", user: null }, isMatch: true },
  { filter: ownRows, row: { "main.phone": "97", user: "u1" }, isMatch: true },
  { filter: ownRows, row: { "main.phone": "97", user: "u2" }, isMatch: false },
  { filter: ownRows, row: { phone: "98" }, isMatch: false },
  { filter: invitedRows, row: { is_invited: true, user: "u1" }, isMatch: true },
  { filter: invitedRows, row: { is_invited: false, user: "u1" }, isMatch: false },
  { filter: { branch: { _gt: 3 } }, row: { branch: 4 }, isMatch: false },
  { filter: { main: { phone: { _gt: "1" } } }, row: { "main.phone": "98" }, isMatch: false },
];

for (const { filter, row, isMatch } of table)
  test(`${JSON.stringify(filter)} ${isMatch ? "matches" : "does not match"} ${JSON.stringify(row)}`, () => {
    assert.equal(matchesRow(row, filter), isMatch);
    const keys = getFilterKeys(filter);
    // A matching row always has one of the filter's keys, if the filter has any.
    if (isMatch && keys)
      assert.ok(
        getRowKeys(row).some((key) => keys.includes(key)),
        keys.join(),
      );
  });

test("paths and keys of a filter through a relation", () => {
  assert.deepEqual(getFilterPaths(ownRows), ["main.phone", "user"]);
  assert.deepEqual(getFilterKeys(ownRows), ["main.phone=98", "user=u1"]);
  assert.deepEqual(getFilterKeys(invitedRows), ["user=u1"]);
  assert.equal(getFilterKeys({ _or: [{ branch: { _eq: 3 } }, { is_open: { _eq: true } }] }), null);
  assert.equal(getFilterKeys({}), null);
});

test("filters that cannot be decided from the values are not matchable", () => {
  for (const filter of [ownRows, invitedRows]) assert.ok(isMatchable(filter));
  assert.ok(!isMatchable({ branch: { _gt: 3 } }));
  assert.ok(!isMatchable({ main: { phone: { _null: true } } }));
  assert.ok(!isMatchable({ images: { _some: { id: { _eq: 1 } } } }));
});
