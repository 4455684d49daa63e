import assert from "node:assert/strict";
import { test } from "node:test";
import {
  toBoardFilter,
  parseBoardUrlState,
  toStatusFilter,
  serializeBoardUrlState,
} from "#web/features/parking/board/board-url-state.ts";

const scope = { branch: 7, zone: "Asia/Kolkata", now: new Date("2026-11-21T20:00:00Z") };
const parse = (query: string) => parseBoardUrlState(new URLSearchParams(query));

test("URL state survives serialising and parsing", () => {
  const urlState = { state: "in", payment: "to-pay", search: "TN 09", page: 3 } as const;
  assert.deepEqual(parseBoardUrlState(serializeBoardUrlState(urlState)), urlState);
  assert.equal(serializeBoardUrlState(parse("")).toString(), "");
});

test("ignores unknown and invalid parameters", () => {
  const defaults = { state: null, payment: null, search: "", page: 1 };
  for (const query of ["state=gone", "payment=1", "page=0", "page=-2", "page=1e3", "page=9999999", "other=1"])
    assert.deepEqual(parse(query), defaults, query);
});

test("In and Pending have no date limit; Out and Cancelled are limited to the branch's current day", () => {
  assert.deepEqual(toStatusFilter({ ...scope, state: "in" }), { branch: { _eq: 7 }, parking_status_id: { _eq: 1 } });
  // 20:00 UTC is 01:30 of the next day in Chennai.
  assert.deepEqual(toStatusFilter({ ...scope, state: "out" })["out_time"], { _gte: "2026-11-21T18:30:00.000Z" });
  assert.deepEqual(toStatusFilter({ ...scope, state: "cancelled" })["date_updated"], {
    _gte: "2026-11-21T18:30:00.000Z",
  });
});

test("long stays are those inside for more than 24 hours, whatever their day", () => {
  const urlState = parse("state=long-inside");
  assert.equal(serializeBoardUrlState(urlState).toString(), "state=long-inside");
  assert.deepEqual(toBoardFilter({ urlState, ...scope, now: new Date("2026-11-21T20:00:31Z") }), {
    branch: { _eq: 7 },
    parking_status_id: { _eq: 1 },
    in_time: { _lt: "2026-11-20T20:00:00.000Z" },
  });
});

test("a search ignores spaces, dashes and case of a plate, and matches digits with phone numbers", () => {
  const filter = JSON.stringify(toBoardFilter({ urlState: parse("search=tn 09-ab"), ...scope }));
  assert.match(filter, /"vehicle_no":\{"_contains":"TN09AB"\}/);
  assert.doesNotMatch(filter, /phone_no/);
  assert.match(
    JSON.stringify(toBoardFilter({ urlState: parse("search=98400"), ...scope })),
    /"phone_no":\{"_contains":"98400"\}/,
  );
});

test("unpaid entries exclude cancelled ones", () => {
  const filter = JSON.stringify(toBoardFilter({ urlState: parse("payment=to-pay"), ...scope }));
  assert.match(filter, /"parking_status_id":\{"_neq":4\}/);
});

test("every filter is limited to the branch", () => {
  for (const query of ["", "state=out", "payment=paid", "payment=to-pay&search=x", "state=in&search=x&payment=paid"])
    assert.match(JSON.stringify(toBoardFilter({ urlState: parse(query), ...scope })), /"branch":\{"_eq":7\}/, query);
});
