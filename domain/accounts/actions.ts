// §2 §6: actions of the own account, of links in emails, and of customers who register or log in with a code.
import { z } from "zod";
import { currentPassword, customerType, mobileNumber, sentCode } from "#domain/accounts/fields/account-fields.ts";
import { codeErrors, resendErrors, tokenErrors } from "#domain/accounts/code-errors.ts";
import { maxRegisteredVehicles } from "#domain/accounts/customer.ts";
import { customerFlagByType, customerPages } from "#domain/accounts/customer-type.ts";
import { authMode, sessionTokens } from "#domain/accounts/session-tokens.ts";
import { languages } from "#domain/people/languages.ts";
import { getKeys } from "#domain/object-keys.ts";
import { codeText, timestampText } from "#domain/schema/body-properties.ts";
import { contract } from "#domain/schema/contract.ts";

const account = { area: "account", access: "user" } as const;
const customers = { area: "customers", access: "public" } as const;

const sendErrors = ["INVALID_PHONE", ...resendErrors] as const;
/** The browser has a session of a partner. */
const sessionErrors = ["PARTNER_LOGGED_IN", "ADMIN_LOGGED_IN"] as const;
const passwordErrors = ["INVALID_CREDENTIALS", "REQUESTS_EXCEEDED"] as const;

const sealedValues = { values: codeText.meta({ description: "`values` of the sent code." }) };
const resent = z.object({ resend_at: timestampText.meta({ description: "When the code can be requested again." }) });
const codeReply = resent.extend({
  values: z.string().meta({ description: "Sealed text that is sent back with the code." }),
  phone_end: z.string().meta({ description: "Last four digits of the phone number." }),
});
const otp = z.string("Send values and otp.");

const emailLink = {
  area: "account",
  access: "public",
  body: z.object({ token: codeText.meta({ description: "Token of the mailed link." }) }),
  reply: z.object({
    email: z.string(),
    has_password: z
      .boolean()
      .meta({ description: "False for staff whose first email it is: they set a password next." }),
  }),
  errors: ["LINK_EXPIRED", "INVALID_TOKEN", "EMAIL_IN_USE"],
} as const;
const sendEmail = "Send email.";
const languageMessage = `"language" is one of ${getKeys(languages).join(", ")}.`;

export const accountActions = {
  readSecurity: contract("GET /actions/account/security", {
    ...account,
    summary: "Security settings and sessions of the current user",
    reply: z.object({
      has_second_factor: z.boolean(),
      recovery_codes_left: z.int(),
      pending_email: z.string().nullable().meta({ description: "New address until its link is opened." }),
      has_password: z.boolean(),
      verified_phone: z
        .string()
        .nullable()
        .meta({ description: "Null if no number is verified, even if the account has a contact number." }),
      sessions: z.array(
        z.object({
          id: z.uuid(),
          ip: z.string().nullable(),
          user_agent: z.string().nullable(),
          signed_in_at: timestampText,
          last_seen_at: timestampText,
          is_current: z.boolean(),
        }),
      ),
    }),
    errors: [],
  }),
  changePassword: contract("POST /actions/account/password", {
    ...account,
    summary: "Change the current user's password; ends all sessions and starts a new one",
    fields: { users: ["password"] },
    inputs: { current_password: currentPassword },
    body: z.object({ mode: authMode }),
    reply: sessionTokens,
    errors: passwordErrors,
  }),
  completeRegistration: contract("POST /actions/account/complete-registration", {
    ...account,
    summary: "Add name, email and password to a customer's account created at a gate; starts a new session",
    fields: { users: ["first_name", "email", "password"] },
    body: z.object({ mode: authMode }),
    reply: sessionTokens,
    errors: ["INVALID_CREDENTIALS", "USER_EMAIL_EXIST", "REGISTRATION_DONE"],
  }),
  setPin: contract("POST /actions/account/pin", {
    ...account,
    summary: "Set the own PIN for shared devices; staff only",
    fields: { users: ["pin_number"] },
    inputs: { password: currentPassword },
    errors: ["STAFF_PIN_EXIST", ...passwordErrors],
  }),
  setLanguage: contract("POST /actions/account/language", {
    ...account,
    summary: "Set the language of the interface for the current user",
    body: z.object({
      language: z.enum(getKeys(languages), languageMessage).meta({ description: "BCP 47 tag." }),
    }),
    errors: [],
  }),
  requestEmailChange: contract("POST /actions/account/email", {
    ...account,
    summary: "Request a change of the email address, or the first one of staff without an email",
    fields: { users: ["email"] },
    inputs: { password: currentPassword },
    body: z.object({
      password: codeText.meta({ description: "Of an account that has one; others need a recent log-in." }),
    }),
    errors: ["EMAIL_SAME_AS_OLD", "EMAIL_IN_USE", ...passwordErrors],
  }),
  cancelEmailChange: contract("POST /actions/account/email/cancel", {
    ...account,
    summary: "Cancel the change of the email address",
    errors: [],
  }),
  requestPhoneChange: contract("POST /actions/account/phone", {
    ...account,
    summary: "Send a code to a customer's new phone number",
    inputs: { phone: mobileNumber, password: currentPassword },
    body: z.object({
      phone: z.string("Send phone."),
      password: codeText.meta({ description: "Of an account that has one; others need a recent log-in." }),
    }),
    reply: codeReply,
    errors: ["NO_CHANGES", "INVALID_CREDENTIALS", ...sendErrors],
  }),
  resendPhoneCode: contract("POST /actions/account/phone/send-again", {
    ...account,
    summary: "Resend the code to the new phone number",
    body: z.object(sealedValues),
    reply: resent,
    errors: ["NO_OTP", ...sendErrors],
  }),
  confirmPhoneChange: contract("POST /actions/account/phone/confirm", {
    ...account,
    summary: "Confirm the new phone number with the code",
    inputs: { otp: sentCode },
    body: z.object({ ...sealedValues, otp }),
    reply: z.object({ contact_number: z.string() }),
    errors: ["USER_PHONE_EXIST", "NO_OTP", ...codeErrors],
  }),
  endSession: contract("POST /actions/account/sessions/:session_id/end", {
    ...account,
    summary: "End a session",
    errors: [],
  }),
  endOtherSessions: contract("POST /actions/account/sessions/end-others", {
    ...account,
    summary: "End all other sessions",
    errors: [],
  }),
  endAllSessions: contract("POST /actions/account/sessions/end-all", {
    ...account,
    summary: "End all sessions",
    errors: [],
  }),
  resetTwoFactor: contract("POST /actions/account/users/:user_id/reset-second-factor", {
    ...account,
    visibleTo: { can: "account.recover" },
    summary: "Reset a user's two-factor login",
    errors: ["NO_CHANGES"],
  }),
  verifyEmail: contract("POST /actions/account/verify-email", {
    ...emailLink,
    summary: "Verify an email address with the mailed link",
  }),
  confirmEmailChange: contract("POST /actions/account/confirm-email", {
    ...emailLink,
    summary: "Confirm a new email address with the mailed link",
  }),
  checkResetLink: contract("POST /actions/account/check-reset-link", {
    area: "account",
    access: "public",
    summary: "Check the mailed link of a password reset before a password is chosen; the link stays valid",
    body: emailLink.body,
    errors: [...tokenErrors, "FORBIDDEN"],
  }),
  resendVerification: contract("POST /actions/account/send-verification", {
    area: "account",
    access: "public",
    summary: "Resend the verification email; the reply does not disclose whether the account exists",
    body: z.object({ email: z.string(sendEmail).refine((email) => !email.includes("\u0000"), sendEmail) }),
    errors: ["REQUESTS_EXCEEDED"],
  }),
};

const vehiclesMessage = `"vehicles" is a list of at most ${maxRegisteredVehicles}.`;
/** The number is checked when it is stored: INVALID_VEHICLE_NUMBER. */
const vehicle = z.object(
  {
    vehicleNo: codeText,
    type: z
      .unknown()
      .optional()
      .meta({ type: ["integer", "null"] }),
  },
  vehiclesMessage,
);

export const customerActions = {
  sendCode: contract("POST /actions/customers/send-code", {
    ...customers,
    summary: "Send a login code",
    inputs: { phone: mobileNumber },
    body: z.object({
      phone: z.string("Send phone and page."),
      page: z.enum(getKeys(customerPages), "Send phone and page."),
    }),
    reply: codeReply,
    errors: ["ADMIN_GOVERNMENT_PHONE_LOGIN", ...sessionErrors, ...sendErrors],
  }),
  resendCode: contract("POST /actions/customers/send-code-again", {
    ...customers,
    summary: "Resend the login code",
    body: z.object(sealedValues),
    reply: resent,
    errors: ["NO_OTP", ...sendErrors],
  }),
  readCodeDelivery: contract("POST /actions/customers/read-code-delivery", {
    ...customers,
    summary: "Whether the login code has been sent",
    body: z.object(sealedValues),
    reply: z.object({ status: z.enum(["waiting", "sent", "failed"]) }),
    errors: ["NO_OTP"],
  }),
  logInWithCode: contract("POST /actions/customers/log-in-with-code", {
    ...customers,
    summary: "Log in with a code; returns a proof of the phone number for the registration if it has no account",
    inputs: { otp: sentCode },
    body: z.object({
      ...sealedValues,
      otp,
      mode: authMode,
      page: codeText.meta({ enum: getKeys(customerPages), description: "For `values` that contain none." }),
    }),
    reply: z.union([z.object({ proof: z.string() }), sessionTokens]),
    errors: ["ADMIN_GOVERNMENT_PHONE_LOGIN", "USER_INVALID_ENTITY", "NO_OTP", ...sessionErrors, ...codeErrors],
  }),
  register: contract("POST /actions/customers/register", {
    ...customers,
    summary: "Register as a customer, with the proof of the phone number",
    fields: { users: ["first_name", "email", "password", "department", "designation"] },
    inputs: { customer_type: customerType },
    body: z.object({
      mode: authMode,
      proof: codeText,
      customer_type: z.enum(getKeys(customerFlagByType), '"customer_type" must be public or gov.'),
      vehicles: z.array(vehicle, vehiclesMessage).max(maxRegisteredVehicles, vehiclesMessage).nullish(),
    }),
    reply: sessionTokens,
    errors: [
      ...tokenErrors,
      "USER_PHONE_EXIST",
      "USER_EMAIL_EXIST",
      "INVALID_VEHICLE_NUMBER",
      "VISIT_CODE_REQUIRED",
      "REQUESTS_EXCEEDED",
      ...sessionErrors,
    ],
  }),
};
