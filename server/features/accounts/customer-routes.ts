// §2 /customer/…/login and /customer/registration: by a code to the phone; by password it is POST /auth/login with a
// page.
import type { FastifyInstance } from "fastify";
import { customerPages, isCustomerPage } from "#domain/accounts/customer-type.ts";
import type { AppServices } from "#server/context.ts";
import { parseRow } from "#server/items/rest/request-bodies.ts";
import { throwApiError, throwInvalidPayload } from "#server/items/api-error.ts";
import { getRequestOrigin } from "#server/request.ts";
import { logInWithCode } from "#server/features/accounts/log-in-with-code.ts";
import { registerCustomer } from "#server/features/accounts/register.ts";
import { sendOtp } from "#server/auth/otp/otp.ts";
import { assertNoConflictingSession } from "#server/auth/conflicting-session.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { parseAuthMode, startSession } from "#server/auth/token-reply.ts";

export function customerRoutes(app: FastifyInstance, services: AppServices): void {
  /**
   * Responds the same with and without an account. `values` is the sealed parameter of /otp-authentication/{values}, so
   * that no phone number appears in a URL.
   */
  app.post("/actions/customers/send-code", async (request, reply) => {
    const { phone, page } = parseRow(request.body);
    if (typeof phone !== "string" || !isCustomerPage(page)) throwInvalidPayload("Send phone and page.");
    if (!customerPages[page].hasPhoneLogin) throwApiError("ADMIN_GOVERNMENT_PHONE_LOGIN");
    await assertNoConflictingSession({ services, request, page: "customer" });
    const recipient = { channel: "sms", to: phone, purpose: "login" } as const;
    const { binding, resendAt } = await sendOtp({
      services,
      branch: null,
      origin: getRequestOrigin(request),
      ...recipient,
    });
    const values = services.tokens.issue({ kind: tokenKinds.otp.login, payload: { binding, extra: { page } } });
    const data = { values, phone_end: binding.recipient.slice(-4), resend_at: resendAt };
    return reply.send({ data });
  });

  app.post("/actions/customers/send-code-again", async (request, reply) => {
    const token = parseRow(request.body)["values"];
    const { binding } = services.tokens.verify({ kind: tokenKinds.otp.login, token });
    const { channel, recipient: to, purpose, requestKey } = binding;
    const sent = await sendOtp({
      services,
      branch: null,
      origin: getRequestOrigin(request),
      channel,
      to,
      purpose,
      requestKey,
    });
    return reply.send({ data: { resend_at: sent.resendAt } });
  });

  /** `page` is in the body for `values` of /send-sms-otp, which contain none. */
  app.post("/actions/customers/log-in-with-code", async (request, reply) => {
    const { values, otp, mode, page: pageInBody } = parseRow(request.body);
    if (typeof otp !== "string") throwInvalidPayload("Send values and otp.");
    const authMode = parseAuthMode(mode);
    const { binding, extra } = services.tokens.verify({ kind: tokenKinds.otp.login, token: values });
    const { page = pageInBody } = extra;
    if (binding.channel !== "sms") throwApiError("NO_OTP");
    if (!isCustomerPage(page)) throwInvalidPayload("Send page.");
    if (!customerPages[page].hasPhoneLogin) throwApiError("ADMIN_GOVERNMENT_PHONE_LOGIN");
    await assertNoConflictingSession({ services, request, page: "customer" });
    const result = await logInWithCode({ services, origin: getRequestOrigin(request), binding, page, otp });
    if ("proof" in result) return reply.send({ data: result });
    return startSession({ services, request, reply, mode: authMode, session: result.session });
  });

  app.post("/actions/customers/register", async (request, reply) => {
    const { mode, ...body } = parseRow(request.body);
    const authMode = parseAuthMode(mode);
    await assertNoConflictingSession({ services, request, page: "customer" });
    const session = await registerCustomer({ services, origin: getRequestOrigin(request), body });
    return startSession({ services, request, reply, mode: authMode, session });
  });
}
