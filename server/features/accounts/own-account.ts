// §2 §8 Account: the user's own password, e-mail and sessions.
import { getPathParam } from "#server/http/request-values.ts";
import type { FastifyInstance } from "fastify";
import { Users } from "#domain/people/users.collection.ts";
import { checkField } from "#domain/schema/fields.ts";
import { isPlaceholderEmail } from "#domain/accounts/customer.ts";
import { isUuid } from "#domain/schema/stored-value.ts";
import { type AppServices, runInTransaction } from "#server/context.ts";
import { parseRow } from "#server/items/rest/request-bodies.ts";
import { throwApiError, throwInvalidPayload } from "#server/items/api-error.ts";
import { loadSession } from "#server/items/access/session.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { updateItem } from "#server/items/write/write.ts";
import { getRequestOrigin } from "#server/request.ts";
import { loadUser } from "#server/auth/as-user.ts";
import { invalidateLinks, issueMailLink } from "#server/auth/links.ts";
import { assertPassword, setPassword } from "#server/auth/new-password.ts";
import { queueMail } from "#server/messaging/outbox.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { countRecoveryCodes } from "#server/auth/two-factor.ts";
import { endSessions, listOpenSessions } from "#server/auth/sessions.ts";
import { clearCookies, parseAuthMode, startSession } from "#server/auth/token-reply.ts";

/** Returns the account's security overview in addition to its open sessions. */
async function readAccountSecurity({
  services,
  id,
  family,
}: {
  services: AppServices;
  id: string;
  family: string | null;
}) {
  const now = services.clock();
  const [account] = await services.sql<
    { isOn: boolean; pending: string | null; hasPassword: boolean; phone: string | null }[]
  >`
    select tfa_secret is not null as "isOn", temporary_email as pending, password is not null as "hasPassword",
      case when phone_verified_at is not null then contact_number end as phone
    from users where id = ${id}`;
  const openSessions = await listOpenSessions({ sql: services.sql, userId: id, now });
  return {
    has_second_factor: account!.isOn,
    recovery_codes_left: account!.isOn ? await countRecoveryCodes({ services, userId: id }) : 0,
    pending_email: account!.pending,
    has_password: account!.hasPassword,
    verified_phone: account!.phone,
    sessions: openSessions.map((session) => ({ ...session, is_current: session.id === family })),
  };
}

/**
 * Ends sessions and invalidates them on all servers: their next request gets TOKEN_EXPIRED. Returns the number of ended
 * sessions.
 */
async function endSessionsAndNotify({
  ctx,
  id,
  ...selection
}: {
  ctx: WriteContext;
  id: string;
  only?: string;
  except?: string | null;
}): Promise<number> {
  const [row] = await ctx.tx<{ version: number }[]>`
    select coalesce(session_version, 0) as version from users where id = ${id} for update`;
  const ended = await endSessions({ tx: ctx.tx, userId: id, now: ctx.now, ...selection });
  const systemValues = { session_version: row!.version + 1 };
  if (ended > 0) await updateItem({ ctx, collection: Users, id, payload: {}, systemValues, bypassAccess: true });
  return ended;
}

export function ownAccountRoutes(app: FastifyInstance, services: AppServices): void {
  app.get("/actions/account/security", async (request, reply) => {
    const { session, id } = await requireUser({ services, request });
    const data = await readAccountSecurity({ services, id, family: session.family });
    return reply.send({ data });
  });

  /**
   * Requires the old password, so that an unlocked device is not sufficient. Ends all sessions and starts a new one
   * here.
   */
  app.post("/actions/account/password", async (request, reply) => {
    const { session, id } = await requireUser({ services, request });
    const { current_password: currentPassword, password, mode } = parseRow(request.body);
    const authMode = parseAuthMode(mode, "cookie");
    await assertPassword({ services, userId: id, password: currentPassword, field: "current_password" });
    const work = async (ctx: WriteContext) =>
      setPassword({ services, ctx, password, user: (await loadUser({ tx: ctx.tx, userId: id }))! });
    await runInTransaction({ services, session, origin: getRequestOrigin(request), work });
    const reloaded = await loadSession({ sql: services.sql, userId: id });
    return startSession({ services, request, reply, mode: authMode, session: reloaded! });
  });

  app.post("/actions/account/email", async (request, reply) => {
    const { session, id } = await requireUser({ services, request });
    const { email: typed, password } = parseRow(request.body);
    const field = Users.fields["email"]!;
    const emailError = checkField({ name: "email", field, value: typed });
    if (emailError || isPlaceholderEmail(String(typed)))
      throwApiError("FAILED_VALIDATION", { field: "email", path: ["email"] }, emailError ?? "*Invalid email");
    const email = field.normalise!(String(typed));
    await assertPassword({ services, userId: id, password });
    await runInTransaction({
      services,
      session,
      origin: getRequestOrigin(request),
      work: (ctx) => requestEmailChange({ services, ctx, id, email }),
    });
    return reply.code(204).send();
  });

  app.post("/actions/account/email/cancel", async (request, reply) => {
    const { session, id } = await requireUser({ services, request });
    const systemValues = { temporary_email: null };
    const work = async (ctx: WriteContext) => {
      await invalidateLinks({ tx: ctx.tx, purpose: "email-change", userId: id, now: ctx.now });
      await updateItem({ ctx, collection: Users, id, payload: {}, systemValues, bypassAccess: true });
    };
    await runInTransaction({ services, session, origin: getRequestOrigin(request), work });
    return reply.code(204).send();
  });

  app.post("/actions/account/sessions/:id/end", async (request, reply) => {
    const { session, id } = await requireUser({ services, request });
    const only = getPathParam({ params: request.params, name: "id" });
    if (!isUuid(only)) throwApiError("FORBIDDEN");
    const work = (ctx: WriteContext) => endSessionsAndNotify({ ctx, id, only });
    // Another user's session is answered like a missing one.
    if ((await runInTransaction({ services, session, origin: getRequestOrigin(request), work })) === 0)
      throwApiError("FORBIDDEN");
    if (only === session.family) clearCookies({ services, request, reply });
    return reply.code(204).send();
  });

  app.post("/actions/account/sessions/end-others", async (request, reply) => {
    const { session, id } = await requireUser({ services, request });
    if (session.family === null) throwInvalidPayload("The request has no session.");
    const work = (ctx: WriteContext) => endSessionsAndNotify({ ctx, id, except: session.family });
    await runInTransaction({ services, session, origin: getRequestOrigin(request), work });
    return reply.code(204).send();
  });

  /** Ends all sessions, including the current one. */
  app.post("/actions/account/sessions/end-all", async (request, reply) => {
    const { session, id } = await requireUser({ services, request });
    const work = (ctx: WriteContext) => endSessionsAndNotify({ ctx, id });
    await runInTransaction({ services, session, origin: getRequestOrigin(request), work });
    clearCookies({ services, request, reply });
    return reply.code(204).send();
  });
}

/**
 * Mails a link to the new address; the old one stays valid until the link is opened. EMAIL_SAME_AS_OLD, EMAIL_IN_USE.
 */
async function requestEmailChange({
  services,
  ctx,
  id,
  email,
}: {
  services: AppServices;
  ctx: WriteContext;
  id: string;
  email: string;
}): Promise<void> {
  const person = (await loadUser({ tx: ctx.tx, userId: id }))!;
  if (person.email.toLowerCase() === email.toLowerCase()) throwApiError("EMAIL_SAME_AS_OLD", { field: "email" });
  const existing = await ctx.tx`select 1 from users where lower(email) = ${email.toLowerCase()}`;
  if (existing.length > 0) throwApiError("EMAIL_IN_USE", { field: "email" });
  const systemValues = { temporary_email: email };
  await updateItem({ ctx, collection: Users, id, payload: {}, systemValues, bypassAccess: true });
  const token = await issueMailLink({ services, tx: ctx.tx, purpose: "email-change", userId: id, email, now: ctx.now });
  const values = {
    name: person.first_name,
    confirm_link: `${services.config.publicUrl}/email-change-request?token=${token}`,
  };
  await queueMail({ ctx, branch: person.default_branch, to: email, template: "confirm-email", values });
}
