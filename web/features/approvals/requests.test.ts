import assert from "node:assert/strict";
import { test } from "node:test";
import { sortByUrgency, toEntryRequest, toPassRequest } from "#web/features/approvals/requests.ts";

type Entry = Parameters<typeof toEntryRequest>[0];
type Pass = Parameters<typeof toPassRequest>[0];

const visitor: Pass = {
  id: 1,
  vehicle_no: "TN09AB1234",
  name: null,
  phone_no: "9840012345",
  is_person: false,
  entry_reason: null,
  parking_type: "long_time",
  pass_start_time: "2026-11-25T04:00:00.000Z",
  pass_end_time: "2026-11-26T04:00:00.000Z",
  vehicle_type: null,
  date_created: "2026-11-20T04:00:00.000Z",
  user_created: null,
  parking_status_id: 3,
  approved_at: null,
  approved_by: null,
};

function createEntry(values: Partial<Entry>): Entry {
  return {
    id: 1,
    date_created: "2026-11-22T04:00:00.000Z",
    is_invited: false,
    invite_start_date: null,
    invite_end_date: null,
    parking_main_info: visitor,
    visitor_id: null,
    user_created: null,
    parking_status_id: 3,
    approved_at: null,
    approved_by: null,
    ...values,
  };
}

test("visitors at the gate come before invites and passes of later days", () => {
  const invite = {
    is_invited: true,
    invite_start_date: "2026-11-24T04:00:00.000Z",
    date_created: "2026-11-21T04:00:00.000Z",
  };
  const requests = [
    toPassRequest(visitor),
    toEntryRequest(createEntry({ id: 2, ...invite })),
    toEntryRequest(createEntry({ id: 3 })),
    toEntryRequest(createEntry({ id: 4, date_created: "2026-11-22T03:59:00.000Z" })),
  ];
  assert.deepEqual(
    sortByUrgency(requests).map(({ ref }) => `${ref.kind} ${ref.id}`),
    ["entry 4", "entry 3", "entry 2", "pass 1"],
  );
});
