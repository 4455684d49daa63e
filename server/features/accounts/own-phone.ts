// §5 §6 Account: changes a customer's own phone number after verifying a code sent to it.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isCustomer } from "#domain/access/roles.ts";
import { createAttemptLimit } from "#domain/accounts/attempt-limits.ts";
import { attachPhone } from "#server/auth/verified-phone.ts";
import { type AppServices, runInTransaction } from "#server/context.ts";
import { parseRow } from "#server/items/rest/request-bodies.ts";
import { throwApiError, throwInvalidPayload } from "#server/items/api-error.ts";
import type { Session } from "#server/items/access/session.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { getRequestOrigin } from "#server/request.ts";
import { loadUser } from "#server/auth/as-user.ts";
import { assertPassword, getResetPagePath } from "#server/auth/new-password.ts";
import type { OtpBinding } from "#server/auth/otp/otp-binding.ts";
import { normaliseAddress, verifyOtp, sendOtp } from "#server/auth/otp/otp.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { queueMail } from "#server/messaging/outbox.ts";
import { requireUser } from "#server/auth/require-user.ts";

/** Changes one account may request before it is limited; messages per phone and per address are limited separately. */
const phoneChangeLimit = createAttemptLimit(5);
const recentLogInMs = 15 * 60_000;
const purpose = "verification";

interface PhoneChangeRequester {
  session: Session;
  id: string;
}

/** Returns the requesting customer. FORBIDDEN for vendor users, whose phone number is managed by the vendor. */
async function requireCustomer({
  services,
  request,
}: {
  services: AppServices;
  request: FastifyRequest;
}): Promise<PhoneChangeRequester> {
  const requester = await requireUser({ services, request });
  return isCustomer(requester.session.actor) ? requester : throwApiError("FORBIDDEN");
}

/**
 * Sends the code. Responds the same for every phone number: only after its verification is it disclosed that another
 * account has it.
 */
async function requestPhoneChange({ services, request }: { services: AppServices; request: FastifyRequest }) {
  const { session, id } = await requireCustomer({ services, request });
  const { phone, password } = parseRow(request.body);
  if (typeof phone !== "string") throwInvalidPayload("Send phone.");
  const to = normaliseAddress({ channel: "sms", address: phone });
  const [account] = await services.sql<{ hasPassword: boolean; phone: string | null }[]>`
    select password is not null as "hasPassword", case when phone_verified_at is not null then contact_number end as phone
    from users where id = ${id}`;
  if (account!.hasPassword) await assertPassword({ services, userId: id, password });
  else await assertRecentLogIn({ services, id, family: session.family });
  if (account!.phone === to) throwApiError("NO_CHANGES");
  await services.throttle.count({ keys: [{ key: `own-phone:${id}`, limit: phoneChangeLimit }], now: services.clock() });
  const { binding, resendAt } = await sendOtp({
    services,
    branch: null,
    origin: getRequestOrigin(request),
    channel: "sms",
    to,
    purpose,
  });
  const payload = { binding, extra: { account: id } };
  const values = services.tokens.issue({ kind: tokenKinds.otp[purpose], payload });
  return { values, phone_end: to.slice(-4), resend_at: resendAt };
}

/**
 * An account without a password is authenticated by its phone, so a recent log-in by code is required.
 * INVALID_CREDENTIALS.
 */
async function assertRecentLogIn({
  services,
  id,
  family,
}: {
  services: AppServices;
  id: string;
  family: string | null;
}) {
  const earliestLogInAt = new Date(services.clock().getTime() - recentLogInMs);
  const found = await services.sql`
    select 1 from sessions where "user" = ${id} and family = ${family} and coalesce(opened_at, created_at) > ${earliestLogInAt} limit 1`;
  const errorText = "*Log out and log in again with a code, then change the number within 15 minutes";
  if (found.length === 0) throwApiError("INVALID_CREDENTIALS", { field: "phone_number" }, errorText);
}

/** Returns the binding of a code of this account; NO_OTP if it was sent for another account or purpose. */
function verifyOwnBinding({
  services,
  values,
  id,
}: {
  services: AppServices;
  values: unknown;
  id: string;
}): OtpBinding {
  const { binding, extra } = services.tokens.verify({ kind: tokenKinds.otp[purpose], token: values });
  return extra["account"] === id ? binding : throwApiError("NO_OTP");
}

/** Sets the verified number and notifies the account's e-mail. USER_PHONE_EXIST and the errors of `verifyOtp`. */
async function confirmPhoneChange({ services, request }: { services: AppServices; request: FastifyRequest }) {
  const { session, id } = await requireCustomer({ services, request });
  const { values, otp } = parseRow(request.body);
  if (typeof otp !== "string") throwInvalidPayload("Send values and otp.");
  const origin = getRequestOrigin(request);
  const binding = verifyOwnBinding({ services, values, id });
  await verifyOtp({ services, origin, binding, otp });
  const phone = binding.recipient;
  const work = async (ctx: WriteContext) => {
    await attachPhone({ ctx, id, phone });
    const { first_name: name, email, role, default_branch: branch } = (await loadUser({ tx: ctx.tx, userId: id }))!;
    const messageValues = { name, phone_end: phone.slice(-4), reset_page: getResetPagePath({ services, role }) };
    await queueMail({ ctx, branch, to: email, template: "phone-changed", values: messageValues });
  };
  await runInTransaction({ services, session, origin, work });
  return { contact_number: phone };
}

export function ownPhoneRoutes(app: FastifyInstance, services: AppServices): void {
  app.post("/actions/account/phone", async (request, reply) =>
    reply.send({ data: await requestPhoneChange({ services, request }) }),
  );

  app.post("/actions/account/phone/send-again", async (request, reply) => {
    const { id } = await requireCustomer({ services, request });
    const { recipient, ...bindingOptions } = verifyOwnBinding({
      services,
      values: parseRow(request.body)["values"],
      id,
    });
    const sent = await sendOtp({
      services,
      branch: null,
      origin: getRequestOrigin(request),
      to: recipient,
      ...bindingOptions,
    });
    return reply.send({ data: { resend_at: sent.resendAt } });
  });

  app.post("/actions/account/phone/confirm", async (request, reply) =>
    reply.send({ data: await confirmPhoneChange({ services, request }) }),
  );
}
