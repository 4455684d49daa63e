// Fields of a person's account: for the collection, and for forms, which do not load its rules.
import { choice, email, otp, password, personName, phone, text } from "#domain/schema/fields.ts";
import * as limits from "#domain/limits.ts";

export const personFields = {
  first_name: personName({ required: true }),
  last_name: text({ max: limits.name }),
  email: email({ required: true }),
  contact_number: phone({ label: "Phone number" }),
  password: password(),
  user_vehicle_type: choice(["single", "multiple"]),
};

/** Employment details of a user. */
export const employmentFields = {
  department: text({ max: 50 }),
  designation: text({ max: 50 }),
  employee_id: text({ label: "Employee ID", max: limits.employeeId }),
  pin_number: otp({ label: "PIN", message: "*Invalid PIN" }),
};
