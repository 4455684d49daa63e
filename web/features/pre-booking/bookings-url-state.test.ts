import assert from "node:assert/strict";
import { test } from "node:test";
import {
  bookingViews,
  getBookingSort,
  parseBookingsUrlState,
  serializeBookingsUrlState,
  toBookingsFilter,
} from "#web/features/pre-booking/bookings-url-state.ts";

test("the address keeps view and page, and ignores what it does not know", () => {
  for (const view of bookingViews)
    for (const page of [1, 7]) {
      const state = { view, page };
      assert.deepEqual(parseBookingsUrlState(serializeBookingsUrlState(state)), state);
    }
  assert.equal(serializeBookingsUrlState({ view: "expected", page: 1 }).toString(), "");
  assert.deepEqual(parseBookingsUrlState(new URLSearchParams("view=mine&page=-1")), { view: "expected", page: 1 });
});

test("expected bookings are those that have not arrived, the next one first", () => {
  const filter = toBookingsFilter({ view: "expected", branch: 7 });
  assert.deepEqual(filter, { branch: { _eq: 7 }, pre_booking_status_id: { _in: [1] } });
  assert.deepEqual(getBookingSort("expected"), ["booking_start_time", "id"]);
  assert.deepEqual(getBookingSort("all"), ["-booking_start_time", "-id"]);
});
