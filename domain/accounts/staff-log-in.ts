// §6: log-in of staff without an email, by a code sent to the phone or by a card and PIN. See docs/rules/staff-log-in.md.
import { z } from "zod";
import { mobileNumber, sentCode } from "#domain/accounts/fields/account-fields.ts";
import { codeErrors, resendErrors } from "#domain/accounts/code-errors.ts";
import { authMode, sessionTokens } from "#domain/accounts/session-tokens.ts";
import { codeText, timestampText } from "#domain/schema/body-properties.ts";
import { contract } from "#domain/schema/contract.ts";

const common = { area: "account", access: "public" } as const;
/** The browser has a session of a customer. */
const sessionErrors = ["CUSTOMER_LOGGED_IN"] as const;
const values = codeText.meta({ description: "`values` of the sent code." });

export const staffLogInActions = {
  sendCode: contract("POST /actions/staff-log-in/send-code", {
    ...common,
    summary: "Send a login code to the phone of staff without an email; the reply is the same for every number",
    inputs: { phone: mobileNumber },
    body: z.object({ phone: z.string("Send phone."), values: values.describe("To send the code again.") }),
    reply: z.object({
      values: z.string().meta({ description: "Sealed text that is sent back with the code." }),
      resend_at: timestampText.meta({ description: "When the code can be requested again." }),
    }),
    errors: ["INVALID_PHONE", "NO_OTP", ...resendErrors, ...sessionErrors],
  }),
  readCodeDelivery: contract("POST /actions/staff-log-in/read-code-delivery", {
    ...common,
    summary: "Whether the login code has been sent",
    body: z.object({ values }),
    reply: z.object({ status: z.enum(["waiting", "sent", "failed"]) }),
    errors: ["NO_OTP"],
  }),
  logInWithCode: contract("POST /actions/staff-log-in/with-code", {
    ...common,
    summary: "Log in with a code; the first login accepts the invitation",
    inputs: { otp: sentCode },
    body: z.object({ values, otp: z.string("Send values and otp."), mode: authMode }),
    reply: sessionTokens,
    errors: ["INVALID_CREDENTIALS", "NO_OTP", ...codeErrors, ...sessionErrors],
  }),
  logInWithCard: contract("POST /actions/staff-log-in/with-card", {
    ...common,
    summary: "Log in with a card and the PIN; the first login accepts the invitation",
    body: z.object({
      card: z.string("Send card and pin.").meta({ description: "What follows `#` in the address on the card." }),
      pin: z.string("Send card and pin."),
      mode: authMode,
    }),
    reply: sessionTokens,
    errors: ["INVALID_CREDENTIALS", "PIN_LOCKED", "REQUESTS_EXCEEDED", ...sessionErrors],
  }),
};
