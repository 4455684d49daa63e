import assert from "node:assert/strict";
import { test } from "node:test";
import { readSearch, searchFilter, writeSearch } from "#web/features/vehicle-search/search-address.ts";

const read = (query: string) => readSearch(new URLSearchParams(query));

test("the address is read, and what cannot be is left out", () => {
  const rows: [string, string][] = [
    ["", ""],
    ["plate=tn09+ab&phone=98400&state=in&page=3", "plate=TN09AB&phone=98400&state=in&page=3"],
    ["state=everything&page=0&from=yesterday", ""],
    ["from=2026-11-01&to=2026-11-30&page=1", "from=2026-11-01&to=2026-11-30"],
    ["plate=%25%27%3B&phone=abc", ""],
  ];
  for (const [query, written] of rows) assert.equal(writeSearch(read(query)).toString(), written);
});

test("days are whole days of the branch's zone", () => {
  const filter = searchFilter({ search: read("from=2026-11-01&to=2026-11-01"), branch: 7, zone: "Asia/Kolkata" });
  assert.deepEqual(filter, {
    _and: [
      { branch: { _eq: 7 } },
      { date_created: { _gte: "2026-10-31T18:30:00.000Z" } },
      { date_created: { _lte: "2026-11-01T18:29:59.999Z" } },
    ],
  });
  assert.deepEqual(searchFilter({ search: read(""), branch: 7, zone: "Asia/Kolkata" }), { branch: { _eq: 7 } });
});
