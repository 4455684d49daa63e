// §5 §6 Account: changes a customer's own phone number after verifying a code sent to it.
import { isCustomer } from "#domain/access/roles.ts";
import type { accountActions } from "#domain/accounts/actions.ts";
import { createAttemptLimit } from "#domain/accounts/attempt-limits.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import { attachPhone } from "#server/auth/verified-phone.ts";
import { type AppServices, runInTransaction } from "#server/context.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { loadUser } from "#server/auth/as-user.ts";
import { assertPassword, getResetPagePath } from "#server/auth/new-password.ts";
import type { OtpBinding } from "#server/auth/otp/otp-binding.ts";
import { normaliseAddress, verifyOtp, sendOtp } from "#server/auth/otp/otp.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import type { AccountContext } from "#server/features/accounts/own-account.ts";
import { addHomeTypes } from "#server/features/accounts/homes.ts";
import { assertRecentLogIn } from "#server/features/accounts/recent-log-in.ts";
import { queueMail } from "#server/messaging/outbox.ts";

/** Changes one account may request before it is limited; messages per phone and per address are limited separately. */
const phoneChangeLimit = createAttemptLimit(5);
const purpose = "verification";

type SentCode = ContractResult<(typeof accountActions)["requestPhoneChange"]>;

/** Throws FORBIDDEN for vendor users, whose phone number is managed by the vendor. */
function assertCustomer({ session: { actor } }: AccountContext): void {
  if (!isCustomer(actor)) throwApiError("FORBIDDEN");
}

/**
 * Sends the code. Responds the same for every phone number: only after its verification is it disclosed that another
 * account has it.
 */
export async function requestPhoneChange({
  phone,
  password,
  ...context
}: AccountContext & { phone: string; password: unknown }): Promise<SentCode> {
  assertCustomer(context);
  const { services, session, origin, userId } = context;
  const to = normaliseAddress({ channel: "sms", address: phone });
  const [account] = await services.sql<{ hasPassword: boolean; phone: string | null }[]>`
    select password is not null as "hasPassword", case when phone_verified_at is not null then contact_number end as phone
    from users where id = ${userId}`;
  if (account!.hasPassword) await assertPassword({ services, userId, password });
  else await assertRecentLogIn({ services, userId, family: session.family, field: "phone_number" });
  if (account!.phone === to) throwApiError("NO_CHANGES");
  const keys = [{ key: `own-phone:${userId}`, limit: phoneChangeLimit }];
  await services.throttle.count({ keys, now: services.clock() });
  const { binding, resendAt } = await sendOtp({ services, branch: null, origin, channel: "sms", to, purpose });
  const payload = { binding, extra: { account: userId } };
  const values = services.tokens.issue({ kind: tokenKinds.otp[purpose], payload });
  return { values, phone_end: to.slice(-4), resend_at: resendAt };
}

/** Sends another code to the number of `values`. NO_OTP and the errors of `sendOtp`. */
export async function resendPhoneCode({
  values,
  ...context
}: AccountContext & { values: unknown }): Promise<{ resend_at: Date }> {
  assertCustomer(context);
  const { services, origin, userId } = context;
  const { recipient: to, ...binding } = verifyOwnBinding({ services, values, userId });
  const { resendAt } = await sendOtp({ services, branch: null, origin, to, ...binding });
  return { resend_at: resendAt };
}

/** Returns the binding of a code of this account; NO_OTP if it was sent for another account or purpose. */
function verifyOwnBinding({
  services,
  values,
  userId,
}: {
  services: AppServices;
  values: unknown;
  userId: string;
}): OtpBinding {
  const { binding, extra } = services.tokens.verify({ kind: tokenKinds.otp[purpose], token: values });
  return extra["account"] === userId ? binding : throwApiError("NO_OTP");
}

/** Sets the verified number and notifies the account's e-mail. USER_PHONE_EXIST and the errors of `verifyOtp`. */
export async function confirmPhoneChange({
  values,
  otp,
  ...context
}: AccountContext & { values: unknown; otp: string }): Promise<{ contact_number: string }> {
  assertCustomer(context);
  const { services, origin, userId } = context;
  const binding = verifyOwnBinding({ services, values, userId });
  await verifyOtp({ services, origin, binding, otp });
  const phone = binding.recipient;
  const work = async (ctx: WriteContext) => {
    await attachPhone({ ctx, id: userId, phone });
    await addHomeTypes({ ctx, id: userId, phone });
    const { first_name: name, email, role, default_branch: branch } = (await loadUser({ tx: ctx.tx, userId }))!;
    const messageValues = { name, phone_end: phone.slice(-4), reset_page: getResetPagePath({ services, role }) };
    await queueMail({ ctx, branch, to: email, template: "phone-changed", values: messageValues });
  };
  await runInTransaction({ ...context, work });
  return { contact_number: phone };
}
