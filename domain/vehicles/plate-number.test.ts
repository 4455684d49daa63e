import assert from "node:assert/strict";
import { test } from "node:test";
import { checkField, vehicleNumber } from "#domain/schema/fields.ts";
import { classifyPlate, isUnusualPlate, suggestPlate } from "#domain/vehicles/plate-number.ts";

const known = {
  standard: [
    "MH12AB1234",
    "MH12DE1433",
    "KA01A0001",
    "DL2CAB6011",
    "DL1CAA1111",
    "TN09AB1237",
    "GJ1AB123",
    "OD02AB1234",
    "TG09A1234",
    "LA01A1234",
    "MH12345",
    "tn 09-ab 1234",
  ],
  bharat: ["22BH1234AA", "23BH0001A"],
  temporary: ["T1223KA0123Z"],
  vintage: ["MHVAAA1234"],
  diplomatic: ["11CD21", "199CC0123", "77UN51"],
  defence: ["24B123456Z"],
};

test("recognises the series in force", () => {
  for (const [kind, numbers] of Object.entries(known))
    for (const number of numbers) assert.equal(classifyPlate(number), kind, number);
});

test("does not recognise what has no known form", () => {
  const unknown = [
    "HELLO1",
    "1234567",
    "XX12AB1234",
    "AB1234CD",
    "TNO9AB1234",
    "TN09AO1234",
    "22BH1234OA",
    "T1323KA0123Z",
  ];
  for (const number of unknown) assert.equal(classifyPlate(number), undefined, number);
});

test("tells an unusual number once it cannot become a usual one", () => {
  const table: [typed: string, isUnusual: boolean][] = [
    ["HELLO1", true],
    ["1234567", true],
    ["123456", true],
    ["XX12AB", true],
    ["HELLO", false],
    ["TN09AB", false],
    ["TN09AB1234", false],
    ["22BH12", false],
    ["T1223K", false],
    ["MHVAAA", false],
    ["11CD21", false],
    ["24B123", false],
    ["TN09AB12345", true],
  ];
  for (const [typed, isUnusual] of table) assert.equal(isUnusualPlate(typed), isUnusual, typed);
});

test("suggests what was meant where letters and digits look alike", () => {
  const table: [typed: string, meant: string | undefined][] = [
    ["TNO9AB1234", "TN09AB1234"],
    ["TN09AB1O34", "TN09AB1034"],
    ["TN09ABI234", "TN09AB1234"],
    ["TNO9ABI2O4", "TN09AB1204"],
    ["KAOIA0001", "KA01A0001"],
    ["22BHI234AA", "22BH1234AA"],
    ["0D02AB1234", "OD02AB1234"],
    ["TN09AB1234", undefined],
    ["HELLO1", undefined],
    ["XX12AB1234", undefined],
  ];
  for (const [typed, meant] of table) assert.equal(suggestPlate(typed), meant, typed);
});

test("a suggestion is a known number that differs in look-alikes only, and is accepted by the field", () => {
  const characters = "TNKA0123489OIBH";
  const field = vehicleNumber();
  const unify = (text: string): string => text.replaceAll("O", "0").replaceAll("I", "1");
  let suggested = 0;
  for (let number = 0; number < 20_000; number++) {
    const typed = Array.from(
      { length: 8 },
      (_, index) => characters[(number * 7 + index * index * 13 + (number >> index)) % 15],
    );
    const meant = suggestPlate(typed.join(""));
    if (meant === undefined) continue;
    suggested++;
    assert.notEqual(classifyPlate(meant), undefined, meant);
    assert.equal(unify(meant), unify(typed.join("")));
    assert.equal(checkField({ name: "vehicle_no", field, value: meant }), undefined);
  }
  assert.ok(suggested > 10, `${suggested} suggestions`);
});
