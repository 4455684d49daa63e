// §2 /partner-with-us, /company-register, /branch-register, /success-registration, /application-correction.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Row } from "#domain/collection.ts";
import { email as emailField, fieldError } from "#domain/fields.ts";
import type { House } from "#server/context.ts";
import {
  type Applicant,
  checkCode,
  type CodeChannel,
  createAccount,
  sendCode,
  sendFirstCode,
} from "#server/features/onboarding/account.ts";
import { currentAgreement } from "#server/features/onboarding/agreement.ts";
import { refuseBranchName, refuseCompanyName } from "#server/features/onboarding/check-name.ts";
import { correct, type Correction } from "#server/features/onboarding/correct.ts";
import { registerPlace } from "#server/features/onboarding/register.ts";
import { readApplication } from "#server/features/onboarding/state.ts";
import { rowOf } from "#server/items/bodies.ts";
import { refuse, refusePayload } from "#server/items/refused.ts";
import type { Session } from "#server/items/who.ts";
import { originOf } from "#server/request.ts";
import { bodyOf } from "#server/services/action.ts";
import { addressOf } from "#server/services/otp.ts";
import { refuseOtherSide } from "#server/services/other-side.ts";
import { personAsking } from "#server/services/own-account.ts";
import { modeOf, startSession } from "#server/services/token-reply.ts";

const mostCorrections = 50;

export function onboardingRoutes(app: FastifyInstance, house: House): void {
  accountRoutes(app, house);

  app.get("/actions/onboarding/agreement", async (request, reply) => {
    await adminAsking({ house, request });
    return reply.send({ data: await currentAgreement(house.sql) });
  });

  app.post("/actions/onboarding/check-name", async (request, reply) => {
    const { who } = await adminAsking({ house, request });
    const { company_name: company, branch_name: branch } = bodyOf({ request, fields: ["company_name", "branch_name"] });
    if (typeof company === "string") await refuseCompanyName({ house, name: company });
    if (typeof branch === "string") await refuseBranchName({ house, company: who.company, name: branch });
    return reply.code(204).send();
  });

  app.post("/actions/onboarding/register", async (request, reply) => {
    const session = await adminAsking({ house, request });
    const { registration_type: type, form } = bodyOf({ request, fields: ["registration_type", "form"] });
    if (type !== "company" && type !== "branch") refusePayload('"registration_type" must be company or branch.');
    const data = await registerPlace({ house, session, origin: originOf(request), type, form: rowOf(form) });
    return reply.send({ data });
  });

  app.post("/actions/onboarding/correct", async (request, reply) => {
    const session = await adminAsking({ house, request });
    const { corrections } = bodyOf({ request, fields: ["corrections"] });
    if (!Array.isArray(corrections) || corrections.length === 0 || corrections.length > mostCorrections)
      refusePayload('"corrections" must be a list.');
    const sent = corrections.map(correctionIn);
    return reply.send({ data: await correct({ house, session, origin: originOf(request), corrections: sent }) });
  });
}

/** Before there is an account, and while its log-in is not open. */
function accountRoutes(app: FastifyInstance, house: House): void {
  app.post("/actions/onboarding/send-codes", async (request, reply) => {
    const { phone, email } = rowOf(request.body);
    await refuseOtherSide({ house, request, page: "partner" });
    if (fieldError({ name: "email", field: emailField({ required: true }), value: email }))
      refuse("RESET_INVALID_EMAIL", { field: "email" });
    const applicant: Applicant = {
      phone: addressOf({ channel: "sms", to: String(phone ?? "") }),
      email: addressOf({ channel: "mail", to: String(email) }),
    };
    const origin = originOf(request);
    for (const channel of ["sms", "mail"] as const) await sendFirstCode({ house, origin, applicant, channel });
    const values = house.sealer.seal(JSON.stringify(applicant));
    return reply.header("cache-control", "no-store").send({ data: { values } });
  });

  app.post("/actions/onboarding/send-code-again", async (request, reply) => {
    const { values, channel: to } = rowOf(request.body);
    const applicant = applicantIn({ house, values });
    const resendAt = await sendCode({ house, origin: originOf(request), applicant, channel: channelIn(to) });
    return reply.header("cache-control", "no-store").send({ data: { resend_at: resendAt } });
  });

  app.post("/actions/onboarding/check-code", async (request, reply) => {
    const { values, channel: of, otp } = rowOf(request.body);
    if (typeof otp !== "string") refusePayload("Send otp.");
    const proof = await checkCode({ house, otp, applicant: applicantIn({ house, values }), channel: channelIn(of) });
    return reply.header("cache-control", "no-store").send({ data: { proof } });
  });

  app.post("/actions/onboarding/create-account", async (request, reply) => {
    const { mode, ...body } = bodyOf({
      request,
      fields: ["phone_proof", "email_proof", "first_name", "password", "mode"],
    });
    const chosen = modeOf(mode);
    await refuseOtherSide({ house, request, page: "partner" });
    const session = await createAccount({ house, origin: originOf(request), body });
    return startSession({ house, request, reply, mode: chosen, session });
  });

  app.post("/actions/onboarding/state", async (request, reply) => {
    const data = await readApplication({ house, token: rowOf(request.body)["application"] });
    return reply.header("cache-control", "no-store").send({ data });
  });
}

async function adminAsking(asked: { house: House; request: FastifyRequest }): Promise<Session> {
  const { session } = await personAsking(asked);
  return session.who.role === "admin" ? session : refuse("FORBIDDEN");
}

function channelIn(value: unknown): CodeChannel {
  return value === "sms" || value === "mail" ? value : refusePayload('"channel" must be sms or mail.');
}

function applicantIn({ house, values }: { house: House; values: unknown }): Applicant {
  try {
    return JSON.parse(house.sealer.open(String(values))) as Applicant;
  } catch {
    // What was altered opens as nothing.
    return refuse("NO_OTP");
  }
}

function correctionIn(value: unknown): Correction {
  const { branch = null, changes = {}, note = null } = rowOf(value);
  const isBranch = branch === null || Number.isSafeInteger(branch);
  const isNote = note === null || typeof note === "string";
  if (!isBranch || !isNote) refusePayload("A correction has a branch or null, changes, and a note.");
  return {
    branch: branch as number | null,
    changes: rowOf(changes) as Row,
    note: (note as string | null)?.trim() || null,
  };
}
