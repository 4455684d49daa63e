// §4 Login gating and §7 POST /auth/login.
import { type CustomerFlag, type CustomerPage, isOfPage } from "#domain/rules/customer-kind.ts";
import { roleOf } from "#domain/roles.ts";
import { atAccount, atAccountFromAddress, fromAddress, secondFactor } from "#domain/rules/tries.ts";
import type { House, Origin } from "#server/context.ts";
import { refuse } from "#server/items/refused.ts";
import { loadSession, type Session } from "#server/items/who.ts";
import { applicationToken } from "#server/services/application.ts";
import { goOnElsewhere } from "#server/services/go-on.ts";
import { takeSecondFactor } from "#server/services/second-factor.ts";
import { isPassword } from "#server/services/secrets.ts";
import { forgetOldSessions, hasLoggedInFrom } from "#server/services/sessions.ts";
import type { TryKey } from "#server/services/throttle.ts";

/** Which page asks; null is a client of the API, which is for everybody. */
export type LogInPage = "partner" | CustomerPage | null;

interface Asked {
  house: House;
  email: string;
  password: string;
  /** Of the authenticator app, or a recovery code. */
  otp: string | null;
  page: LogInPage;
  origin: Origin;
}

type Account = { [flag in CustomerFlag]: boolean } & {
  id: string;
  role: string;
  password: string | null;
  has_second_factor: boolean;
  is_email_verified: boolean;
};

/**
 * Who has this email and its password. Throws INVALID_CREDENTIALS alike for an unknown email and a wrong password
 * (CUSTOMER_INVALID_CREDS at the customers' pages); only who has proved the password is asked for the second factor
 * (INVALID_OTP), and told of the wrong page, an unverified email, a suspended account or a closed branch.
 * REQUESTS_EXCEEDED after too many wrong tries.
 */
export async function logIn(asked: Asked): Promise<Session> {
  const { house, email, password, page, origin } = asked;
  if (email.includes("\u0000")) refuseCredentials(page);
  const now = house.clock();
  const account = await accountOf({ house, email });
  const isKnown = account && (await hasLoggedInFrom({ sql: house.sql, userId: account.id, ip: origin.ip, now }));
  const { own, shared } = keysOf({ email, origin, isKnown: isKnown === true });
  await house.throttle.take({ keys: [...own, ...shared], now });
  const isRight = await isPassword({ password: password.slice(0, 1000), hashed: account?.password ?? null });
  if (!account || !isRight) refuseCredentials(page);
  await house.throttle.forgive(shared);
  await proveSecondFactor({ asked, account });
  await house.throttle.forgive(own, { isAll: true });
  const known = await loadSession({ sql: house.sql, userId: account.id });
  if (!known) refuseCredentials(page);
  refuseWrongPage({ page, account });
  const session = await goOnElsewhere({ house, session: known, origin });
  if (session.gate) await refuseAtGate({ house, session, now });
  await forgetOldSessions({ sql: house.sql, userId: account.id, now });
  return session;
}

/** An admin whose documents are being looked at is given what opens the page that tells how it stands. */
async function refuseAtGate({ house, session, now }: { house: House; session: Session; now: Date }): Promise<never> {
  const { who, gate } = session;
  const waits = who.role === "admin" && (gate === "COMPANY_DRAFT" || gate === "BRANCH_DRAFT");
  return refuse(gate!, waits ? { application: await applicationToken({ house, userId: who.id!, now }) } : {});
}

async function accountOf({ house, email }: Pick<Asked, "house" | "email">): Promise<Account | undefined> {
  const [account] = await house.sql<Account[]>`
    select id, role, password, tfa_secret is not null as has_second_factor, is_email_verified,
      public_customer, residential_customer, govt_customer, school_college_university_customer
    from users where lower(email) = ${email.trim().toLowerCase()}`;
  return account;
}

function refuseCredentials(page: LogInPage): never {
  if (page !== null && page !== "partner") refuse("CUSTOMER_INVALID_CREDS");
  refuse("INVALID_CREDENTIALS", {}, "Invalid user credentials.");
}

/** `own`: tries at this account, forgotten once it is proved; `shared`: those of an address, where only this one is taken back. */
function keysOf({ email, origin, isKnown }: { email: string; origin: Origin; isKnown: boolean }): {
  own: TryKey[];
  shared: TryKey[];
} {
  const account = email.trim().toLowerCase().slice(0, 255);
  const own: TryKey[] = [{ key: `log-in:${origin.ip}|${account}`, limit: atAccountFromAddress }];
  const shared: TryKey[] = [{ key: `log-in:${origin.ip}`, limit: fromAddress }];
  // Strangers who guess at an account must not keep its owner out: where they have logged in before, they never wait for others.
  if (!isKnown) shared.push({ key: `log-in:|${account}`, limit: atAccount });
  return { own, shared };
}

async function proveSecondFactor({ asked, account }: { asked: Asked; account: Account }): Promise<void> {
  if (!account.has_second_factor) return;
  const { house, otp } = asked;
  if (!otp) refuse("INVALID_OTP", { field: "otp" });
  const now = house.clock();
  const keys = [{ key: `second-factor:${account.id}`, limit: secondFactor }];
  await house.throttle.take({ keys, now });
  if (!(await takeSecondFactor({ house, userId: account.id, otp: otp.slice(0, 50), now })))
    refuse("INVALID_OTP", { field: "otp" });
  await house.throttle.forgive(keys, { isAll: true });
}

/** §6: partners and customers each have their own page, and each kind of customer too. */
function refuseWrongPage({ page, account }: { page: LogInPage; account: Account }): void {
  const isCustomer = roleOf(account.role) === "customer";
  if (page === "partner" && isCustomer)
    refuse("INVALID_CREDENTIALS", {}, "This is a customer's account. Customers log in on their own page.");
  if (isCustomer && !account.is_email_verified) refuse("EMAIL_NOT_VERIFIED");
  if (page === null || page === "partner") return;
  if (!isCustomer)
    refuse("CUSTOMER_INVALID_CREDS", {}, "This is a partner's account. Partners log in on their own page.");
  if (!isOfPage({ customer: account, page })) refuse("USER_INVALID_ENTITY");
}
