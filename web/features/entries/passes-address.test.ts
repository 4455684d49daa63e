import assert from "node:assert/strict";
import { test } from "node:test";
import { passesFilter, passSort, readPasses, writePasses } from "#web/features/entries/passes-address.ts";

const read = (query: string) => readPasses(new URLSearchParams(query));
const now = new Date("2026-11-21T04:30:00Z");
const filterOf = (query: string) => JSON.stringify(passesFilter({ address: read(query), branch: 7, now }));

test("the address is read as it was written, and what cannot be read is left out", () => {
  const address = { state: "ending", search: "TN 09", page: 3 } as const;
  assert.deepEqual(readPasses(writePasses(address)), address);
  assert.equal(writePasses(read("")).toString(), "");
  for (const query of ["state=gone", "page=0", "page=x", "search=%20"])
    assert.deepEqual(read(query), { state: "valid", search: "", page: 1 }, query);
});

test("every list stays within the branch and its passes", () => {
  for (const query of ["", "state=ended", "state=all&search=x", "state=waiting", "state=ending"]) {
    assert.match(filterOf(query), /"branch":\{"_eq":7\}/, query);
    assert.match(filterOf(query), /"parking_type":\{"_eq":"long_time"\}/, query);
  }
});

test("what ends soon ends within seven days, and comes in the order of its end", () => {
  assert.match(filterOf("state=ending"), /"pass_end_time":\{"_lte":"2026-11-28T04:30:00.000Z"\}/);
  assert.deepEqual(passSort("ending"), ["pass_end_time", "id"]);
  assert.deepEqual(passSort("ended"), ["-pass_end_time", "-id"]);
});

test("a plate is found however it is typed, and digits may be a phone number", () => {
  assert.match(filterOf("search=tn 09-ab"), /"vehicle_no":\{"_contains":"TN09AB"\}/);
  assert.match(filterOf("search=98400"), /"phone_no":\{"_contains":"98400"\}/);
});
