// §7 Product API host: /send-sms-otp and /send-mail; actions of the outbox. Callers request predefined messages only;
// fields that set the text, sender or code are accepted and ignored.
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Row } from "#domain/schema/collection.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { messageActions } from "#domain/messages/actions.ts";
import { isId } from "#domain/schema/fields.ts";
import type { AppServices } from "#server/context.ts";
import { parseRow } from "#server/items/rest/request-bodies.ts";
import { throwApiError, throwInvalidPayload } from "#server/items/api-error.ts";
import { getRequestOrigin, getSession } from "#server/request.ts";
import { implement } from "#server/http/implement.ts";
import { type OtpPurpose, otpPurposes } from "#server/auth/otp/otp-binding.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { waitForDelivery, sendOtp, type SentOtp } from "#server/auth/otp/otp.ts";
import { resendOutboxMessage } from "#server/features/messages/resend.ts";
import { sendTestMessage } from "#server/features/messages/send-test.ts";
import { readMessageUsage } from "#server/features/messages/usage.ts";

/** Slightly shorter than the timeout of callers. */
const deliveryWaitMs = 8_000;

const outboxImplementations = [
  implement(messageActions.resend, resendOutboxMessage),
  implement(messageActions.readUsage, ({ query: { branch }, ...context }) => {
    if (!isId(branch)) throwInvalidPayload('"branch" must be the id of a branch.');
    return readMessageUsage({ ...context, branch: Number(branch) });
  }),
];

export function messageRoutes(app: FastifyInstance, services: AppServices): void {
  for (const mount of outboxImplementations) mount(app, services);

  app.post("/send-sms-otp", async (request, reply) => {
    const body = parseRow(request.body);
    const to = parseText({ body, name: "phone_number" });
    const origin = getRequestOrigin(request);
    const otp = await sendOtp({ services, channel: "sms", to, purpose: parsePurpose(body), branch: null, origin });
    return sendOtpReply({ services, reply, otp, failure: "SMS_OTP_FAILED" });
  });

  app.post("/send-mail/otp", async (request, reply) => {
    const body = parseRow(request.body);
    const to = parseText({ body, name: "to" });
    const origin = getRequestOrigin(request);
    const otp = await sendOtp({ services, channel: "mail", to, purpose: parsePurpose(body), branch: null, origin });
    return sendOtpReply({ services, reply, otp, failure: "EMAIL_API_ISSUE" });
  });

  /** Sends a test message to the actor, from the outbox page. */
  for (const channel of ["mail", "sms"] as const)
    app.post(channel === "mail" ? "/send-mail/test" : "/send-sms/test", async (request, reply) => {
      const session = await getSession({ services, request });
      const message = await sendTestMessage({ services, session, origin: getRequestOrigin(request), channel });
      const failure = channel === "mail" ? "EMAIL_API_ISSUE" : "SMS_OTP_FAILED";
      return sendDeliveryReply({ services, reply, message, failure, data: { message } });
    });

  app.post("/send-mail/*", () => throwApiError("ROUTE_NOT_FOUND"));
}

function parseText({ body, name }: { body: Row; name: string }): string {
  const value = body[name];
  return typeof value === "string" ? value : throwInvalidPayload(`"${name}" is missing.`);
}

function parsePurpose(body: Row): OtpPurpose {
  const { type = "login" } = body;
  return (
    otpPurposes.find((purpose) => purpose === type) ??
    throwInvalidPayload(`"type" must be one of ${otpPurposes.join(", ")}.`)
  );
}

/** The code can be submitted only with `values`, which only this response contains. */
function sendOtpReply({
  otp,
  failure,
  ...rest
}: {
  services: AppServices;
  reply: FastifyReply;
  otp: SentOtp;
  failure: ErrorCode;
}): Promise<FastifyReply> {
  const { binding } = otp;
  const kind = tokenKinds.otp[binding.purpose];
  const values = rest.services.tokens.issue({ kind, payload: { binding, extra: {} } });
  const data = { values, expires_at: otp.expiresAt.toISOString(), resend_at: otp.resendAt.toISOString() };
  return sendDeliveryReply({ ...rest, message: otp.message!, failure: otp.isAgain ? "OTP_RESEND" : failure, data });
}

/** §7: status 200 if the message was sent, 202 if delivery is still pending. */
async function sendDeliveryReply({
  services,
  reply,
  message,
  failure,
  data,
}: {
  services: AppServices;
  reply: FastifyReply;
  message: number;
  failure: ErrorCode;
  data: Row;
}): Promise<FastifyReply> {
  const outcome = await waitForDelivery({ services, message, withinMs: deliveryWaitMs });
  if (outcome === "failed") throwApiError(failure);
  return reply.code(outcome === "sent" ? 200 : 202).send({ data: { ...data, status: outcome } });
}
