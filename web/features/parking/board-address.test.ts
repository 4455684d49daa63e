import assert from "node:assert/strict";
import { test } from "node:test";
import { boardFilter, readAddress, stateFilter, writeAddress } from "#web/features/parking/board-address.ts";

const place = { branch: 7, zone: "Asia/Kolkata", now: new Date("2026-11-21T20:00:00Z") };
const read = (query: string) => readAddress(new URLSearchParams(query));

test("an address is read as it was written", () => {
  const address = { state: "in", payment: "to-pay", search: "TN 09", page: 3 } as const;
  assert.deepEqual(readAddress(writeAddress(address)), address);
  assert.equal(writeAddress(read("")).toString(), "");
});

test("what is not known in an address is as if it were not there", () => {
  const nothing = { state: null, payment: null, search: "", page: 1 };
  for (const query of ["state=gone", "payment=1", "page=0", "page=-2", "page=1e3", "page=9999999", "other=1"])
    assert.deepEqual(read(query), nothing, query);
});

test("in and pending are as they stand, out and cancelled are of the branch's own day", () => {
  assert.deepEqual(stateFilter({ ...place, state: "in" }), { branch: { _eq: 7 }, parking_status_id: { _eq: 1 } });
  // 20:00 in London's winter is half past one of the next day in Chennai.
  assert.deepEqual(stateFilter({ ...place, state: "out" })["out_time"], { _gte: "2026-11-21T18:30:00.000Z" });
  assert.deepEqual(stateFilter({ ...place, state: "cancelled" })["date_updated"], { _gte: "2026-11-21T18:30:00.000Z" });
});

test("a search finds a plate however it is typed, and digits may be a phone number", () => {
  const filter = JSON.stringify(boardFilter({ address: read("search=tn 09-ab"), ...place }));
  assert.match(filter, /"vehicle_no":\{"_contains":"TN09AB"\}/);
  assert.doesNotMatch(filter, /phone_no/);
  assert.match(
    JSON.stringify(boardFilter({ address: read("search=98400"), ...place })),
    /"phone_no":\{"_contains":"98400"\}/,
  );
});

test("every filter stays within the branch", () => {
  for (const query of ["", "state=out", "payment=paid", "payment=to-pay&search=x", "state=in&search=x&payment=paid"])
    assert.match(JSON.stringify(boardFilter({ address: read(query), ...place })), /"branch":\{"_eq":7\}/, query);
});
