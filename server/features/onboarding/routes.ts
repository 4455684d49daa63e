// §2 /partner-with-us, /company-register, /branch-register, /success-registration, /application-correction.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { can } from "#domain/access/capabilities.ts";
import { email as emailField, checkField } from "#domain/schema/fields.ts";
import type { AppServices } from "#server/context.ts";
import {
  checkVerificationCode,
  type VerificationChannel,
  createAdminAccount,
  sendVerificationCode,
  sendOrReuseCode,
} from "#server/features/onboarding/account.ts";
import { loadCurrentAgreement } from "#server/features/onboarding/agreement.ts";
import { assertBranchNameAvailable, assertCompanyNameAvailable } from "#server/features/onboarding/check-name.ts";
import { submitCorrections, type Correction } from "#server/features/onboarding/submit-corrections.ts";
import { submitRegistration } from "#server/features/onboarding/register.ts";
import { readRegistrationStatus } from "#server/features/onboarding/registration-status.ts";
import { parseRow } from "#server/items/rest/request-bodies.ts";
import { throwApiError, throwInvalidPayload } from "#server/items/api-error.ts";
import type { Session } from "#server/items/access/session.ts";
import { getRequestOrigin } from "#server/request.ts";
import { parseActionBody } from "#server/http/action-request.ts";
import { type Applicant, tokenKinds } from "#server/auth/token-kinds.ts";
import { normaliseAddress } from "#server/auth/otp/otp.ts";
import { assertNoConflictingSession } from "#server/auth/conflicting-session.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { parseAuthMode, startSession } from "#server/auth/token-reply.ts";

const maxCorrections = 50;

export function onboardingRoutes(app: FastifyInstance, services: AppServices): void {
  accountRoutes(app, services);

  app.get("/actions/onboarding/agreement", async (request, reply) => {
    await requireAdmin({ services, request });
    return reply.send({ data: await loadCurrentAgreement(services.sql) });
  });

  app.post("/actions/onboarding/check-name", async (request, reply) => {
    const { actor } = await requireAdmin({ services, request });
    const { company_name: company, branch_name: branch } = parseActionBody({
      request,
      fields: ["company_name", "branch_name"],
    });
    if (typeof company === "string") await assertCompanyNameAvailable({ services, name: company });
    if (typeof branch === "string") await assertBranchNameAvailable({ services, company: actor.company, name: branch });
    return reply.code(204).send();
  });

  app.post("/actions/onboarding/register", async (request, reply) => {
    const session = await requireAdmin({ services, request });
    const { registration_type: type, form } = parseActionBody({ request, fields: ["registration_type", "form"] });
    if (type !== "company" && type !== "branch") throwInvalidPayload('"registration_type" must be company or branch.');
    const data = await submitRegistration({
      services,
      session,
      origin: getRequestOrigin(request),
      type,
      form: parseRow(form),
    });
    return reply.send({ data });
  });

  app.post("/actions/onboarding/correct", async (request, reply) => {
    const session = await requireAdmin({ services, request });
    const { corrections } = parseActionBody({ request, fields: ["corrections"] });
    if (!Array.isArray(corrections) || corrections.length === 0 || corrections.length > maxCorrections)
      throwInvalidPayload('"corrections" must be a list.');
    const parsedCorrections = corrections.map(parseCorrection);
    return reply.send({
      data: await submitCorrections({
        services,
        session,
        origin: getRequestOrigin(request),
        corrections: parsedCorrections,
      }),
    });
  });
}

/** Routes without an account, or before its log-in is possible. */
function accountRoutes(app: FastifyInstance, services: AppServices): void {
  app.post("/actions/onboarding/send-codes", async (request, reply) => {
    const { phone, email, values: previousValues } = parseRow(request.body);
    await assertNoConflictingSession({ services, request, page: "partner" });
    if (checkField({ name: "email", field: emailField({ required: true }), value: email }))
      throwApiError("RESET_INVALID_EMAIL", { field: "email" });
    const applicant: Applicant = {
      phone: normaliseAddress({ channel: "sms", address: String(phone ?? "") }),
      email: normaliseAddress({ channel: "mail", address: String(email) }),
      requestKeys: {},
    };
    // Keeps the code already sent to the channel that was not corrected.
    const previous =
      previousValues === undefined
        ? null
        : services.tokens.verify({ kind: tokenKinds.applicant, token: previousValues });
    if (previous?.phone === applicant.phone) applicant.requestKeys.sms = previous.requestKeys.sms;
    if (previous?.email === applicant.email) applicant.requestKeys.mail = previous.requestKeys.mail;
    const origin = getRequestOrigin(request);
    for (const channel of ["sms", "mail"] as const)
      applicant.requestKeys[channel] = await sendOrReuseCode({ services, origin, applicant, channel });
    const values = services.tokens.issue({ kind: tokenKinds.applicant, payload: applicant });
    return reply.send({ data: { values } });
  });

  app.post("/actions/onboarding/send-code-again", async (request, reply) => {
    const { values, channel: requestedChannel } = parseRow(request.body);
    const applicant = services.tokens.verify({ kind: tokenKinds.applicant, token: values });
    const { resendAt } = await sendVerificationCode({
      services,
      origin: getRequestOrigin(request),
      applicant,
      channel: parseChannel(requestedChannel),
    });
    return reply.send({ data: { resend_at: resendAt } });
  });

  app.post("/actions/onboarding/check-code", async (request, reply) => {
    const { values, channel: requestedChannel, otp } = parseRow(request.body);
    if (typeof otp !== "string") throwInvalidPayload("Send otp.");
    const applicant = services.tokens.verify({ kind: tokenKinds.applicant, token: values });
    const proof = await checkVerificationCode({
      services,
      origin: getRequestOrigin(request),
      otp,
      applicant,
      channel: parseChannel(requestedChannel),
    });
    return reply.send({ data: { proof } });
  });

  app.post("/actions/onboarding/create-account", async (request, reply) => {
    const { mode, ...body } = parseActionBody({
      request,
      fields: ["phone_proof", "email_proof", "first_name", "password", "mode"],
    });
    const authMode = parseAuthMode(mode);
    await assertNoConflictingSession({ services, request, page: "partner" });
    const session = await createAdminAccount({ services, origin: getRequestOrigin(request), body });
    return startSession({ services, request, reply, mode: authMode, session });
  });

  app.post("/actions/onboarding/state", async (request, reply) => {
    const data = await readRegistrationStatus({ services, token: parseRow(request.body)["application"] });
    return reply.send({ data });
  });
}

async function requireAdmin(input: { services: AppServices; request: FastifyRequest }): Promise<Session> {
  const { session } = await requireUser(input);
  return can(session.actor, "registration.submit") ? session : throwApiError("FORBIDDEN");
}

function parseChannel(value: unknown): VerificationChannel {
  return value === "sms" || value === "mail" ? value : throwInvalidPayload('"channel" must be sms or mail.');
}

function parseCorrection(value: unknown): Correction {
  const { branch = null, changes = {}, note = null } = parseRow(value);
  const isBranch = branch === null || (typeof branch === "number" && Number.isSafeInteger(branch));
  if (!isBranch || !(note === null || typeof note === "string"))
    throwInvalidPayload("A correction has a branch or null, changes, and a note.");
  return { branch, changes: parseRow(changes), note: note?.trim() || null };
}
