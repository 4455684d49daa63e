// §2 §8 Account: the user's own password, e-mail and sessions.
import { Users } from "#domain/people/users.collection.ts";
import { roles } from "#domain/access/roles.ts";
import { pinRoleIds } from "#domain/devices/pin-log-in.ts";
import { requiredMessage } from "#domain/schema/fields.ts";
import type { Language } from "#domain/people/languages.ts";
import { isWithoutEmail } from "#domain/people/phone-log-in.ts";
import { isUuid } from "#domain/schema/stored-value.ts";
import { runInTransaction } from "#server/context.ts";
import { throwApiError, throwInvalidPayload } from "#server/items/api-error.ts";
import type { ActionContext } from "#server/http/action-request.ts";
import { loadSession, type Session } from "#server/items/access/session.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { updateItem } from "#server/items/write/write.ts";
import { loadUser } from "#server/auth/as-user.ts";
import { invalidateLinks } from "#server/auth/links.ts";
import { assertPassword, setPassword } from "#server/auth/new-password.ts";
import { resetWrongPins } from "#server/auth/devices/pin-attempts.ts";
import { countRecoveryCodes } from "#server/auth/two-factor.ts";
import { endSessionsAndNotify, listOpenSessions } from "#server/auth/sessions.ts";
import { normaliseNewEmail, startEmailChange } from "#server/auth/email/email-change.ts";
import { assertRecentLogIn } from "#server/features/accounts/recent-log-in.ts";

/** Context of an action on the own account. */
export interface AccountContext extends ActionContext {
  userId: string;
}

/** Returns the account's security overview in addition to its open sessions. */
export async function readAccountSecurity({ services, session: { family }, userId }: AccountContext) {
  const now = services.clock();
  const [account] = await services.sql<
    { isOn: boolean; pending: string | null; hasPassword: boolean; phone: string | null }[]
  >`
    select tfa_secret is not null as "isOn", temporary_email as pending, password is not null as "hasPassword",
      case when phone_verified_at is not null then contact_number end as phone
    from users where id = ${userId}`;
  const openSessions = await listOpenSessions({ sql: services.sql, userId, now });
  return {
    has_second_factor: account!.isOn,
    recovery_codes_left: account!.isOn ? await countRecoveryCodes({ services, userId }) : 0,
    pending_email: account!.pending,
    has_password: account!.hasPassword,
    verified_phone: account!.phone,
    sessions: openSessions.map((one) => ({ ...one, is_current: one.id === family })),
  };
}

/**
 * Requires the current password, so that an unlocked device is not sufficient. Ends all sessions; returns the user's
 * current rights, with which a new one is started. INVALID_CREDENTIALS, REQUESTS_EXCEEDED.
 */
export async function changePassword({
  currentPassword,
  password,
  ...context
}: AccountContext & { currentPassword: unknown; password: unknown }): Promise<Session> {
  const { services, userId } = context;
  await assertPassword({ services, userId, password: currentPassword, field: "current_password" });
  const work = async (ctx: WriteContext) =>
    setPassword({ services, ctx, password, user: (await loadUser({ tx: ctx.tx, userId }))! });
  await runInTransaction({ ...context, work });
  return (await loadSession({ sql: services.sql, userId }))!;
}

/**
 * Sets the PIN for shared devices, with which only staff switch; wrong PINs are forgotten. FORBIDDEN, STAFF_PIN_EXIST,
 * FAILED_VALIDATION and the errors of `assertPassword`.
 */
export async function setPin({
  pin,
  password,
  ...context
}: AccountContext & { pin: unknown; password: unknown }): Promise<void> {
  const { services, session, userId } = context;
  if (!pinRoleIds.includes(roles[session.actor.role].id)) throwApiError("FORBIDDEN");
  await assertPassword({ services, userId, password });
  const field = Users.fields["pin_number"]!;
  if (typeof pin !== "string" || pin === "")
    throwApiError(
      "FAILED_VALIDATION",
      { field: "pin_number", path: ["pin_number"] },
      requiredMessage("pin_number", field),
    );
  const work = async (ctx: WriteContext) => {
    await updateItem({ ctx, collection: Users, id: userId, payload: { pin_number: pin }, bypassAccess: true });
    await resetWrongPins({ sql: ctx.tx, userId });
  };
  await runInTransaction({ ...context, work });
}

/**
 * Mails a link to the new address; the old one stays valid until the link is opened. Staff without an email have no
 * password, but need a recent log-in. EMAIL_SAME_AS_OLD, EMAIL_IN_USE, FAILED_VALIDATION, INVALID_CREDENTIALS and the
 * errors of `assertPassword`.
 */
export async function requestEmailChange({
  email,
  password,
  ...context
}: AccountContext & { email: unknown; password: unknown }): Promise<void> {
  const { services, session, userId } = context;
  const normalised = normaliseNewEmail(email);
  const [account] = await services.sql<{ hasPassword: boolean; email: string; role: string }[]>`
    select password is not null as "hasPassword", email, role from users where id = ${userId}`;
  if (account!.hasPassword || !isWithoutEmail(account!)) await assertPassword({ services, userId, password });
  else await assertRecentLogIn({ services, userId, family: session.family, field: "email" });
  const work = (ctx: WriteContext) => startEmailChange({ services, ctx, userId, email: normalised });
  await runInTransaction({ ...context, work });
}

export async function cancelEmailChange({ userId, ...context }: AccountContext): Promise<void> {
  const systemValues = { temporary_email: null };
  const work = async (ctx: WriteContext) => {
    await invalidateLinks({ tx: ctx.tx, purpose: "email-change", userId, now: ctx.now });
    await updateItem({ ctx, collection: Users, id: userId, payload: {}, systemValues, bypassAccess: true });
  };
  await runInTransaction({ ...context, work });
}

export async function setLanguage({ language, userId, ...context }: AccountContext & { language: Language }) {
  const work = (ctx: WriteContext) =>
    updateItem({
      ctx,
      collection: Users,
      id: userId,
      payload: {},
      systemValues: { language },
      bypassAccess: true,
    });
  await runInTransaction({ ...context, work });
}

/** Ends one of the user's sessions. FORBIDDEN for another user's, like a missing one. */
export async function endOwnSession({ id, ...context }: AccountContext & { id: string }): Promise<void> {
  if (!isUuid(id) || (await endSessionsAndNotify({ context, only: id })) === 0) throwApiError("FORBIDDEN");
}

/** INVALID_PAYLOAD without a session of a log-in. */
export async function endOtherSessions(context: AccountContext): Promise<void> {
  const { family } = context.session;
  if (family === null) throwInvalidPayload("The request has no session.");
  await endSessionsAndNotify({ context, except: family });
}

/** Ends all sessions, including the current one. */
export async function endAllSessions(context: AccountContext): Promise<void> {
  await endSessionsAndNotify({ context });
}
