import assert from "node:assert/strict";
import { test } from "node:test";
import { importTemplate, markTaken, readHeadings, readRow, type Taken } from "#domain/rules/people-import.ts";

const nobody: Taken = {
  email: new Set(),
  contact_number: new Set(),
  employee_id: new Set(),
  pin_number: new Set(),
};
const [names, example] = importTemplate("staff") as [string[], string[]];
const headings = readHeadings({ cells: names, role: "staff" });
const read = (line: number, changes: { [heading: string]: string }) =>
  readRow({ line, headings, role: "staff", cells: names.map((name, at) => changes[name] ?? example[at]!) });

test("the template's own row is good, for staff and for employees", () => {
  for (const role of ["staff", "employee"] as const) {
    const [cells, row] = importTemplate(role) as [string[], string[]];
    const told = readHeadings({ cells, role });
    assert.deepEqual([told.unknown, told.missing], [[], []]);
    assert.deepEqual(readRow({ line: 2, cells: row, headings: told, role }).errors, []);
  }
  assert.deepEqual(read(2, {}).details, {
    first_name: "Ravi Kumar",
    email: "ravi.kumar@example.com",
    contact_number: "9840012345",
    employee_id: "E-1042",
    department: "Revenue",
    designation: "Gate staff",
    pin_number: "4821",
    staff_service_type: ["is_parking", "is_valet_and_parking"],
    user_vehicles: [
      { vehicleNo: "TN09AB1234", type: null },
      { vehicleNo: "TN09CD5678", type: null },
    ],
  });
});

const wrongRows: [heading: string, value: string, message: string][] = [
  ["Name", "", "*Name is required"],
  ["Name", "Al", "*Minimum 3 characters required"],
  ["Email", "", "*Email is required"],
  ["Email", "ravi at example", "*Invalid email"],
  ["Phone", "98400", "*Invalid phone number"],
  ["PIN", "", "*PIN is required"],
  ["PIN", "0123", "*Invalid PIN"],
  ["Employee ID", "1234567890123", "*Employee ID must have at most 12 characters"],
  ["Services", "Flying", "*Services are Parking, Valet or Pre-booking"],
  ["Vehicles", "TN09AB1234; X1", "*Invalid vehicle number"],
];
for (const [heading, value, message] of wrongRows)
  test(`a row with ${heading} '${value}' says: ${message}`, () => {
    assert.deepEqual(
      read(2, { [heading]: value }).errors.map((error) => error.message),
      [message],
    );
  });

test("headings are known in any writing and order, and what is missing or means nothing is told", () => {
  const told = readHeadings({ cells: ["E-MAIL", "mobile number", "full name", "Shoe size", "name"], role: "employee" });
  assert.deepEqual(told.fields, ["email", "contact_number", "first_name", null, null]);
  assert.deepEqual([told.unknown, told.missing], [["Shoe size", "name"], []]);
  assert.deepEqual(readHeadings({ cells: ["Name"], role: "staff" }).missing, ["Email", "PIN"]);
  // An employee has no PIN: such a column is none of theirs.
  assert.deepEqual(readHeadings({ cells: ["Name", "Email", "PIN"], role: "employee" }).unknown, ["PIN"]);
});

test("what two rows have in common, and what somebody has already, is told once for each row", () => {
  const rows = [
    read(2, {}),
    read(3, { Email: "RAVI.KUMAR@example.com", Phone: "9840012346", "Employee ID": "E-2", PIN: "4822" }),
    read(4, { Email: "meena@example.com", Phone: "", "Employee ID": "", PIN: "4821" }),
    read(5, { Email: "known@example.com", Phone: "", "Employee ID": "", PIN: "4823" }),
  ];
  markTaken({ rows, taken: { ...nobody, email: new Set(["known@example.com"]) } });
  assert.deepEqual(
    rows.map(({ errors }) => errors.map(({ field, message, value }) => [field, message, value])),
    [
      [],
      [["email", "*The same as in line 2. Use another one", "RAVI.KUMAR@example.com"]],
      [["pin_number", "*The same as in line 2. Use another one", ""]],
      [["email", "*A user with this email already exists. Use another email, or log in", "known@example.com"]],
    ],
  );
});
