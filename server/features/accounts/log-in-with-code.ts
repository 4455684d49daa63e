// §4 §6: log-in of a customer with a code sent to the phone.
import { type CustomerPage, isCustomerOfPage } from "#domain/accounts/customer-type.ts";
import { anonymous } from "#domain/access/roles.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { findPhoneAccount, lockPhone, markPhoneVerified } from "#server/auth/verified-phone.ts";
import { type AppServices, type RequestOrigin, createWriteContext } from "#server/context.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { loadSession, type Session } from "#server/items/access/session.ts";
import type { OtpBinding } from "#server/auth/otp/otp-binding.ts";
import { verifyOtp } from "#server/auth/otp/otp.ts";

/**
 * Returns the session of the account with this verified phone number, or a proof of the number for the registration.
 * Accounts with this number that never verified it are ignored. Throws the errors of `verifyOtp`; USER_INVALID_ENTITY,
 * ADMIN_GOVERNMENT_PHONE_LOGIN and access errors of the account only after the code was verified.
 */
export async function logInWithCode({
  services,
  origin,
  binding,
  page,
  otp,
}: {
  services: AppServices;
  origin: RequestOrigin;
  binding: OtpBinding;
  page: CustomerPage;
  otp: string;
}): Promise<{ session: Session } | { proof: string }> {
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
}: {
  services: AppServices;
  origin: RequestOrigin;
  phone: string;
  page: CustomerPage;
}): Promise<Session | undefined> {
  return runTransaction({
    sql: services.sql,
    work: async (tx) => {
      await lockPhone({ tx, phone });
      const account = await findPhoneAccount({ tx, phone });
      if (!account) return undefined;
      if (!isCustomerOfPage({ customer: account, page })) throwApiError("USER_INVALID_ENTITY");
      // The phone is only one of the two factors this account requires.
      if (account.hasSecondFactor) throwApiError("ADMIN_GOVERNMENT_PHONE_LOGIN");
      if (!account.isVerified)
        await markPhoneVerified({
          ctx: createWriteContext({ services, tx, actor: anonymous, origin }),
          id: account.id,
        });
      return (await loadSession({ sql: tx, userId: account.id })) ?? throwApiError("CUSTOMER_INVALID_CREDS");
    },
  });
}
