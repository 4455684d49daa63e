// §1, reading.md §1: verification documents of a branch, such as certificates and letters, as images or PDF.
import { ownCompany } from "#domain/access/row-filters.ts";
import { defineCollection } from "#domain/schema/collection.ts";
import { choice, one, oneByUuid } from "#domain/schema/fields.ts";
import { assignFilePurpose } from "#domain/files/file-purpose.ts";

export const documentKinds = [
  "gst_certificate",
  "pan_card",
  "certificate_of_incorporation",
  "address_proof",
  "letter_of_authority",
  "other",
] as const;

const onboardingDocumentsFields = {
  company: one("Companies", { required: true, onDelete: "cascade", index: true }),
  branch: one("Branch", { required: true, onDelete: "cascade", index: true }),
  kind: choice(documentKinds, { required: true }),
  file: oneByUuid("files", { required: true, onDelete: "cascade", index: true }),
};

export const OnboardingDocuments = defineCollection("Onboarding_Documents", {
  fields: onboardingDocumentsFields,
  include: ["file"],
  propagates: assignFilePurpose("file", "onboarding_document"),
  access: { read: { "registration.submit": ownCompany, "platform.review": true } },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    Onboarding_Documents: typeof onboardingDocumentsFields;
  }
}
