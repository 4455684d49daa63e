// §1: notes of the platform about a company, which the company never sees.
import { defineCollection } from "#domain/schema/collection.ts";
import { one, text } from "#domain/schema/fields.ts";
import * as limits from "#domain/limits.ts";

const companyNotesFields = {
  company: one("Companies", { required: true, onDelete: "cascade" }),
  note: text({ label: "Note", required: true, max: limits.reviewNote }),
};

export const CompanyNotes = defineCollection("Company_Notes", {
  fields: companyNotesFields,
  indexes: [["company", "id"]],
  isLive: true,
  access: { read: { "platform.review": true }, create: { "platform.review": true } },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    Company_Notes: typeof companyNotesFields;
  }
}
