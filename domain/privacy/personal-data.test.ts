import assert from "node:assert/strict";
import { test } from "node:test";
import { findCollection, collections } from "#domain/collections.ts";
import { choice, email, checkField, integer, json, password, phone, text } from "#domain/schema/fields.ts";
import { erasedPlaceholder, needsClassification, personalData } from "#domain/privacy/personal-data.ts";

for (const { name, fields } of collections)
  test(`${name}: every text and file field is classified exactly once`, () => {
    const { personal = {}, business = [], legal = [], none = [] } = personalData[name] ?? {};
    const listed = [...Object.keys(personal), ...business, ...legal, ...none];
    const expected = Object.entries(fields).filter(([, field]) => needsClassification(field));
    assert.deepEqual(listed.toSorted(), expected.map(([field]) => field).toSorted());
  });

test("free text and files need classification; choices, numbers and other relations do not", () => {
  for (const field of [text(), email(), phone(), json(), password(), { kind: "one", target: "files" } as const])
    assert.ok(needsClassification(field));
  for (const field of [choice(["a"]), integer(), { kind: "one", target: "Branch" } as const])
    assert.ok(!needsClassification(field));
});

test("every classified collection exists", () => {
  for (const name of Object.keys(personalData)) assert.ok(findCollection(name), name);
});

for (const [name, { personal = {} }] of Object.entries(personalData))
  test(`${name}: erased values are valid for their fields`, () => {
    for (const [field, erasure] of Object.entries(personal)) {
      const { required, max, kind } = findCollection(name)!.fields[field]!;
      if (erasure === "clear") assert.ok(!required, `${field} is required`);
      if (erasure === "mask") assert.ok(kind === "text" && (max ?? 255) >= erasedPlaceholder.length, field);
    }
  });

test("the erased placeholder cannot be entered as vehicle or phone number", () => {
  for (const [name, field] of [
    ["Parking_Main_Information", "vehicle_no"],
    ["Parking_Main_Information", "phone_no"],
    ["Valet_and_Parking_Information", "Vehicle_Number"],
    ["Valet_and_Parking_Information", "Customer_Phone_Number"],
  ] as const) {
    const { normalise = (input: string) => input, ...rest } = findCollection(name)!.fields[field]!;
    const stored = normalise(erasedPlaceholder);
    assert.ok(stored !== erasedPlaceholder || checkField({ name: field, field: rest, value: stored }), field);
  }
});
