// §2 /contact-us-for-business-affiliation and /suggestions: enquiries from the public pages.
import { contract } from "#domain/schema/contract.ts";

export const enquiryActions = {
  send: contract("POST /actions/enquiries", {
    area: "public",
    access: "public",
    summary: "Send an enquiry to the platform",
    fields: { Enquiries: ["kind", "name", "email", "phone", "organisation", "city", "message"] },
    errors: ["REQUESTS_EXCEEDED"],
  }),
};
