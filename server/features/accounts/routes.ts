// §2 §6: actions of the own account, of links in emails, and of customers who register or log in with a code. The log-in
// with a password has the CMS's route (session-routes.ts).
import type { FastifyInstance } from "fastify";
import { accountActions, customerActions } from "#domain/accounts/actions.ts";
import { staffLogInActions } from "#domain/accounts/staff-log-in.ts";
import { ownDataActions } from "#domain/privacy/own-data-actions.ts";
import { assertNoConflictingSession } from "#server/auth/conflicting-session.ts";
import { readOtpDelivery } from "#server/auth/otp/otp.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { clearCookies, startSession } from "#server/auth/token-reply.ts";
import type { AppServices } from "#server/context.ts";
import { completeRegistration } from "#server/features/accounts/complete-registration.ts";
import { confirmEmail, resendVerification, verifyEmail } from "#server/features/accounts/emails.ts";
import { checkResetLink } from "#server/features/accounts/password.ts";
import { logInWithCode, resendLogInCode, sendLogInCode } from "#server/features/accounts/log-in-with-code.ts";
import {
  cancelEmailChange,
  changePassword,
  endAllSessions,
  endOtherSessions,
  endOwnSession,
  readAccountSecurity,
  requestEmailChange,
  setLanguage,
  setPin,
} from "#server/features/accounts/own-account.ts";
import { eraseOwnData, exportOwnData } from "#server/features/accounts/own-data.ts";
import { confirmPhoneChange, requestPhoneChange, resendPhoneCode } from "#server/features/accounts/own-phone.ts";
import { registerCustomer } from "#server/features/accounts/register.ts";
import { logInWithCard, logInWithStaffCode, sendStaffCode } from "#server/features/accounts/staff-log-in.ts";
import { resetTwoFactor } from "#server/features/accounts/two-factor.ts";
import { implement } from "#server/http/implement.ts";
import type { CancelBookings } from "#server/privacy/start-request.ts";
import type { FileStore } from "#server/storage/file-store.ts";

const implementations = [
  implement(accountActions.readSecurity, readAccountSecurity),
  implement(accountActions.changePassword, async ({ body, ...context }, exchange) => {
    const { current_password: currentPassword, mode } = body;
    const session = await changePassword({ ...context, currentPassword, password: body["password"] });
    return startSession({ services: context.services, ...exchange, mode: mode ?? "cookie", session });
  }),
  implement(accountActions.completeRegistration, async ({ body, ...context }, exchange) => {
    const session = await completeRegistration({ ...context, body });
    return startSession({ services: context.services, ...exchange, mode: body.mode ?? "cookie", session });
  }),
  implement(accountActions.setPin, ({ body, ...context }) =>
    setPin({ ...context, pin: body["pin_number"], password: body.password }),
  ),
  implement(accountActions.setLanguage, ({ body: { language }, ...context }) => setLanguage({ ...context, language })),
  implement(accountActions.requestEmailChange, ({ body, ...context }) =>
    requestEmailChange({ ...context, email: body["email"], password: body.password }),
  ),
  implement(accountActions.cancelEmailChange, cancelEmailChange),
  implement(accountActions.requestPhoneChange, ({ body: { phone, password }, ...context }) =>
    requestPhoneChange({ ...context, phone, password }),
  ),
  implement(accountActions.resendPhoneCode, ({ body: { values }, ...context }) =>
    resendPhoneCode({ ...context, values }),
  ),
  implement(accountActions.confirmPhoneChange, ({ body: { values, otp }, ...context }) =>
    confirmPhoneChange({ ...context, values, otp }),
  ),
  implement(accountActions.endSession, async ({ session_id: id, ...context }, exchange) => {
    await endOwnSession({ ...context, id });
    if (id === context.session.family) clearCookies({ services: context.services, ...exchange });
  }),
  implement(accountActions.endOtherSessions, endOtherSessions),
  implement(accountActions.endAllSessions, async (call, exchange) => {
    await endAllSessions(call);
    clearCookies({ services: call.services, ...exchange });
  }),
  implement(accountActions.resetTwoFactor, ({ user_id: targetId, ...context }) =>
    resetTwoFactor({ ...context, targetId }),
  ),
  implement(accountActions.verifyEmail, ({ body: { token }, ...context }) => verifyEmail({ ...context, token })),
  implement(accountActions.confirmEmailChange, ({ body: { token }, ...context }) =>
    confirmEmail({ ...context, token }),
  ),
  implement(accountActions.checkResetLink, ({ body: { token }, services }) => checkResetLink({ services, token })),
  implement(accountActions.resendVerification, ({ body: { email }, ...context }) =>
    resendVerification({ ...context, email }),
  ),
  implement(customerActions.sendCode, async ({ body: { phone, page }, ...context }, { request }) => {
    await assertNoConflictingSession({ services: context.services, request, page: "customer" });
    return sendLogInCode({ ...context, phone, page });
  }),
  implement(customerActions.resendCode, ({ body: { values }, ...context }) => resendLogInCode({ ...context, values })),
  implement(customerActions.readCodeDelivery, async ({ body: { values }, services }) => {
    const { binding } = services.tokens.verify({ kind: tokenKinds.otp.login, token: values });
    return { status: await readOtpDelivery({ services, binding }) };
  }),
  implement(customerActions.logInWithCode, async ({ body, ...context }, { request, reply }) => {
    const { services } = context;
    const { values, otp, page: pageOfBody, mode } = body;
    await assertNoConflictingSession({ services, request, page: "customer" });
    const result = await logInWithCode({ ...context, values, otp, pageOfBody });
    if ("proof" in result) return result;
    return startSession({ services, request, reply, mode: mode ?? "json", session: result.session });
  }),
  implement(customerActions.register, async (call, { request, reply }) => {
    const { services, body } = call;
    await assertNoConflictingSession({ services, request, page: "customer" });
    const session = await registerCustomer(call);
    return startSession({ services, request, reply, mode: body.mode ?? "json", session });
  }),
  implement(staffLogInActions.sendCode, async ({ body: { phone, values }, ...context }, { request }) => {
    await assertNoConflictingSession({ services: context.services, request, page: "partner" });
    return sendStaffCode({ ...context, phone, values });
  }),
  implement(staffLogInActions.readCodeDelivery, async ({ body: { values }, services }) => {
    const { binding } = services.tokens.verify({ kind: tokenKinds.otp.staff, token: values });
    return { status: await readOtpDelivery({ services, binding }) };
  }),
  implement(staffLogInActions.logInWithCode, async ({ body, ...context }, { request, reply }) => {
    const { services } = context;
    const { values, otp, mode } = body;
    await assertNoConflictingSession({ services, request, page: "partner" });
    const session = await logInWithStaffCode({ ...context, values, otp });
    return startSession({ services, request, reply, mode: mode ?? "cookie", session });
  }),
  implement(staffLogInActions.logInWithCard, async ({ body, ...context }, { request, reply }) => {
    const { services } = context;
    const { card, pin, mode } = body;
    await assertNoConflictingSession({ services, request, page: "partner" });
    const session = await logInWithCard({ ...context, card, pin });
    return startSession({ services, request, reply, mode: mode ?? "cookie", session, withPin: true });
  }),
];

export function accountRoutes(
  app: FastifyInstance,
  { services, store, cancelBookings }: { services: AppServices; store: FileStore; cancelBookings: CancelBookings },
): void {
  const eraseData = implement(ownDataActions.eraseData, async ({ body: { password }, ...context }, exchange) => {
    await eraseOwnData({ ...context, password, cancelBookings });
    clearCookies({ services: context.services, ...exchange });
  });
  const exportData = implement(ownDataActions.exportData, ({ body: { password }, ...context }, { reply }) =>
    exportOwnData({ ...context, password, store, reply }),
  );
  for (const mount of [...implementations, exportData, eraseData]) mount(app, services);
}
