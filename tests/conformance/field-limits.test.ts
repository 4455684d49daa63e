// §3 form field catalogue, §5, §9: lengths and minimums of fields, at the limit and one beyond it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Branch } from "#domain/branches/branch.collection.ts";
import { Companies } from "#domain/branches/companies.collection.ts";
import { SlotBlocks, ValetAndParkingConfiguration } from "#domain/branches/branch-configuration.collection.ts";
import { branchFields, companyTypes } from "#domain/onboarding/registration.ts";
import { Enquiries } from "#domain/platform/enquiries.collection.ts";
import { Areas, ConfigurationSettings } from "#domain/platform/reference.collection.ts";
import { Users } from "#domain/people/users.collection.ts";
import type { Field } from "#domain/schema/collection.ts";
import { checkField, vehicleNumber } from "#domain/schema/fields.ts";

const check = (field: Field, value: unknown) => checkField({ name: "field", field, value });

test("texts have their maximum length", () => {
  const maximums: [name: string, field: Field, maximum: number][] = [
    ["company name", Companies.fields.name, 50],
    ["branch name", Branch.fields.name, 50],
    ["address", Branch.fields.address, 150],
    ["slot prefix", SlotBlocks.fields.slot_prefix, 50],
    ["zone or block", SlotBlocks.fields.zone_or_block, 50],
    ["employee id", Users.fields.employee_id, 12],
    ["meta title", Branch.fields.meta_title, 150],
    ["meta description", Branch.fields.meta_description, 150],
    ["meta keywords", Branch.fields.meta_keywords, 150],
    ["signatory name", Branch.fields.signatory_name, 50],
    ["signatory address", Branch.fields.signatory_address, 150],
    ["legal name", ConfigurationSettings.fields.legal_name, 120],
    ["legal address", ConfigurationSettings.fields.legal_address, 255],
  ];
  for (const [name, field, maximum] of maximums) {
    assert.equal(check(field, "x".repeat(maximum)), undefined, name);
    assert.match(check(field, "x".repeat(maximum + 1)) ?? "", new RegExp(`at most ${maximum} characters`), name);
  }
});

test("phone numbers have 10 digits and pin codes 6", () => {
  assert.equal(check(Users.fields.contact_number, "9840012345"), undefined);
  for (const value of ["984001234", "98400123456"])
    assert.equal(check(Users.fields.contact_number, value), "*Invalid phone number");
  assert.equal(check(Branch.fields.pincode, "600001"), undefined);
  for (const value of ["60001", "6000011"]) assert.equal(check(Branch.fields.pincode, value), "*Invalid pin code");
});

test("the platform's support phone is a mobile number, a landline or a toll-free number", () => {
  const { support_phone } = ConfigurationSettings.fields;
  for (const value of ["9840012345", "+91 98400 12345", "044 4000 1234", "1800-123-4567", "112 233"])
    assert.equal(check(support_phone, value), undefined, value);
  for (const value of ["12", "12345", "1234567890123456", "044 4000 CALL", "044 - 4000", "-044 4000", "98400 12345 +"])
    assert.match(check(support_phone, value) ?? "", /^\*Enter 6 to 15 digits/, value);
});

test("valet charge and total slots have at most 6 digits", () => {
  const { valet_charge } = ValetAndParkingConfiguration.fields;
  assert.equal(check(valet_charge, "999999.00"), undefined);
  assert.match(check(valet_charge, "1000000.00") ?? "", /at most ₹999999\.99/);
  assert.equal(check(SlotBlocks.fields.total_slots, 999_999), undefined);
  assert.match(check(SlotBlocks.fields.total_slots, 1_000_000) ?? "", /from 0 to 999999/);
});

test("some fields need 4 characters, others 5", () => {
  for (const field of [Areas.fields.area_name, branchFields.area_name]) {
    assert.equal(check(field, " Adya "), undefined);
    assert.equal(check(field, " Ady "), "*Minimum 4 characters required");
  }
  for (const field of [branchFields.address, Enquiries.fields.message]) {
    assert.equal(check(field, "Lane1"), undefined);
    assert.equal(check(field, "Lane"), "*Minimum 5 characters required");
  }
});

test("a pattern ignores the case of letters, and its message is that of the field", () => {
  for (const value of ["tn09ab1234", "TN09AB1234", "Tn09aB1234"])
    assert.equal(check(vehicleNumber(), value), undefined);
  assert.equal(check(vehicleNumber(), "tn-09"), "*Invalid vehicle number");
});

test("a registration offers the three types of companies", () => {
  assert.deepEqual([...companyTypes], ["single_organization", "franchise", "individual"]);
});
