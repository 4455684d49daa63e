// §1 The types of a customer in words; apart from customer-type.ts, which every page loads.
import { type CustomerFlag, customerFlags } from "#domain/accounts/customer-type.ts";

/** 'Visitor' and 'Resident': what the account shows. */
export function describeCustomer(customer: { readonly [flag in CustomerFlag]: boolean }): string[] {
  return customerFlags.filter((flag) => customer[flag]).map((flag) => customerFlagLabels[flag]);
}

const customerFlagLabels: { readonly [flag in CustomerFlag]: string } = {
  public_customer: "Visitor",
  residential_customer: "Resident",
  govt_customer: "Government office",
  school_college_university_customer: "School, college or university",
};
