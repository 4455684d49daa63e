// §4 §6: a customer's log-in by the code sent to their phone.
import { type CustomerFlag, type CustomerPage, isOfPage } from "#domain/rules/customer-kind.ts";
import { roles } from "#domain/roles.ts";
import type { House } from "#server/context.ts";
import { refuse } from "#server/items/refused.ts";
import { loadSession, type Session } from "#server/items/who.ts";
import { checkOtp } from "#server/services/otp.ts";

/** Long enough to fill in the registration. */
const proofMs = 30 * 60_000;
export const phoneProof = "phone-proof";

/**
 * The session of who has this phone, or a proof that it is theirs, for registering. Throws what `checkOtp` throws; only who has
 * proved the phone is told USER_INVALID_ENTITY, ADMIN_GOVERNMENT_PHONE_LOGIN or the code of a gate.
 */
export async function logInWithCode({
  house,
  phone,
  page,
  otp,
}: {
  house: House;
  phone: string;
  page: CustomerPage;
  otp: string;
}): Promise<{ session: Session } | { proof: string }> {
  await checkOtp({ house, channel: "sms", to: phone, purpose: "login", otp });
  const now = house.clock();
  const found = await house.sql<({ [flag in CustomerFlag]: boolean } & { id: string; has_second_factor: boolean })[]>`
    select id, tfa_secret is not null as has_second_factor,
      public_customer, residential_customer, govt_customer, school_college_university_customer
    from users where contact_number = ${phone} and role = ${roles.customer.id} order by password is null, date_created`;
  if (found.length === 0)
    return { proof: await house.tokens.signFor({ purpose: phoneProof, subject: phone, now, lifeMs: proofMs }) };
  const account = found.find((customer) => isOfPage({ customer, page }));
  if (!account) refuse("USER_INVALID_ENTITY");
  // A phone alone is not the two that this account asks for.
  if (account.has_second_factor) refuse("ADMIN_GOVERNMENT_PHONE_LOGIN");
  const session = await loadSession({ sql: house.sql, userId: account.id });
  if (!session) refuse("CUSTOMER_INVALID_CREDS");
  if (session.gate) refuse(session.gate);
  return { session };
}
