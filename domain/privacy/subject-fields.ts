// By what the platform finds a person: for contracts and the form.
import { email, phone } from "#domain/schema/fields.ts";

export const subjectFields = { phone: phone(), email: email() };
