// §2 /partner-with-us, /company-register, /branch-register, /success-registration, /application-correction.
import type { FastifyInstance } from "fastify";
import { can } from "#domain/access/capabilities.ts";
import { onboardingActions } from "#domain/onboarding/actions.ts";
import type { AppServices } from "#server/context.ts";
import {
  checkVerificationCode,
  createAdminAccount,
  getBinding,
  sendVerificationCode,
  sendVerificationCodes,
} from "#server/features/onboarding/account.ts";
import { loadCurrentAgreement } from "#server/features/onboarding/agreement.ts";
import { assertBranchNameAvailable, assertCompanyNameAvailable } from "#server/features/onboarding/check-name.ts";
import { submitCorrections } from "#server/features/onboarding/submit-corrections.ts";
import { submitRegistration } from "#server/features/onboarding/register.ts";
import { readRegistrationStatus } from "#server/features/onboarding/registration-status.ts";
import { implement } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { Session } from "#server/items/access/session.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { findPlaceOfPinCode } from "#server/db/seed/postal-places.ts";
import { assertNoConflictingSession } from "#server/auth/conflicting-session.ts";
import { loadSetUpSession } from "#server/auth/gating/set-up-session.ts";
import { readOtpDelivery } from "#server/auth/otp/otp.ts";
import { startSession } from "#server/auth/token-reply.ts";

/** Actions without an account, or before its log-in is possible. */
const accountImplementations = [
  implement(onboardingActions.sendCodes, async ({ body, ...context }, { request }) => {
    await assertNoConflictingSession({ services: context.services, request, page: "partner" });
    return { values: await sendVerificationCodes({ ...context, body }) };
  }),
  implement(onboardingActions.resendCode, async ({ body: { values, channel }, ...context }) => {
    const applicant = context.services.tokens.verify({ kind: tokenKinds.applicant, token: values });
    const { resendAt } = await sendVerificationCode({ ...context, applicant, channel });
    return { resend_at: resendAt };
  }),
  implement(onboardingActions.readCodeDelivery, async ({ body: { values, channel }, services }) => {
    const applicant = services.tokens.verify({ kind: tokenKinds.applicant, token: values });
    return { status: await readOtpDelivery({ services, binding: getBinding({ applicant, channel }) }) };
  }),
  implement(onboardingActions.checkCode, async ({ body: { values, channel, otp }, ...context }) => {
    const applicant = context.services.tokens.verify({ kind: tokenKinds.applicant, token: values });
    return { proof: await checkVerificationCode({ ...context, otp, applicant, channel }) };
  }),
  implement(onboardingActions.createAccount, async ({ body, services, origin }, { request, reply }) => {
    const { mode, ...account } = body;
    await assertNoConflictingSession({ services, request, page: "partner" });
    const session = await createAdminAccount({ services, origin, body: account });
    return startSession({ services, request, reply, mode: mode ?? "json", session });
  }),
  implement(onboardingActions.startSetUp, async ({ body: { set_up: token, mode }, services }, { request, reply }) => {
    await assertNoConflictingSession({ services, request, page: "partner" });
    const session = await loadSetUpSession({ services, token });
    return startSession({ services, request, reply, mode: mode ?? "cookie", session, isSetUp: session.maySetUp });
  }),
  implement(onboardingActions.readStatus, ({ services, body }) =>
    readRegistrationStatus({ services, token: body.application }),
  ),
];

/** Throws FORBIDDEN for users who may not register companies. */
function assertMayRegister({ actor }: Session): void {
  if (!can(actor, "registration.submit")) throwApiError("FORBIDDEN");
}

const implementations = [
  ...accountImplementations,
  implement(onboardingActions.readAgreement, async ({ services, session }) => {
    assertMayRegister(session);
    const { text, version } = await loadCurrentAgreement(services.sql);
    return { text, version };
  }),
  implement(onboardingActions.readStateOfPinCode, async ({ services, query }) => {
    const place = await findPlaceOfPinCode({ sql: services.sql, pincode: query.pincode ?? "" });
    return { state: place?.state ?? null };
  }),
  implement(onboardingActions.checkName, async ({ services, session, body }) => {
    assertMayRegister(session);
    const { company_name: company, branch_name: branch } = body;
    if (typeof company === "string") await assertCompanyNameAvailable({ sql: services.sql, name: company });
    if (typeof branch === "string")
      await assertBranchNameAvailable({ services, company: session.actor.company, name: branch });
  }),
  implement(onboardingActions.register, async ({ body: { registration_type: type, form }, ...context }) => {
    assertMayRegister(context.session);
    return submitRegistration({ ...context, type, form: form ?? {} });
  }),
  implement(onboardingActions.correct, async ({ body: { corrections }, ...context }) => {
    assertMayRegister(context.session);
    return submitCorrections({ ...context, corrections });
  }),
];

export function onboardingRoutes(app: FastifyInstance, services: AppServices): void {
  for (const mount of implementations) mount(app, services);
}
