// Fields with which a customer opens a ticket: for contracts and the page, which loads no zod.
import { oneTimeCode, text } from "#domain/schema/fields.ts";

export const ticketSearch = text({ label: "Phone or vehicle number", required: true, max: 20 });
export const ticketCode = oneTimeCode({ required: true });
