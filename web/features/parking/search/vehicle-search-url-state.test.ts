import assert from "node:assert/strict";
import { test } from "node:test";
import {
  parseVehicleSearchUrlState,
  toTicketSearchFilter,
  toVehicleSearchFilter,
  serializeVehicleSearchUrlState,
} from "#web/features/parking/search/vehicle-search-url-state.ts";

const parse = (query: string) => parseVehicleSearchUrlState(new URLSearchParams(query));

test("parses URL parameters and drops invalid ones", () => {
  const rows: [string, string][] = [
    ["", ""],
    ["plate=tn09+ab&phone=98400&state=in&page=3", "plate=TN09AB&phone=98400&state=in&page=3"],
    ["state=everything&page=0&from=yesterday", ""],
    ["from=2026-11-01&to=2026-11-30&page=1", "from=2026-11-01&to=2026-11-30"],
    ["plate=%25%27%3B&phone=abc", ""],
  ];
  for (const [query, expected] of rows) assert.equal(serializeVehicleSearchUrlState(parse(query)).toString(), expected);
});

test("dates cover whole days in the branch's time zone", () => {
  const filter = toVehicleSearchFilter({
    search: parse("from=2026-11-01&to=2026-11-01"),
    branch: 7,
    zone: "Asia/Kolkata",
  });
  assert.deepEqual(filter, {
    _and: [
      { branch: { _eq: 7 } },
      { date_created: { _gte: "2026-10-31T18:30:00.000Z" } },
      { date_created: { _lte: "2026-11-01T18:29:59.999Z" } },
    ],
  });
  assert.deepEqual(toVehicleSearchFilter({ search: parse(""), branch: 7, zone: "Asia/Kolkata" }), {
    branch: { _eq: 7 },
  });
});

test("searches valet tickets by the same fields, for the statuses that tickets have", () => {
  const toFilter = (query: string) => toTicketSearchFilter({ search: parse(query), branch: 7, zone: "Asia/Kolkata" });
  assert.deepEqual(toFilter("plate=ab12&phone=98480&state=in"), {
    _and: [
      { branch: { _eq: 7 } },
      { Vehicle_Number: { _contains: "AB12" } },
      { Customer_Phone_Number: { _starts_with: "98480" } },
      { out_time: { _null: true } },
    ],
  });
  assert.deepEqual(toFilter("state=out"), {
    _and: [{ branch: { _eq: 7 } }, { out_time: { _nnull: true } }, { voided_at: { _null: true } }],
  });
  for (const state of ["cancelled", "voided"])
    assert.deepEqual(toFilter(`state=${state}`), { _and: [{ branch: { _eq: 7 } }, { voided_at: { _nnull: true } }] });
  assert.equal(toFilter("state=pending"), undefined);
});
