// §7 Product API host: /send-sms-otp and /send-mail. A caller asks for a message of ours to be sent; what it says, who it is
// from and what the code is are never theirs to choose: those fields are taken and left aside.
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Row } from "#domain/collection.ts";
import type { ErrorCode } from "#domain/errors.ts";
import type { House } from "#server/context.ts";
import { rowOf } from "#server/items/bodies.ts";
import { refuse, refusePayload } from "#server/items/refused.ts";
import { originOf, sessionOf } from "#server/request.ts";
import { idIn } from "#server/services/action.ts";
import { fateOf, type OtpPurpose, otpPurposes, sendOtp, type SentOtp } from "#server/services/otp.ts";
import { resend } from "#server/features/outbox/resend.ts";
import { sendTest } from "#server/features/outbox/send-test.ts";

/** A little less than callers wait for an answer. */
const patienceMs = 8_000;

export function messageRoutes(app: FastifyInstance, house: House): void {
  app.post("/send-sms-otp", async (request, reply) => {
    const body = rowOf(request.body);
    const to = textIn({ body, name: "phone_number" });
    const origin = originOf(request);
    const sent = await sendOtp({ house, channel: "sms", to, purpose: purposeIn(body), branch: null, origin });
    return answerOtp({ house, reply, sent, failure: "SMS_OTP_FAILED" });
  });

  app.post("/send-mail/otp", async (request, reply) => {
    const body = rowOf(request.body);
    const to = textIn({ body, name: "to" });
    const origin = originOf(request);
    const sent = await sendOtp({ house, channel: "mail", to, purpose: purposeIn(body), branch: null, origin });
    return answerOtp({ house, reply, sent, failure: "EMAIL_API_ISSUE" });
  });

  /** To oneself, from the outbox's screen: whether mail or SMS works at all. */
  for (const channel of ["mail", "sms"] as const)
    app.post(channel === "mail" ? "/send-mail/test" : "/send-sms/test", async (request, reply) => {
      const session = await sessionOf({ house, request });
      const message = await sendTest({ house, session, origin: originOf(request), channel });
      const failure = channel === "mail" ? "EMAIL_API_ISSUE" : "SMS_OTP_FAILED";
      return answer({ house, reply, message, failure, data: { message } });
    });

  app.post("/actions/outbox/:id/resend", async (request, reply) => {
    const session = await sessionOf({ house, request });
    await resend({ house, session, origin: originOf(request), id: idIn(request) });
    return reply.code(204).send();
  });

  app.post("/send-mail/*", () => refuse("ROUTE_NOT_FOUND"));
}

function textIn({ body, name }: { body: Row; name: string }): string {
  const value = body[name];
  return typeof value === "string" ? value : refusePayload(`"${name}" is missing.`);
}

function purposeIn(body: Row): OtpPurpose {
  const { type = "login" } = body;
  return (
    otpPurposes.find((purpose) => purpose === type) ?? refusePayload(`"type" must be one of ${otpPurposes.join(", ")}.`)
  );
}

function answerOtp({
  sent,
  failure,
  ...rest
}: {
  house: House;
  reply: FastifyReply;
  sent: SentOtp;
  failure: ErrorCode;
}): Promise<FastifyReply> {
  const data = { expires_at: sent.expiresAt.toISOString(), resend_at: sent.resendAt.toISOString() };
  return answer({ ...rest, message: sent.message, failure: sent.isAgain ? "OTP_RESEND" : failure, data });
}

/** §7: status 200 means sent; 202 that it is on its way, which nobody has told us the end of yet. */
async function answer({
  house,
  reply,
  message,
  failure,
  data,
}: {
  house: House;
  reply: FastifyReply;
  message: number;
  failure: ErrorCode;
  data: Row;
}): Promise<FastifyReply> {
  const fate = await fateOf({ house, message, withinMs: patienceMs });
  if (fate === "failing") refuse(failure);
  return reply.code(fate === "sent" ? 200 : 202).send({ data: { ...data, status: fate } });
}
