// §7 /users/me/tfa: generates, enables and disables two-factor log-in, and lets an admin reset it for a user who lost
// phone and recovery codes.
import type { FastifyInstance } from "fastify";
import { Users } from "#domain/people/users.collection.ts";
import { canManageUser } from "#domain/people/invitation.ts";
import { findRole } from "#domain/access/roles.ts";
import type { FilledText } from "#domain/text/filled-text.ts";
import { describeWrongSecondFactor } from "#domain/accounts/code-attempts.ts";
import { twoFactorLimit } from "#domain/accounts/attempt-limits.ts";
import { buildOtpauthUrl, verifyTotp } from "#server/auth/totp.ts";
import { type AppServices, runInTransaction } from "#server/context.ts";
import { parseKey, parseRow } from "#server/items/rest/request-bodies.ts";
import { throwApiError, throwInvalidPayload } from "#server/items/api-error.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { updateItem } from "#server/items/write/write.ts";
import type { ActionContext } from "#server/http/action-request.ts";
import { getRequestOrigin } from "#server/request.ts";
import { isEqualConstantTime } from "#server/auth/code-attempts.ts";
import { loadUser } from "#server/auth/as-user.ts";
import { assertPassword } from "#server/auth/new-password.ts";
import { queueMail } from "#server/messaging/outbox.ts";
import { requireUser } from "#server/auth/require-user.ts";
import {
  disableTwoFactor,
  enableTwoFactor,
  findPendingSecret,
  renewRecoveryCodes,
  startTwoFactorSetup,
  consumeTwoFactorCode,
} from "#server/auth/two-factor.ts";

async function isTwoFactorEnabled({ ctx, userId }: { ctx: WriteContext; userId: string }): Promise<boolean> {
  const found = await ctx.tx`select 1 from second_factors where "user" = ${userId}`;
  return found.length > 0;
}

/** Sets the masked flag in the user's row, so that the change is recorded in the activity log. */
function setTwoFactorFlag({ ctx, userId, isOn }: { ctx: WriteContext; userId: string; isOn: boolean }): Promise<void> {
  const systemValues = { tfa_secret: isOn ? "on" : null };
  return updateItem({ ctx, collection: Users, id: userId, payload: {}, systemValues, bypassAccess: true });
}

function throwInvalidCode(
  text: string | FilledText = "*Incorrect code. Enter the code that your app shows now",
): never {
  throwApiError("INVALID_PAYLOAD", { field: "otp" }, text);
}

/** Throws INVALID_PAYLOAD for a wrong code, REQUESTS_EXCEEDED after too many. */
async function assertTwoFactorCode({
  services,
  userId,
  otp,
}: {
  services: AppServices;
  userId: string;
  otp: unknown;
}): Promise<void> {
  const keys = [{ key: `second-factor:${userId}`, limit: twoFactorLimit }];
  const now = services.clock();
  await services.throttle.count({ keys, now });
  const outcome =
    typeof otp === "string"
      ? await consumeTwoFactorCode({ services, userId, otp: otp.slice(0, 50), now })
      : ("invalid" as const);
  if (outcome !== "accepted") throwInvalidCode(describeWrongSecondFactor(outcome));
  await services.throttle.reset(keys, { isAll: true });
}

export function twoFactorRoutes(app: FastifyInstance, services: AppServices): void {
  app.post("/users/me/tfa/generate", async (request, reply) => {
    const { session, id } = await requireUser({ services, request });
    await assertPassword({ services, userId: id, password: parseRow(request.body)["password"] });
    const [row] = await services.sql<{ email: string; isOn: boolean }[]>`
      select email, tfa_secret is not null as "isOn" from users where id = ${id}`;
    if (row!.isOn) throwInvalidPayload("Two-factor log-in is on already.");
    const secret = await startTwoFactorSetup({ services, userId: id, family: session.family! });
    const data = { secret, otpauth_url: buildOtpauthUrl({ secret, email: row!.email }) };
    return reply.send({ data });
  });

  app.post("/users/me/tfa/enable", async (request, reply) => {
    const { session, id } = await requireUser({ services, request });
    const { secret, otp } = parseRow(request.body);
    if (typeof secret !== "string" || typeof otp !== "string") throwInvalidPayload("Send secret and otp.");
    // The secret in the request must be the one generated for this session.
    const pending = await findPendingSecret({ services, userId: id, family: session.family! });
    if (pending === undefined || !isEqualConstantTime(pending, secret))
      throwInvalidPayload("This secret was not generated in this session. Start again with your password.");
    const step = verifyTotp({ secret: pending, otp: otp.replaceAll(/\s/g, ""), now: services.clock() });
    if (step === undefined) throwInvalidCode();
    const codes = await runInTransaction({
      services,
      session,
      origin: getRequestOrigin(request),
      work: async (ctx) => {
        await ctx.tx`select 1 from users where id = ${id} for update`;
        if (await isTwoFactorEnabled({ ctx, userId: id })) throwInvalidPayload("Two-factor log-in is on already.");
        await setTwoFactorFlag({ ctx, userId: id, isOn: true });
        return enableTwoFactor({ services, tx: ctx.tx, userId: id, secret: pending, step });
      },
    });
    return reply.send({ data: { recovery_codes: codes } });
  });

  app.post("/users/me/tfa/disable", async (request, reply) => {
    const { session, id } = await requireUser({ services, request });
    await assertTwoFactorCode({ services, userId: id, otp: parseRow(request.body)["otp"] });
    const work = async (ctx: WriteContext) => {
      await setTwoFactorFlag({ ctx, userId: id, isOn: false });
      await disableTwoFactor({ tx: ctx.tx, userId: id });
    };
    await runInTransaction({ services, session, origin: getRequestOrigin(request), work });
    return reply.code(204).send();
  });

  app.post("/users/me/tfa/recovery-codes", async (request, reply) => {
    const { session, id } = await requireUser({ services, request });
    await assertTwoFactorCode({ services, userId: id, otp: parseRow(request.body)["otp"] });
    const work = (ctx: WriteContext) => renewRecoveryCodes({ services, tx: ctx.tx, userId: id });
    const codes = await runInTransaction({ services, session, origin: getRequestOrigin(request), work });
    return reply.send({ data: { recovery_codes: codes } });
  });
}

/** Disables another user's two-factor log-in, who has lost phone and recovery codes. FORBIDDEN, NO_CHANGES. */
export async function resetTwoFactor({ targetId, ...context }: ActionContext & { targetId: string }): Promise<void> {
  const id = String(parseKey({ collection: Users, id: targetId }));
  const work = async (ctx: WriteContext) => {
    const [target] = await ctx.tx<{ role: string; company: number | null }[]>`
      select role, default_company as company from users where id = ${id} and integration is null`;
    const { actor } = ctx;
    if (!target || actor.id === id || !canManageUser({ actor, role: findRole(target.role), company: target.company }))
      throwApiError("FORBIDDEN");
    if (!(await isTwoFactorEnabled({ ctx, userId: id }))) throwApiError("NO_CHANGES");
    await setTwoFactorFlag({ ctx, userId: id, isOn: false });
    await disableTwoFactor({ tx: ctx.tx, userId: id });
    const { first_name: name, email, default_branch: branch } = (await loadUser({ tx: ctx.tx, userId: id }))!;
    const values = { name, admin: actor.name ?? "Your admin" };
    await queueMail({ ctx, branch, to: email, template: "second-factor-reset", values });
  };
  await runInTransaction({ ...context, work });
}
