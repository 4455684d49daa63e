import assert from "node:assert/strict";
import { test } from "node:test";
import { checkField } from "#domain/schema/fields.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import { offersQuickVisits, quickVisits, toQuickVisitor } from "#domain/visitors/quick-visit.ts";

test("only residential branches offer quick visits", () => {
  for (const entity_type of ["government", "commercial", "school-college-university", null])
    assert.equal(offersQuickVisits({ entity_type }), false);
  assert.equal(offersQuickVisits({ entity_type: "residential" }), true);
});

test("a quick visit without a vehicle number is one on foot, and its name is a valid one", () => {
  assert.deepEqual(toQuickVisitor({ visit: "Delivery", name: " Swiggy " }), {
    name: "Delivery, Swiggy",
    entry_reason: "Delivery",
    is_person: true,
  });
  assert.deepEqual(toQuickVisitor({ visit: "Cab", plate: "TN09AB1234" }), {
    name: "Cab",
    entry_reason: "Cab",
    vehicle_no: "TN09AB1234",
  });
  for (const visit of quickVisits) {
    const { name } = toQuickVisitor({ visit });
    assert.equal(checkField({ name: "name", field: ParkingMainInformation.fields.name, value: name ?? "" }), undefined);
  }
});
