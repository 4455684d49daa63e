import assert from "node:assert/strict";
import { test } from "node:test";
import {
  getImportTemplate,
  markDuplicates,
  parseImportHeadings,
  parseImportRow,
  type ExistingValues,
} from "#domain/people/people-import.ts";

const noExistingValues: ExistingValues = {
  email: new Set(),
  contact_number: new Set(),
  employee_id: new Set(),
  pin_number: new Set(),
};
const [names, example] = getImportTemplate("staff") as [string[], string[]];
const headings = parseImportHeadings({ cells: names, role: "staff" });
const parseRow = (line: number, changes: { [heading: string]: string }) =>
  parseImportRow({
    line,
    headings,
    role: "staff",
    cells: names.map((name, index) => changes[name] ?? example[index]!),
  });

test("the example row of the template is valid for staff and employees", () => {
  for (const role of ["staff", "employee"] as const) {
    const [cells, row] = getImportTemplate(role) as [string[], string[]];
    const parsedHeadings = parseImportHeadings({ cells, role });
    assert.deepEqual([parsedHeadings.unknown, parsedHeadings.missing], [[], []]);
    assert.deepEqual(parseImportRow({ line: 2, cells: row, headings: parsedHeadings, role }).errors, []);
  }
  assert.deepEqual(parseRow(2, {}).details, {
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
  ["Email", "ravi at example", "*Invalid email"],
  ["Phone", "98400", "*Invalid phone number"],
  ["PIN", "", "*PIN is required"],
  ["PIN", "0123", "*Invalid PIN"],
  ["Employee ID", "1234567890123", "*Employee ID must have at most 12 characters"],
  ["Services", "Flying", "*Services are Parking, Valet or Pre-booking"],
  ["Vehicles", "TN09AB1234; X1", "*Invalid vehicle number"],
];
for (const [heading, value, message] of wrongRows)
  test(`a row with ${heading} '${value}' gives: ${message}`, () => {
    assert.deepEqual(
      parseRow(2, { [heading]: value }).errors.map((error) => error.message),
      [message],
    );
  });

test("employees need an email, and staff an email or a mobile number", () => {
  const cells = ["Name", "Email", "Phone", "PIN"];
  const parse = (role: "staff" | "employee", email: string, phone: string) => {
    const row = ["Ravi Kumar", email, phone, "4821"];
    const parsed = parseImportRow({ line: 2, cells: row, headings: parseImportHeadings({ cells, role }), role });
    return parsed.errors.map(({ field, message }) => [field, message]);
  };
  const neither = [["contact_number", "*Enter an email, or the mobile number they log in with"]];
  assert.deepEqual(parse("employee", "", "9840012345"), [["email", "*Email is required"]]);
  assert.deepEqual(parse("staff", "", "9840012345"), []);
  assert.deepEqual(parse("staff", "ravi@example.com", ""), []);
  assert.deepEqual(parse("staff", "", ""), neither);
  assert.deepEqual(parse("staff", "", "4400123456"), neither);
  assert.deepEqual(parse("staff", "ravi at example", ""), [["email", "*Invalid email"]]);
});

test("takes phone numbers as people write them, and last names", () => {
  const cells = ["Name", "Surname", "Email", "Phone", "PIN"];
  const headings = parseImportHeadings({ cells, role: "staff" });
  for (const phone of ["98400 12345", "+91 98400-12345", "09840012345"]) {
    const row = parseImportRow({ line: 2, cells: ["Ravi", "Kumar", "", phone, "4821"], headings, role: "staff" });
    assert.deepEqual(row.errors, []);
    assert.equal(row.details["contact_number"], "9840012345");
    assert.equal(row.details["last_name"], "Kumar");
  }
});

test("recognises headings in any spelling and order and reports unknown and missing ones", () => {
  const parsedHeadings = parseImportHeadings({
    cells: ["E-MAIL", "mobile number", "full name", "Shoe size", "name"],
    role: "employee",
  });
  assert.deepEqual(parsedHeadings.fields, ["email", "contact_number", "first_name", null, null]);
  assert.deepEqual([parsedHeadings.unknown, parsedHeadings.missing], [["Shoe size", "name"], []]);
  const shortened = parseImportHeadings({ cells: ["Name", "Email", "Dept.", "Emp. No."], role: "employee" });
  assert.deepEqual(shortened.fields, ["first_name", "email", "department", "employee_id"]);
  assert.deepEqual(parseImportHeadings({ cells: ["Name"], role: "staff" }).missing, ["Email", "PIN"]);
  // Employees have no PIN, so that the column is unknown.
  assert.deepEqual(parseImportHeadings({ cells: ["Name", "Email", "PIN"], role: "employee" }).unknown, ["PIN"]);
});

test("reports duplicates within the file and with existing users once per row", () => {
  const rows = [
    parseRow(2, {}),
    parseRow(3, { Email: "RAVI.KUMAR@example.com", Phone: "9840012346", "Employee ID": "E-2", PIN: "4822" }),
    parseRow(4, { Email: "meena@example.com", Phone: "", "Employee ID": "", PIN: "4821" }),
    parseRow(5, { Email: "known@example.com", Phone: "", "Employee ID": "", PIN: "4823" }),
  ];
  markDuplicates({ rows, existing: { ...noExistingValues, email: new Set(["known@example.com"]) } });
  assert.deepEqual(
    rows.map(({ errors }) => errors.map(({ field, message, value }) => [field, message, value])),
    [
      [],
      [["email", "*Duplicate of row 2. Use a different value", "RAVI.KUMAR@example.com"]],
      [["pin_number", "*Duplicate of row 2. Use a different value", ""]],
      [["email", "*A user with this email already exists. Use another email, or log in", "known@example.com"]],
    ],
  );
});
