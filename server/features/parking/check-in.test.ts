import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Row } from "#domain/schema/collection.ts";
import { accountRoles } from "#domain/access/roles.ts";
import { startApp } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

const { asUser, sql } = await startApp();
const make = createFactories(sql);
let branch: CreatedBranch;
let staff: CreatedUser;

before(async () => {
  branch = await make.branch({ slots: 3, rate: "20.00" });
  staff = await make.user("staff", { branch, first_name: "Ravi" });
});

test("checks a vehicle in, collects the cash and checks it out", async () => {
  const client = await asUser(staff);
  const checkedIn = await client.post("/actions/parking/check-in", {
    vehicle_no: "tn 09 ab-1234",
    phone_no: "9840012345",
  });
  assert.equal(checkedIn.status, 200, checkedIn.text);
  assert.equal(checkedIn.data.parking_status_id, 1);
  assert.equal(checkedIn.data.parking_main_info.vehicle_no, "TN09AB1234");
  assert.equal(checkedIn.data.slot_prefix, "A");
  assert.equal(checkedIn.data.slot_no, 1);
  assert.match(checkedIn.data.receipt_no, /^\d{8}-1$/);
  assert.match(checkedIn.data.qr, /^CHAAVI:P:\d+:/);

  const paid = await client.post(`/actions/parking/${checkedIn.data.id}/take-cash`, { auto_checkout: true });
  assert.equal(paid.status, 200, paid.text);
  assert.equal(paid.data.payment_status, "paid");
  assert.equal(paid.data.parking_status_id, 2);
  assert.equal(paid.data.parking_main_info.parking_status_id, 2);
  assert.equal(paid.data.payment_collected_by, staff.id);
  assert.ok(paid.data.out_time);

  const repeated = await client.post(`/actions/parking/${checkedIn.data.id}/take-cash`, {});
  assert.equal(repeated.code, "ALREADY_PAID");
  assert.equal(repeated.status, 409);
  const history = await client.get(
    `/items/Parking_History?filter[parking_information][_eq]=${checkedIn.data.id}&fields=*,user_created.first_name`,
  );
  assert.equal(history.data.length, 2);
  assert.equal(history.data[0].user_created.first_name, "Ravi");
});

test("the slip of a check-in equals the one that is read afterwards, for every role that may check in", async () => {
  const site = await make.branch({ slots: 100, rate: "20.00" });
  const types = await asUser(staff).then((client) => client.get("/items/Vehicle_Type?limit=1&fields=id"));
  const extraFields = { email: "visitor@example.com", vehicle_type: types.data[0].id, entry_reason: "Delivery" };
  const allowed: string[] = [];
  for (const role of accountRoles) {
    const client = await asUser(await make.user(role, { branch: site }));
    for (const extra of [{}, extraFields, { is_person: true, name: "Meena" }]) {
      const visitor = { phone_no: `98400${String(10_000 + allowed.length)}`, vehicle_no: make.plate() };
      const written = await client.post("/actions/parking/check-in", { ...visitor, branch: site.id, ...extra });
      if (written.status !== 200) continue;
      allowed.push(role);
      const read = await client.get(`/actions/parking/${written.data.id}/slip`);
      assert.equal(written.text, read.text, role);
    }
  }
  assert.deepEqual([...new Set(allowed)].toSorted(), ["admin", "manager", "platform", "staff"]);
});

const toFields = ({ errors }: { errors: { extensions: { code: string; field?: string } }[] }) =>
  errors.map(({ extensions: { code, field } }) => `${code} ${field}`);

test("one answer names every field to correct: of the visitor and of the entry, missing and invalid ones", async () => {
  const site = await make.branch({
    rate: "20.00",
    allow_vehicle_type_required: true,
    allow_vehicle_image_required: true,
  });
  const gate = await asUser(await make.user("staff", { branch: site }));
  const missing = await gate.post("/actions/parking/check-in", {});
  assert.equal(missing.status, 400, missing.text);
  assert.deepEqual(toFields(missing), [
    "FAILED_VALIDATION phone_no",
    "FAILED_VALIDATION vehicle_no",
    "VEHICLE_TYPE_REQUIRED vehicle_type",
    "IMAGE_REQUIRED entry_images",
  ]);
  assert.deepEqual(
    missing.errors.map(({ message }) => message),
    [
      "*Phone number is required",
      "*Vehicle number is required",
      "*Vehicle type is required",
      "*Take at least one photo of the vehicle",
    ],
  );
  // Of a field that is invalid nothing else is said, and not that it is missing.
  const invalid = await gate.post("/actions/parking/check-in", {
    badge_no: "B".repeat(21),
    email: "nobody",
    phone_no: "12",
    identity_last_four: "1",
    payment_type: "pay-later",
  });
  assert.deepEqual(toFields(invalid), [
    "FAILED_VALIDATION badge_no",
    "FAILED_VALIDATION phone_no",
    "FAILED_VALIDATION email",
    "FAILED_VALIDATION vehicle_no",
    "VEHICLE_TYPE_REQUIRED vehicle_type",
    "FAILED_VALIDATION identity_last_four",
    "IMAGE_REQUIRED entry_images",
  ]);
  const away = await asUser(await make.user("staff", { branch: site, in_out_flag: false }));
  assert.deepEqual(toFields(await away.post("/actions/parking/check-in", {})), ["USER_ATTENDANCE_OFF undefined"]);
  assert.equal((await sql`select id from "Parking_Main_Information" where branch = ${site.id}`).length, 0);
});

test("a required field that is empty, or has spaces only, is named by its label", async () => {
  const site = await make.branch({ rate: "20.00", allow_person_entries: true });
  const gate = await asUser(await make.user("staff", { branch: site }));
  const phone_no = "9840012345";
  const routes: [path: string, body: Row][] = [
    ["/actions/parking/check-in", { phone_no }],
    ["/actions/parking/check-in", { phone_no, vehicle_no: "   " }],
    ["/items/Parking_Main_Information", { branch: site.id, phone_no }],
    ["/actions/pre-bookings", { phone_no, vehicle_no: "  " }],
  ];
  for (const [path, body] of routes) {
    const { status, errors } = await gate.post(path, body);
    assert.equal(status, 400, path);
    assert.equal(errors[0]!.message, "*Vehicle number is required", path);
    assert.deepEqual(errors[0]!.extensions["type"], "required");
  }
  const person = await gate.post("/actions/parking/check-in", { phone_no, is_person: true });
  assert.equal(person.errors[0]!.message, "*Name is required");
});
