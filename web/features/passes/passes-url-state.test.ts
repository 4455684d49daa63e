import assert from "node:assert/strict";
import { test } from "node:test";
import {
  toPassesFilter,
  getPassSort,
  parsePassesUrlState,
  serializePassesUrlState,
} from "#web/features/passes/passes-url-state.ts";

const parse = (query: string) => parsePassesUrlState(new URLSearchParams(query));
const now = new Date("2026-11-21T04:30:00Z");
const toFilter = (query: string) => JSON.stringify(toPassesFilter({ urlState: parse(query), branch: 7, now }));

test("URL state survives serialising and parsing, and invalid parameters are dropped", () => {
  const urlState = { state: "ending", search: "TN 09", page: 3 } as const;
  assert.deepEqual(parsePassesUrlState(serializePassesUrlState(urlState)), urlState);
  assert.equal(serializePassesUrlState(parse("")).toString(), "");
  for (const query of ["state=gone", "page=0", "page=x", "search=%20"])
    assert.deepEqual(parse(query), { state: "valid", search: "", page: 1 }, query);
});

test("every filter is limited to passes of the branch", () => {
  for (const query of ["", "state=ended", "state=all&search=x", "state=waiting", "state=ending"]) {
    assert.match(toFilter(query), /"branch":\{"_eq":7\}/, query);
    assert.match(toFilter(query), /"parking_type":\{"_eq":"long_time"\}/, query);
  }
});

test("Ending within 7 days lists passes sorted by end time", () => {
  assert.match(toFilter("state=ending"), /"pass_end_time":\{"_lte":"2026-11-28T04:30:00.000Z"\}/);
  assert.deepEqual(getPassSort("ending"), ["pass_end_time", "id"]);
  assert.deepEqual(getPassSort("ended"), ["-pass_end_time", "-id"]);
});

test("a search ignores spaces, dashes and case of a plate, and matches digits with phone numbers", () => {
  assert.match(toFilter("search=tn 09-ab"), /"vehicle_no":\{"_contains":"TN09AB"\}/);
  assert.match(toFilter("search=98400"), /"phone_no":\{"_contains":"98400"\}/);
});
