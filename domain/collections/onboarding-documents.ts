// §1, reading.md §1: what a vendor shows of a branch for its verification: certificates and letters, as pictures or PDF.
import { ownCompany } from "#domain/access.ts";
import { collection } from "#domain/collection.ts";
import { choice, one, oneByUuid } from "#domain/fields.ts";

export const documentKinds = [
  "gst_certificate",
  "pan_card",
  "certificate_of_incorporation",
  "address_proof",
  "letter_of_authority",
  "other",
] as const;

export const OnboardingDocuments = collection("Onboarding_Documents", {
  fields: {
    company: one("Companies", { required: true, onDelete: "cascade", index: true }),
    branch: one("Branch", { required: true, onDelete: "cascade", index: true }),
    kind: choice(documentKinds, { required: true }),
    file: oneByUuid("files", { required: true, onDelete: "cascade", index: true }),
  },
  access: { read: { admin: ownCompany, verifier: true } },
});
