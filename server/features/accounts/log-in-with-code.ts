// §4 §6: log-in of a customer with a code sent to the phone.
import type { customerActions } from "#domain/accounts/actions.ts";
import { type CustomerPage, customerPages, isCustomerOfPage, isCustomerPage } from "#domain/accounts/customer-type.ts";
import { anonymous } from "#domain/access/roles.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { findPhoneAccount, lockPhone, markPhoneVerified } from "#server/auth/verified-phone.ts";
import { createWriteContext } from "#server/context.ts";
import { runTransaction } from "#server/db/transaction.ts";
import type { PublicContext } from "#server/http/implement.ts";
import { throwApiError, throwInvalidPayload } from "#server/items/api-error.ts";
import { loadSession, type Session } from "#server/items/access/session.ts";
import { addHomeTypes } from "#server/features/accounts/homes.ts";
import { sendOtp, verifyOtp } from "#server/auth/otp/otp.ts";

type SentCode = ContractResult<(typeof customerActions)["sendCode"]>;

/**
 * Sends the code. Responds the same with and without an account. `values` is the sealed parameter of
 * /otp-authentication/{values}, so that no phone number appears in a URL. Throws the errors of `sendOtp`.
 */
export async function sendLogInCode({
  services,
  origin,
  phone,
  page,
}: PublicContext & { phone: string; page: CustomerPage }): Promise<SentCode> {
  assertPhoneLogIn(page);
  const recipient = { channel: "sms", to: phone, purpose: "login" } as const;
  const { binding, resendAt } = await sendOtp({ services, branch: null, origin, ...recipient });
  const values = services.tokens.issue({ kind: tokenKinds.otp.login, payload: { binding, extra: { page } } });
  return { values, phone_end: binding.recipient.slice(-4), resend_at: resendAt };
}

/** Sends another code to the recipient of `values`. NO_OTP and the errors of `sendOtp`. */
export async function resendLogInCode({
  services,
  origin,
  values,
}: PublicContext & { values: unknown }): Promise<{ resend_at: Date }> {
  const { binding } = services.tokens.verify({ kind: tokenKinds.otp.login, token: values });
  const { recipient: to, ...code } = binding;
  const { resendAt } = await sendOtp({ services, branch: null, origin, to, ...code });
  return { resend_at: resendAt };
}

function assertPhoneLogIn(page: CustomerPage): void {
  if (!customerPages[page].hasPhoneLogin) throwApiError("ADMIN_GOVERNMENT_PHONE_LOGIN");
}

/**
 * Returns the session of the account with this verified phone number, or a proof of the number for the registration.
 * Accounts with this number that never verified it are ignored. Throws NO_OTP and the errors of `verifyOtp`;
 * USER_INVALID_ENTITY, ADMIN_GOVERNMENT_PHONE_LOGIN and access errors of the account only after the code was verified.
 */
export async function logInWithCode({
  services,
  origin,
  values,
  otp,
  pageOfBody,
}: PublicContext & {
  values: unknown;
  otp: string;
  /** For `values` of /send-sms-otp, which contain no page. */
  pageOfBody: unknown;
}): Promise<{ session: Session } | { proof: string }> {
  const { binding, extra } = services.tokens.verify({ kind: tokenKinds.otp.login, token: values });
  const { page = pageOfBody } = extra;
  if (binding.channel !== "sms") throwApiError("NO_OTP");
  if (!isCustomerPage(page)) throwInvalidPayload("Send page.");
  assertPhoneLogIn(page);
  await verifyOtp({ services, origin, binding, otp });
  const phone = binding.recipient;
  const session = await findSessionByPhone({ services, origin, phone, page });
  if (!session) return { proof: await services.tokens.issue({ kind: tokenKinds.phoneProof, payload: phone }) };
  if (session.accessError) throwApiError(session.accessError);
  return { session };
}

function findSessionByPhone({
  services,
  origin,
  phone,
  page,
}: PublicContext & { phone: string; page: CustomerPage }): Promise<Session | undefined> {
  return runTransaction({
    sql: services.sql,
    work: async (tx) => {
      await lockPhone({ tx, phone });
      const account = await findPhoneAccount({ tx, phone });
      if (!account) return undefined;
      const ctx = createWriteContext({ services, tx, actor: anonymous, origin });
      // The code has proved the number, also for an account created at check-in.
      const customer = { ...account, ...(await addHomeTypes({ ctx, id: account.id, phone })) };
      if (!isCustomerOfPage({ customer, page })) throwApiError("USER_INVALID_ENTITY");
      // The phone is only one of the two factors this account requires.
      if (account.hasSecondFactor) throwApiError("ADMIN_GOVERNMENT_PHONE_LOGIN");
      if (!account.isVerified) await markPhoneVerified({ ctx, id: account.id });
      return (await loadSession({ sql: tx, userId: account.id })) ?? throwApiError("CUSTOMER_INVALID_CREDS");
    },
  });
}
