import assert from "node:assert/strict";
import { test } from "node:test";
import { parseReportUrlState, serializeReportUrlState } from "#domain/reports/report-address.ts";

const today = "2026-11-24";
const parse = (query: string) => parseReportUrlState({ menu: "money", parameters: new URLSearchParams(query), today })!;

test("an address opens what it was made from", () => {
  const query = "from=2026-11-01&to=2026-11-30&branch=all&group=channel&compare=weekdays&report=revenue&sort=-net";
  const state = parse(query);
  assert.deepEqual(state.range, { from: "2026-11-01", to: "2026-11-30" });
  assert.equal(serializeReportUrlState(state).toString(), query);
});

test("the period is part of every address, so that it does not move with the day", () => {
  const { from, to } = Object.fromEntries(serializeReportUrlState(parse("report=revenue")));
  assert.deepEqual([from, to], ["2026-11-18", "2026-11-24"]);
});

test("unknown values fall back to the defaults", () => {
  const defaults = parse("report=revenue");
  for (const query of [
    "report=revenue&from=2026-02-30&to=2026-03-01",
    "report=revenue&from=2026-11-24&to=2026-11-01",
    "report=revenue&group=toString&compare=never&sort=constructor&branch=7&person=9",
  ])
    assert.deepEqual(parse(query), defaults, query);
});
