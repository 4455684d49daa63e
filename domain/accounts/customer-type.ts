// §1 §6: customer types and their login pages.
import { isKeyOf } from "#domain/object-keys.ts";

export const customerFlags = [
  "public_customer",
  "residential_customer",
  "govt_customer",
  "school_college_university_customer",
] as const;
export type CustomerFlag = (typeof customerFlags)[number];

/** /customer/{page}/login of §2. Residential customers log in at the commercial page like public ones. */
export const customerPages = {
  commercial: { flags: ["public_customer", "residential_customer"], hasPhoneLogin: true, name: "Commercial" },
  government: { flags: ["govt_customer"], hasPhoneLogin: false, name: "Government" },
  "school-college-university": {
    flags: ["school_college_university_customer"],
    hasPhoneLogin: true,
    name: "School, college or university",
  },
} as const satisfies { [page: string]: { flags: readonly CustomerFlag[]; hasPhoneLogin: boolean; name: string } };

export type CustomerPage = keyof typeof customerPages;

export function isCustomerPage(page: unknown): page is CustomerPage {
  return isKeyOf(customerPages, page);
}

/** True if the customer may log in at this page. */
export function isCustomerOfPage({
  customer,
  page,
}: {
  customer: { [flag in CustomerFlag]: boolean };
  page: CustomerPage;
}): boolean {
  const flags: readonly CustomerFlag[] = customerPages[page].flags;
  return flags.some((flag) => customer[flag]);
}

/** §3 `customerType` of the registration: public or gov. */
export const customerFlagByType = { public: "public_customer", gov: "govt_customer" } as const satisfies {
  [type: string]: CustomerFlag;
};

/**
 * Types that follow from a home (server/features/accounts/homes.ts). Government customers choose theirs at registration,
 * since it ends the log-in by phone.
 */
export const customerFlagByEntityType: { readonly [entityType: string]: CustomerFlag | undefined } = {
  residential: "residential_customer",
  "school-college-university": "school_college_university_customer",
};

/** The `{customerType}` segments of the customer pages (§2). */
export const customerTypes = ["commercial", "gov"] as const;
export type CustomerType = (typeof customerTypes)[number];

/** The type whose pages a customer lands on. */
export function getCustomerType(customer: { govt_customer: boolean }): CustomerType {
  return customer.govt_customer ? "gov" : "commercial";
}

/**
 * The types whose pages a customer may open. Residential and school customers have the commercial pages, also those of a
 * government office who live or study at a branch.
 */
export function getCustomerTypes(customer: { readonly [flag in CustomerFlag]: boolean }): CustomerType[] {
  const isCommercial = customerFlags.some((flag) => flag !== "govt_customer" && customer[flag]);
  if (!customer.govt_customer) return ["commercial"];
  return isCommercial ? ["gov", "commercial"] : ["gov"];
}
