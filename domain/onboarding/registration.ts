// §3 form field catalogue, §5: fields and validation of each registration step, by the names of the form and its cache.
import type { Field, Fields } from "#domain/schema/collection.ts";
import { Branch } from "#domain/branches/branch.collection.ts";
import { Companies } from "#domain/branches/companies.collection.ts";
import { entityTypeMessage, isBranchOfCompanyType } from "#domain/branches/entity-type.ts";
import { documentKinds } from "#domain/onboarding/documents.collection.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { errorCatalogue } from "#domain/errors.ts";
import {
  uppercase,
  choice,
  checkField,
  isFilled,
  textWithMinLength,
  requiredMessage,
  text,
  idPattern,
} from "#domain/schema/fields.ts";
import * as limits from "#domain/limits.ts";
import { otherArea } from "#domain/branches/area.ts";
import { findGstinMismatch, gstStates } from "#domain/gstin.ts";
import { serviceNames } from "#domain/branches/services.ts";
import { isUuid } from "#domain/schema/stored-value.ts";

export const registrationTypes = ["company", "branch"] as const;
export type RegistrationType = (typeof registrationTypes)[number];

export interface OnboardingDocument {
  kind: (typeof documentKinds)[number];
  file: string;
}
/** Form values: texts as entered, and lists. */
export interface RegistrationForm {
  [name: string]: unknown;
}

const formerStateCodes = new Set(["25", "28", "97"]);
export const stateNames: readonly string[] = Object.entries(gstStates)
  .filter(([code]) => !formerStateCodes.has(code))
  .map(([, name]) => name)
  .toSorted();

const requireField = <F extends Field>(field: F): F => ({ ...field, required: true });

/** Government companies are created by the platform (company-creation.ts). */
export const companyTypes = ["single_organization", "franchise", "individual"] as const;

export const companyFields = {
  company_type: choice(companyTypes, { required: true, label: "Company type" }),
  company_name: Companies.fields.name,
  registered_name: requireField(Companies.fields.registered_name),
  pan: requireField(Companies.fields.pan),
  cin_number: Companies.fields.cin_number,
} satisfies Fields;

export const branchFields = {
  branch_name: Branch.fields.name,
  entity_type: choice(["commercial", "government", "residential"], {
    required: true,
    default: "commercial",
    label: "Customer type",
  }),
  gstin: Branch.fields.gstin,
  address: requireField(text({ label: "Address", max: limits.address, min: 5 })),
  state: choice(stateNames, { required: true, label: "State" }),
  city: textWithMinLength("City", 4, { required: true, max: 80, min: 3 }),
  area: text({ label: "Area", required: true, pattern: idPattern, message: "*Choose an area" }),
  area_name: textWithMinLength("Area name", 4, { max: 80 }),
  pincode: requireField(Branch.fields.pincode),
  latitude: Branch.fields.latitude,
  longitude: Branch.fields.longitude,
} satisfies Fields;

export const serviceFields = {
  is_parking: Branch.fields.is_parking,
  is_valet_and_parking: Branch.fields.is_valet_and_parking,
  is_pre_booking: Branch.fields.is_pre_booking,
  valet_number: Branch.fields.valet_number,
} satisfies Fields;

export const signatoryFields = {
  signatory_name: requireField(Branch.fields.signatory_name),
  signatory_email: requireField(Branch.fields.signatory_email),
  signatory_designation: requireField(Branch.fields.signatory_designation),
  signatory_address: requireField(Branch.fields.signatory_address),
} satisfies Fields;

export const agreementFields = {
  agreement_name: { ...requireField(Branch.fields.agreement_accepted_by), label: "Your full name", serverSet: false },
} satisfies Fields;

export type StepName = "company" | "place" | "services" | "agreement";
// The tax numbers come first: their registers know the names and the address.
const { gstin, ...placeFields } = branchFields;
const { pan, ...companyFieldsWithoutPan } = companyFields;
const detailFields = { ...serviceFields, ...signatoryFields };
const stepsByType: { readonly [type in RegistrationType]: { readonly [step in StepName]?: Fields } } = {
  company: {
    company: { gstin, pan, ...companyFieldsWithoutPan },
    place: placeFields,
    services: detailFields,
    agreement: agreementFields,
  },
  branch: { place: { gstin, ...placeFields }, services: detailFields, agreement: agreementFields },
};
const stepNames = ["company", "place", "services", "agreement"] as const;
/** Lists and files of a step in addition to its fields. */
const stepListFields: { readonly [step in StepName]: readonly string[] } = {
  company: ["company_logo"],
  place: [],
  services: ["amenities", "tags", "documents"],
  agreement: ["agreement", "agreement_version"],
};

export function getStepFields({ type, step }: { type: RegistrationType; step: StepName }): Fields {
  return stepsByType[type][step] ?? {};
}

/** §4: 'The default step is 2': the first step is the user's account. */
export const firstStep = limits.registrationDefaultStep;

export function getRegistrationSteps(type: RegistrationType): { number: number; name: StepName }[] {
  return stepNames
    .filter((name) => stepsByType[type][name])
    .map((name, index) => ({ number: firstStep + index, name }));
}

/** Step number of a field; undefined if the registration does not have it. */
export function findStepOfField({ type, field }: { type: RegistrationType; field: string }): number | undefined {
  return getRegistrationSteps(type).find(
    ({ name: step }) => field in getStepFields({ type, step }) || stepListFields[step].includes(field),
  )?.number;
}

export interface FieldViolation {
  field: string;
  code: ErrorCode;
  message: string;
}

/** Validates one step; empty if it is valid. A violation may be of a field of a step before it. */
export function validateStep({
  type,
  step,
  form,
}: {
  type: RegistrationType;
  step: StepName;
  form: RegistrationForm;
}): FieldViolation[] {
  const violations: FieldViolation[] = [];
  for (const [field, definition] of Object.entries(getStepFields({ type, step }))) {
    const message = checkField({
      name: field,
      field: definition,
      value: form[field] ?? definition.default,
    });
    if (message) violations.push({ field, code: "FAILED_VALIDATION", message });
  }
  const additionalViolations = additionalStepChecks[step]?.(form) ?? [];
  return [
    ...violations,
    ...additionalViolations.filter(({ field }) => !violations.some((violation) => violation.field === field)),
  ];
}

/**
 * Whether a later step can be opened without continuing from the steps before it: they are complete, and so is it, unless it is
 * the last one. A step that was never opened is not complete, and is filled from the ones before it when they are continued.
 */
export function isStepOpen({
  type,
  form,
  number,
}: {
  type: RegistrationType;
  form: RegistrationForm;
  number: number;
}): boolean {
  const steps = getRegistrationSteps(type);
  const isLast = number === steps.at(-1)!.number;
  return steps
    .filter((step) => (isLast ? step.number < number : step.number <= number))
    .every(({ name }) => validateStep({ type, step: name, form }).length === 0);
}

export function validateRegistration({
  type,
  form,
}: {
  type: RegistrationType;
  form: RegistrationForm;
}): FieldViolation[] {
  return getRegistrationSteps(type).flatMap(({ name }) => validateStep({ type, step: name, form }));
}

const toFieldViolation = (
  field: string,
  code: ErrorCode,
  message: string = errorCatalogue[code].text,
): FieldViolation => ({
  field,
  code,
  message,
});

const additionalStepChecks: { readonly [step in StepName]?: (form: RegistrationForm) => FieldViolation[] } = {
  company: ({ company_logo: logo }) =>
    isFilled(logo) && !isUuid(logo) ? [toFieldViolation("company_logo", "FAILED_VALIDATION")] : [],
  place: validateBranchStep,
  services: (form) => [...validateServicesStep(form), ...validateDocuments(form["documents"])],
};

/** Entity type, area name, location, and a GSTIN of the company's PAN and the branch's state. */
export function validateBranchStep(form: RegistrationForm): FieldViolation[] {
  const violations: FieldViolation[] = [];
  // The type of a company that is registered already is checked when the branch is created.
  if (isFilled(form["company_type"]) && !isBranchOfCompanyType(form, form))
    violations.push(toFieldViolation("entity_type", "FAILED_VALIDATION", entityTypeMessage));
  const isOther = String(form["area"]) === String(otherArea.id);
  if (isOther && !isFilled(form["area_name"]))
    violations.push(
      toFieldViolation("area_name", "FAILED_VALIDATION", requiredMessage("area_name", branchFields.area_name)),
    );
  const { gstin, pan, state } = form;
  if (typeof gstin === "string" && gstin) {
    const mismatch = findGstinMismatch({ gstin: uppercase(gstin), pan, state });
    if (mismatch) violations.push(toFieldViolation("gstin", mismatch));
  }
  const isIncomplete = isFilled(form["latitude"]) !== isFilled(form["longitude"]);
  if (isIncomplete)
    violations.push(toFieldViolation(isFilled(form["latitude"]) ? "longitude" : "latitude", "LOCATION_HALF"));
  return violations;
}

/** SERVICE_REQUIRED without a service; amenities and tags must be lists. */
export function validateServicesStep(form: RegistrationForm): FieldViolation[] {
  const violations: FieldViolation[] = [];
  if (!serviceNames.some((name) => form[name] === true))
    violations.push(toFieldViolation("is_parking", "SERVICE_REQUIRED"));
  const { amenities = [], tags = [] } = form;
  const areAmenitiesValid = Array.isArray(amenities) && amenities.every((amenity) => typeof amenity === "string");
  if (!areAmenitiesValid) violations.push(toFieldViolation("amenities", "FAILED_VALIDATION"));
  const areTagsValid =
    Array.isArray(tags) && tags.length <= limits.branchTags && tags.every((id) => Number.isInteger(id));
  if (!areTagsValid) violations.push(toFieldViolation("tags", "FAILED_VALIDATION"));
  return violations;
}

/** DOCUMENT_REQUIRED without documents, FAILED_VALIDATION for an invalid list. */
export function validateDocuments(documents: unknown): FieldViolation[] {
  if (!Array.isArray(documents) || documents.length === 0) return [toFieldViolation("documents", "DOCUMENT_REQUIRED")];
  const isValid = documents.length <= limits.onboardingDocuments && documents.every(isDocument);
  return isValid ? [] : [toFieldViolation("documents", "FAILED_VALIDATION")];
}

/** The documents of a list that `validateDocuments` accepts. */
export function parseDocuments(documents: unknown): OnboardingDocument[] {
  return Array.isArray(documents) ? documents.filter(isDocument) : [];
}

function isDocument(value: unknown): value is OnboardingDocument {
  if (typeof value !== "object" || value === null || !("kind" in value) || !("file" in value)) return false;
  return documentKinds.some((kind) => kind === value.kind) && isUuid(value.file);
}
