// §2 §4 §7: actions of vendors: verification of phone and email, the admin's account, registration and correction.
import { z } from "zod";
import { mobileNumber, sentCode } from "#domain/accounts/fields/account-fields.ts";
import { codeErrors, resendErrors, tokenErrors } from "#domain/accounts/code-errors.ts";
import { authMode, sessionTokens } from "#domain/accounts/session-tokens.ts";
import { registrationTypes } from "#domain/onboarding/registration.ts";
import { onboardingStatuses } from "#domain/onboarding/states.ts";
import { personFields } from "#domain/people/user-fields.ts";
import { codeText, timestampText } from "#domain/schema/body-properties.ts";
import { contract } from "#domain/schema/contract.ts";

const area = "onboarding";
const anonymous = { area, access: "public" } as const;
const vendor = { area, access: "user", visibleTo: { can: "registration.submit" } } as const;

const contactValues = codeText.meta({ description: "`values` of the reply of `send-codes`." });
const contactChannel = z.enum(["sms", "mail"], '"channel" must be sms or mail.');
/** Of a registration and of its correction. */
const submissionErrors = [
  "AGREEMENT_REQUIRED",
  "AGREEMENT_CHANGED",
  "SERVICE_REQUIRED",
  "DOCUMENT_REQUIRED",
  "AREA_EXIST",
  "GSTIN_NOT_ACTIVE",
  "GSTIN_VERIFICATION_FAILED",
  "PAN_VERIFICATION_FAILED",
  "REQUESTS_EXCEEDED",
] as const;
const statusToken = z.string().meta({ description: "Token of the registration status page." });

const submission = z.object({
  name: z.string(),
  status: z.enum(onboardingStatuses),
  sent_at: timestampText,
  corrected_at: timestampText.nullable().meta({ description: "When a correction was last submitted." }),
});
const branchSubmission = submission.extend({
  page: z.string().nullable().meta({ description: "Path of the public page, or of its preview for 15 minutes." }),
});

const maxCorrections = 50;
const correctionsError = '"corrections" must be a list.';
const correctionError = "A correction has a branch or null, changes, and a note.";
const rowError = "The body must be an object.";
const correction = z.object(
  {
    branch: z.int(correctionError).nullish().meta({ description: "Null corrects the company." }),
    changes: z.record(z.string(), z.unknown(), rowError).nullish().meta({ description: "The remarked fields." }),
    note: z.string(correctionError).nullish(),
  },
  rowError,
);

export const onboardingActions = {
  sendCodes: contract("POST /actions/onboarding/send-codes", {
    ...anonymous,
    summary: "Send codes to the phone and email of a new vendor",
    inputs: { phone: mobileNumber, email: personFields.email },
    body: z.object({
      values: codeText.meta({
        description: "`values` of a previous reply: the code sent to a contact that is the same stays valid.",
      }),
    }),
    reply: z.object({ values: z.string().meta({ description: "Encrypted; sent back with the codes." }) }),
    errors: ["RESET_INVALID_EMAIL", "INVALID_PHONE", "CUSTOMER_LOGGED_IN", ...resendErrors],
  }),
  resendCode: contract("POST /actions/onboarding/send-code-again", {
    ...anonymous,
    summary: "Resend one of the codes",
    body: z.object({ channel: contactChannel, values: contactValues }),
    reply: z.object({ resend_at: timestampText.meta({ description: "When another code can be requested." }) }),
    errors: [...tokenErrors, ...resendErrors],
  }),
  readCodeDelivery: contract("POST /actions/onboarding/read-code-delivery", {
    ...anonymous,
    summary: "Whether one of the codes has been sent",
    body: z.object({ channel: contactChannel, values: contactValues }),
    reply: z.object({ status: z.enum(["waiting", "sent", "failed"]) }),
    errors: [...tokenErrors, "NO_OTP"],
  }),
  checkCode: contract("POST /actions/onboarding/check-code", {
    ...anonymous,
    summary: "Verify a phone number or email with its code",
    inputs: { otp: sentCode },
    body: z.object({ otp: z.string("Send otp."), channel: contactChannel, values: contactValues }),
    reply: z.object({ proof: z.string().meta({ description: "Sent back when the account is created." }) }),
    errors: [...tokenErrors, "NO_OTP", ...codeErrors, "USER_EMAIL_EXIST", "USER_PHONE_EXIST"],
  }),
  createAccount: contract("POST /actions/onboarding/create-account", {
    ...anonymous,
    summary: "Create the admin account with both proofs",
    fields: { users: ["first_name", "password"] },
    body: z.object({ phone_proof: codeText, email_proof: codeText, mode: authMode }),
    reply: sessionTokens,
    errors: [...tokenErrors, "USER_EMAIL_EXIST", "USER_PHONE_EXIST", "CUSTOMER_LOGGED_IN"],
  }),
  readStatus: contract("POST /actions/onboarding/state", {
    ...anonymous,
    summary: "Status of a registration",
    body: z.object({ application: codeText.meta({ description: "Token of the registration status page." }) }),
    reply: z.object({
      company: submission.nullable(),
      branches: z.array(branchSubmission),
      may_log_in: z.boolean(),
      gate: z.string().nullable().meta({ description: "Code of the error with which a login is rejected." }),
    }),
    errors: tokenErrors,
  }),
  startSetUp: contract("POST /actions/onboarding/set-up", {
    ...anonymous,
    summary: "Open a session that sets up the branch while the registration is under review",
    body: z.object({
      set_up: codeText.meta({ description: "`set_up` of the refused login, or of the registration." }),
      mode: authMode,
    }),
    reply: sessionTokens,
    errors: tokenErrors,
  }),
  readAgreement: contract("GET /actions/onboarding/agreement", {
    ...vendor,
    summary: "Current vendor agreement",
    reply: z.object({
      text: z.string().meta({ description: "Rich text." }),
      version: z.string().meta({ description: "Sent back as `agreement_version` with the registration." }),
    }),
    errors: [],
  }),
  readStateOfPinCode: contract("GET /actions/onboarding/pin-code", {
    area,
    access: "user",
    summary: "State of a PIN code",
    query: { pincode: "6 digits." },
    reply: z.object({
      state: z.string().nullable().meta({ description: "Null for a PIN code that is not known." }),
    }),
    errors: [],
  }),
  checkName: contract("POST /actions/onboarding/check-name", {
    ...vendor,
    summary: "Check whether a company or branch name is available",
    body: z.object({ company_name: codeText, branch_name: codeText }),
    errors: ["COMPANY_NAME_EXIST", "BRANCH_NAME_EXIST"],
  }),
  register: contract("POST /actions/onboarding/register", {
    ...vendor,
    summary: "Register a company with its first branch, or a further branch",
    body: z.object({
      registration_type: z.enum(registrationTypes, '"registration_type" must be company or branch.'),
      form: z.record(z.string(), z.unknown(), rowError).nullish().meta({ description: "Values of all steps." }),
    }),
    reply: z.object({
      company: z.int(),
      branch: z.int(),
      application: statusToken,
      set_up: z.string().nullable().meta({ description: "Opens a set-up session. Null for a further branch." }),
    }),
    errors: [
      "COMPANY_NAME_EXIST",
      "BRANCH_NAME_EXIST",
      "REGISTRATION_DONE",
      "GSTIN_OTHER_PAN",
      "GSTIN_OTHER_STATE",
      "LOCATION_HALF",
      ...submissionErrors,
    ],
  }),
  correct: contract("POST /actions/onboarding/correct", {
    ...vendor,
    summary: "Correct and resubmit a rejected registration",
    body: z.object({
      corrections: z.array(correction, correctionsError).min(1, correctionsError).max(maxCorrections, correctionsError),
    }),
    reply: z.object({
      application: statusToken,
      set_up: z.string().nullable().meta({ description: "Opens a set-up session. Null if the user can still log in." }),
    }),
    errors: ["STATUS_ALREADY_UPDATED", "NO_CHANGES", ...submissionErrors],
  }),
};
