// §3 form field catalogue, §5: what a vendor registers with, step by step. The names are those of the form and of its cache.
import type { Field, Fields } from "#domain/collection.ts";
import { Branch } from "#domain/collections/branch.ts";
import { Companies } from "#domain/collections/companies.ts";
import { documentKinds } from "#domain/collections/onboarding-documents.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { errors } from "#domain/errors.ts";
import { capitals, choice, fieldError, isGiven, minimumCharacters, requiredText, text } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { otherArea } from "#domain/rules/area.ts";
import { gstStates, panOfGstin } from "#domain/rules/gstin.ts";
import { services } from "#domain/services.ts";
import { isUuid } from "#domain/stored-value.ts";

export type RegistrationType = "company" | "branch";

export interface OnboardingDocument {
  kind: (typeof documentKinds)[number];
  file: string;
}
/** Texts as they are typed, and lists. */
export interface RegistrationForm {
  [name: string]: unknown;
}

const formerStates = new Set(["25", "28", "97"]);
export const stateNames: readonly string[] = Object.entries(gstStates)
  .filter(([code]) => !formerStates.has(code))
  .map(([, name]) => name)
  .toSorted();

const required = <F extends Field>(field: F): F => ({ ...field, required: true });

/** Companies of a government are made by the platform. */
export const companyTypes = ["single_organization", "franchise", "individual"] as const;

export const companyFields = {
  company_type: choice(companyTypes, { required: true, label: "Type of company" }),
  company_name: Companies.fields.name,
  registered_name: required(Companies.fields.registered_name),
  pan: required(Companies.fields.pan),
  cin_number: Companies.fields.cin_number,
} satisfies Fields;

export const placeFields = {
  branch_name: Branch.fields.name,
  entity_type: choice(["commercial", "government", "residential"], {
    required: true,
    default: "commercial",
    label: "Kind of place",
  }),
  gstin: Branch.fields.gstin,
  address: required(
    text({ label: "Address", max: limits.address, min: 5, minMessage: "*Minimum 5 characters required" }),
  ),
  state: choice(stateNames, { required: true, label: "State" }),
  city: minimumCharacters("City", 4, { required: true, max: 80, min: 3, minMessage: "*Minimum 3 characters required" }),
  area: text({ label: "Area", required: true, pattern: /^\d{1,9}$/, message: "*Choose an area" }),
  area_name: minimumCharacters("Area name", 4, { max: 80 }),
  pincode: required(Branch.fields.pincode),
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
  signatory_name: required(Branch.fields.signatory_name),
  signatory_email: required(Branch.fields.signatory_email),
  signatory_designation: required(Branch.fields.signatory_designation),
  signatory_address: required(Branch.fields.signatory_address),
} satisfies Fields;

export const agreementFields = {
  agreement_name: { ...required(Branch.fields.agreement_accepted_by), label: "Your full name", serverSet: false },
} satisfies Fields;

export type StepName = "company" | "place" | "services" | "signatory" | "agreement";
export const fieldsOfStep: { readonly [step in StepName]: Fields } = {
  company: companyFields,
  place: placeFields,
  services: serviceFields,
  signatory: signatoryFields,
  agreement: agreementFields,
};
/** Lists and files a step asks for beside its fields. */
const listsOfStep: { readonly [step in StepName]: readonly string[] } = {
  company: ["company_logo"],
  place: [],
  services: ["amenities", "tags"],
  signatory: ["documents"],
  agreement: ["agreement", "agreement_version"],
};
const stepsOf: { readonly [type in RegistrationType]: readonly StepName[] } = {
  company: ["company", "place", "services", "signatory", "agreement"],
  branch: ["place", "services", "signatory", "agreement"],
};

/** §4: 'The default step is 2': the first is one's own account. */
export const firstStep = limits.registrationDefaultStep;

export function stepsIn(type: RegistrationType): { number: number; name: StepName }[] {
  return stepsOf[type].map((name, at) => ({ number: firstStep + at, name }));
}

/** The step a field is asked at; undefined for one of another registration. */
export function stepOfField({ type, field }: { type: RegistrationType; field: string }): number | undefined {
  return stepsIn(type).find(({ name }) => field in fieldsOfStep[name] || listsOfStep[name].includes(field))?.number;
}

export interface FieldFailure {
  field: string;
  code: ErrorCode;
  message: string;
}

/** What is wrong with one step; empty where it holds. */
export function failuresOfStep({ step, form }: { step: StepName; form: RegistrationForm }): FieldFailure[] {
  const found: FieldFailure[] = [];
  for (const [field, declared] of Object.entries(fieldsOfStep[step])) {
    const message = fieldError({ name: field, field: declared, value: form[field] ?? (declared.default as unknown) });
    if (message) found.push({ field, code: "FAILED_VALIDATION", message });
  }
  const more = moreFailures[step]?.(form) ?? [];
  return [...found, ...more.filter(({ field }) => !found.some((known) => known.field === field))];
}

export function failuresOf({ type, form }: { type: RegistrationType; form: RegistrationForm }): FieldFailure[] {
  return stepsOf[type].flatMap((step) => failuresOfStep({ step, form }));
}

const failure = (field: string, code: ErrorCode, message: string = errors[code].text): FieldFailure => ({
  field,
  code,
  message,
});

const moreFailures: { readonly [step in StepName]?: (form: RegistrationForm) => FieldFailure[] } = {
  company: ({ company_logo: logo }) =>
    isGiven(logo) && !isUuid(logo) ? [failure("company_logo", "FAILED_VALIDATION")] : [],
  place: placeFailures,
  services: serviceFailures,
  signatory: ({ documents }) => documentFailures(documents),
};

function placeFailures(form: RegistrationForm): FieldFailure[] {
  const failures: FieldFailure[] = [];
  const isOther = String(form["area"]) === String(otherArea.id);
  if (isOther && !isGiven(form["area_name"]))
    failures.push(failure("area_name", "FAILED_VALIDATION", requiredText("area_name", placeFields.area_name)));
  const { gstin, pan, state } = form;
  if (typeof gstin === "string" && gstin) {
    const typed = capitals(gstin);
    const isOfPan = typeof pan !== "string" || pan === "" || panOfGstin(typed) === capitals(pan);
    if (!isOfPan) failures.push(failure("gstin", "GSTIN_OTHER_PAN"));
    else if (isGiven(state) && gstStates[typed.slice(0, 2)] !== state)
      failures.push(failure("gstin", "GSTIN_OTHER_STATE"));
  }
  const hasHalf = isGiven(form["latitude"]) !== isGiven(form["longitude"]);
  if (hasHalf) failures.push(failure(isGiven(form["latitude"]) ? "longitude" : "latitude", "LOCATION_HALF"));
  return failures;
}

function serviceFailures(form: RegistrationForm): FieldFailure[] {
  const failures: FieldFailure[] = [];
  if (!services.some((name) => form[name] === true)) failures.push(failure("is_parking", "SERVICE_REQUIRED"));
  const { amenities = [], tags = [] } = form;
  const areWords = Array.isArray(amenities) && amenities.every((word) => typeof word === "string");
  if (!areWords) failures.push(failure("amenities", "FAILED_VALIDATION"));
  const areIds = Array.isArray(tags) && tags.length <= limits.branchTags && tags.every((id) => Number.isInteger(id));
  if (!areIds) failures.push(failure("tags", "FAILED_VALIDATION"));
  return failures;
}

/** DOCUMENT_REQUIRED where nothing is shown, FAILED_VALIDATION for what is no list of documents. */
export function documentFailures(documents: unknown): FieldFailure[] {
  if (!Array.isArray(documents) || documents.length === 0) return [failure("documents", "DOCUMENT_REQUIRED")];
  const isSound = documents.length <= limits.onboardingDocuments && documents.every(isDocument);
  return isSound ? [] : [failure("documents", "FAILED_VALIDATION")];
}

function isDocument(value: unknown): value is OnboardingDocument {
  const { kind, file } = (value ?? {}) as Partial<OnboardingDocument>;
  return documentKinds.some((known) => known === kind) && isUuid(file);
}
