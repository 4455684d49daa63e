// §1 §2: companies that the platform creates with their first branch and admin: government offices, residential societies
// and schools. See docs/rules/onboarding.md.
import type { Fields } from "#domain/schema/collection.ts";
import { Companies } from "#domain/branches/companies.collection.ts";
import {
  branchFields,
  companyFields,
  type FieldViolation,
  type RegistrationForm,
  serviceFields,
  validateBranchStep,
  validateServicesStep,
} from "#domain/onboarding/registration.ts";
import { isKeyOf } from "#domain/object-keys.ts";
import { personFields } from "#domain/people/user-fields.ts";
import { checkField, choice } from "#domain/schema/fields.ts";

/** Kinds of organisation, and the types of the company and its first branch that follow from each. */
export const organisationKinds = {
  government: { label: "Government office", company_type: "government", entity_type: "government" },
  residential: { label: "Residential society", company_type: "single_organization", entity_type: "residential" },
  "school-college-university": {
    label: "School, college or university",
    company_type: "single_organization",
    entity_type: "school-college-university",
  },
} as const;
export type OrganisationKind = keyof typeof organisationKinds;
const kindNames = ["government", "residential", "school-college-university"] as const satisfies OrganisationKind[];

/** As in a registration, except that PAN and registered name are optional: a society or an office may have neither. */
export const companyCreationFields = {
  organisation: choice(kindNames, { required: true, label: "Kind of organisation" }),
  company_name: companyFields.company_name,
  registered_name: Companies.fields.registered_name,
  pan: Companies.fields.pan,
  branch_name: branchFields.branch_name,
  address: branchFields.address,
  state: branchFields.state,
  city: branchFields.city,
  area: branchFields.area,
  area_name: branchFields.area_name,
  pincode: branchFields.pincode,
  gstin: branchFields.gstin,
  is_parking: serviceFields.is_parking,
  is_valet_and_parking: serviceFields.is_valet_and_parking,
  admin_name: { ...personFields.first_name, label: "Name" },
  admin_email: { ...personFields.email, label: "Email" },
  admin_phone: personFields.contact_number,
} satisfies Fields;

/** Validates the form; empty if it is valid. */
export function validateCompanyCreation(form: RegistrationForm): FieldViolation[] {
  const violations: FieldViolation[] = [];
  for (const [name, field] of Object.entries(companyCreationFields)) {
    const message = checkField({ name, field, value: form[name] });
    if (message) violations.push({ field: name, code: "FAILED_VALIDATION", message });
  }
  const further = [...validateBranchStep(form), ...validateServicesStep(form)];
  return [...violations, ...further.filter(({ field }) => !violations.some((violation) => violation.field === field))];
}

/** Adds the types of company and branch to a valid form. */
export function addOrganisationTypes(form: RegistrationForm): RegistrationForm {
  const { organisation } = form;
  if (!isKeyOf(organisationKinds, organisation)) return form;
  const { company_type, entity_type } = organisationKinds[organisation];
  return { ...form, company_type, entity_type };
}
