import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { placeholderEmail, getVehicleCountType, addVehicle } from "#domain/accounts/customer.ts";
import { checkField } from "#domain/schema/fields.ts";
import { email } from "#domain/schema/fields.ts";
import * as limits from "#domain/limits.ts";

const added = { vehicleNo: "TN09AB1234", type: 2 };

test("adds a vehicle once, ignoring case, spaces and hyphens", () => {
  assert.deepEqual(addVehicle({ vehicles: [], added }), [added]);
  assert.deepEqual(addVehicle({ vehicles: null, added }), [added]);
  for (const vehicleNo of ["tn09ab1234", "TN 09 AB-1234", "Tn09aB1234"])
    for (const vehicles of [[{ vehicleNo, type: null }], [vehicleNo]])
      assert.equal(addVehicle({ vehicles, added }), undefined);
  const other = { vehicleNo: "KA01A0001", type: null };
  assert.deepEqual(addVehicle({ vehicles: [other], added }), [other, added]);
  assert.deepEqual([getVehicleCountType([added]), getVehicleCountType([added, other])], ["single", "multiple"]);
});

test("adds no vehicle beyond the limit", () => {
  const vehicles = Array.from({ length: limits.customerVehicles }, (_, index) => ({ vehicleNo: `TN09AB${index}` }));
  assert.equal(addVehicle({ vehicles, added }), undefined);
  assert.equal(addVehicle({ vehicles: vehicles.slice(1), added })?.length, limits.customerVehicles);
});

test("adding vehicles twice in any order keeps each once", () => {
  const vehicleNumber = fc.stringMatching(/^[A-Za-z]{2}\d{2}[A-Za-z]{1,2}\d{1,4}$/);
  fc.assert(
    fc.property(fc.array(vehicleNumber, { maxLength: limits.customerVehicles }), (vehicleNumbers) => {
      let vehicles: NonNullable<ReturnType<typeof addVehicle>> = [];
      for (const vehicleNo of [...vehicleNumbers, ...vehicleNumbers])
        vehicles = addVehicle({ vehicles, added: { vehicleNo, type: null } }) ?? vehicles;
      assert.equal(vehicles.length, new Set(vehicleNumbers.map((number) => number.toUpperCase())).size);
    }),
  );
});

test("the placeholder email of a customer is valid and lower-case", () => {
  const address = placeholderEmail({ phone: "9840012345", vehicle: "TN09AB1234" });
  assert.match(address, /^c_9840012345_tn09ab1234@/);
  assert.equal(checkField({ name: "email", field: email(), value: address }), undefined);
});
