// §2 /contact-us-for-business-affiliation and /suggestions: messages to the platform from its public pages.
import { enquiryKinds, validateEnquiryAnswer } from "#domain/platform/enquiry.ts";
import { defineCollection } from "#domain/schema/collection.ts";
import { boolean, choice, email, personName, phone, text } from "#domain/schema/fields.ts";
import * as limits from "#domain/limits.ts";

const enquiriesFields = {
  kind: choice(enquiryKinds, { required: true }),
  name: personName({ required: true, label: "Your name" }),
  email: email({ required: true }),
  phone: phone(),
  /** Organisation of the sender. */
  organisation: text({ max: 100 }),
  city: text({ max: 80 }),
  message: text({ required: true, max: limits.enquiry, min: 5 }),
  is_answered: boolean(),
  /** Of the platform, mailed to the sender. */
  answer: text({ max: limits.enquiry, label: "Answer", normalise: (input) => input.trim() }),
};

export const Enquiries = defineCollection("Enquiries", {
  fields: enquiriesFields,
  indexes: [["is_answered", "id"]],
  rules: [validateEnquiryAnswer],
  notifications: ["enquiryAnswer"],
  isLive: true,
  access: {
    read: { "platform.review": true },
    update: { "platform.review": { rows: true, fields: ["is_answered", "answer"] } },
    delete: { "platform.review": true },
  },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    Enquiries: typeof enquiriesFields;
  }
}
