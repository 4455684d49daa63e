import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { customerEmail, vehicleCount, withVehicle } from "#domain/rules/customer.ts";
import { fieldError } from "#domain/fields.ts";
import { email } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";

const added = { vehicleNo: "TN09AB1234", type: 2 };

test("a vehicle is added once, in capitals or not", () => {
  assert.deepEqual(withVehicle({ vehicles: [], added }), [added]);
  assert.deepEqual(withVehicle({ vehicles: null, added }), [added]);
  for (const known of ["tn09ab1234", "TN 09 AB-1234", "Tn09aB1234"])
    for (const vehicles of [[{ vehicleNo: known, type: null }], [known]])
      assert.equal(withVehicle({ vehicles, added }), undefined);
  const other = { vehicleNo: "KA01A0001", type: null };
  assert.deepEqual(withVehicle({ vehicles: [other], added }), [other, added]);
  assert.deepEqual([vehicleCount([added]), vehicleCount([added, other])], ["single", "multiple"]);
});

test("a customer is given so many vehicles and no more", () => {
  const vehicles = Array.from({ length: limits.customerVehicles }, (_, place) => ({ vehicleNo: `TN09AB${place}` }));
  assert.equal(withVehicle({ vehicles, added }), undefined);
  assert.equal(withVehicle({ vehicles: vehicles.slice(1), added })?.length, limits.customerVehicles);
});

test("adding any vehicles in any order, twice, keeps each once", () => {
  const plate = fc.stringMatching(/^[A-Za-z]{2}\d{2}[A-Za-z]{1,2}\d{1,4}$/);
  fc.assert(
    fc.property(fc.array(plate, { maxLength: limits.customerVehicles }), (plates) => {
      let vehicles: NonNullable<ReturnType<typeof withVehicle>> = [];
      for (const vehicleNo of [...plates, ...plates])
        vehicles = withVehicle({ vehicles, added: { vehicleNo, type: null } }) ?? vehicles;
      assert.equal(vehicles.length, new Set(plates.map((one) => one.toUpperCase())).size);
    }),
  );
});

test("the address of a customer who gave none is a valid one in small letters", () => {
  const address = customerEmail({ phone: "9840012345", vehicle: "TN09AB1234" });
  assert.match(address, /^c_9840012345_tn09ab1234@/);
  assert.equal(fieldError({ name: "email", field: email(), value: address }), undefined);
});
