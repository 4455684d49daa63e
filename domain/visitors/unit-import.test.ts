import assert from "node:assert/strict";
import { test } from "node:test";
import {
  getUnitTemplate,
  markKnownUnits,
  parseUnitHeadings,
  parseUnitRow,
  toUnitKey,
} from "#domain/visitors/unit-import.ts";

const [headingCells, example] = getUnitTemplate() as [string[], string[]];
const headings = parseUnitHeadings(headingCells);
const parse = (cells: readonly string[], line = 2) => parseUnitRow({ line, cells, headings });

test("the example row of the template is valid", () => {
  assert.deepEqual([headings.unknown, headings.missing], [[], []]);
  assert.deepEqual(parse(example), {
    line: 2,
    details: {
      unit: "A-204",
      name: "Meena Iyer",
      phone: "9840012345",
      vehicles: ["TN09AB1234", "TN09CD5678"],
    },
    errors: [],
  });
  assert.deepEqual(parseUnitHeadings(["Flat no", "Resident", "Mobile", "Floor"]).fields, [
    "unit",
    "name",
    "phone",
    null,
  ]);
});

const rows: [cells: string[], messages: string[]][] = [
  [["A-1", "", "", ""], []],
  [["", "Meena Iyer", "9840012345", ""], ["*Unit is required"]],
  [["A-1", "Meena Iyer", "", ""], ["*Phone number is required"]],
  [["A-1", "", "9840012345", ""], ["*Name is required"]],
  [["A-1", "", "", "TN09AB1234"], ["*Name is required"]],
  [
    ["A-1", "Al", "98400", ""],
    ["*Minimum 3 characters required", "*Invalid phone number"],
  ],
  [["A-1", "Meena Iyer", "9840012345", "TN09AB1234; X"], ["*Invalid vehicle number"]],
];
for (const [cells, messages] of rows)
  test(`the row ${cells.join(",")} has ${messages.length} errors`, () => {
    assert.deepEqual(
      parse(cells).errors.map(({ message }) => message),
      messages,
    );
  });

test("a member or a unit that is known, or stands in the file before, is an error", () => {
  const parsed = [
    parse(["a-1", "", "", ""], 2),
    parse(["B-1", "Meena Iyer", "9840012345", ""], 3),
    parse(["b-1", "Meena Iyer", "9840012345", ""], 4),
    parse(["B-1", "Ravi Iyer", "9840012346", ""], 5),
    parse(["C-1", "", "", ""], 6),
    parse(["c-1", "", "", ""], 7),
  ];
  const existing = new Set([toUnitKey({ unit: "A-1" }), toUnitKey({ unit: "B-1", phone: "9840012346" })]);
  markKnownUnits({ rows: parsed, existing });
  assert.deepEqual(
    parsed.map(({ errors }) => errors.map(({ field, message }) => `${field}: ${message}`)),
    [
      ["unit: *This unit exists"],
      [],
      ["phone: *Duplicate of row 3. Use a different value"],
      ["phone: *Already a member of this unit"],
      [],
      ["unit: *Duplicate of row 6. Use a different value"],
    ],
  );
});
