// §4 Login gating and §7 POST /auth/login.
import { type CustomerFlag, type CustomerPage, isCustomerOfPage } from "#domain/accounts/customer-type.ts";
import { can } from "#domain/access/capabilities.ts";
import { findRole, isCustomer } from "#domain/access/roles.ts";
import { describeWrongSecondFactor } from "#domain/accounts/code-attempts.ts";
import { accountLimit, accountAndAddressLimit, addressLimit, twoFactorLimit } from "#domain/accounts/attempt-limits.ts";
import { verifyPassword } from "#server/auth/password-hash.ts";
import type { AppServices, RequestOrigin } from "#server/context.ts";
import { toClientAddressKey } from "#server/http/client-address.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { loadSession, type Session } from "#server/items/access/session.ts";
import { issueSetUpToken } from "#server/auth/gating/set-up-session.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { resetWrongPins } from "#server/auth/devices/pin-attempts.ts";
import { switchToOpenBranch } from "#server/auth/gating/switch-branch.ts";
import { consumeTwoFactorCode } from "#server/auth/two-factor.ts";
import { deleteOldSessions, hasLoggedInFrom } from "#server/auth/sessions.ts";
import type { AttemptKey } from "#server/auth/throttle.ts";

/** Page of the log-in; null for API clients, which accept every account. */
export type LogInPage = "partner" | CustomerPage | null;

interface LogInOptions {
  services: AppServices;
  email: string;
  password: string;
  /** Code of the authenticator app, or a recovery code. */
  otp: string | null;
  page: LogInPage;
  origin: RequestOrigin;
}

type LogInAccount = { [flag in CustomerFlag]: boolean } & {
  id: string;
  role: string;
  password: string | null;
  has_second_factor: boolean;
  is_email_verified: boolean;
};

/**
 * Authenticates by e-mail and password. Throws INVALID_CREDENTIALS for an unknown e-mail and a wrong password alike
 * (CUSTOMER_INVALID_CREDS on customer pages). Only after a correct password: INVALID_OTP for the second factor, and the
 * errors of a wrong page, an unverified e-mail, a suspended account or a closed branch. REQUESTS_EXCEEDED after too
 * many failed attempts.
 */
export async function logIn(options: LogInOptions): Promise<Session> {
  const { services, email, password, page, origin } = options;
  if (email.includes("\u0000")) throwInvalidCredentials(page);
  const now = services.clock();
  const account = await findAccount({ services, email });
  const isKnown = account && (await hasLoggedInFrom({ sql: services.sql, userId: account.id, ip: origin.ip, now }));
  const { own, shared } = getAttemptKeys({ email, origin, isKnown: isKnown === true });
  await services.throttle.count({ keys: [...own, ...shared], now });
  const isCorrect = await verifyPassword({ password: password.slice(0, 1000), hashed: account?.password ?? null });
  if (!account || !isCorrect) throwInvalidCredentials(page);
  await services.throttle.reset(shared);
  await assertTwoFactorCode({ options, account });
  await services.throttle.reset(own, { isAll: true });
  const loadedSession = await loadSession({ sql: services.sql, userId: account.id });
  if (!loadedSession) throwInvalidCredentials(page);
  assertLogInPage({ page, account });
  const session = await switchToOpenBranch({ services, session: loadedSession, origin });
  if (session.accessError) await throwAccessError({ services, session });
  await resetWrongPins({ sql: services.sql, userId: account.id });
  await deleteOldSessions({ sql: services.sql, userId: account.id, now });
  return session;
}

/** Gives an admin whose registration is under review the tokens of the registration status page and of a set-up session. */
async function throwAccessError({ services, session }: { services: AppServices; session: Session }): Promise<never> {
  const { actor, accessError } = session;
  const isDraft = accessError === "COMPANY_DRAFT" || accessError === "BRANCH_DRAFT";
  const isUnderReview = isDraft && can({ role: actor.role }, "registration.submit");
  return throwApiError(
    accessError!,
    isUnderReview
      ? {
          application: await services.tokens.issue({ kind: tokenKinds.registrationStatus, payload: actor.id! }),
          set_up: await issueSetUpToken({ services, session }),
        }
      : {},
  );
}

async function findAccount({
  services,
  email,
}: Pick<LogInOptions, "services" | "email">): Promise<LogInAccount | undefined> {
  const address = email.trim().toLowerCase();
  // Also finds an unverified e-mail entered at registration, which gets EMAIL_NOT_VERIFIED after a correct password.
  const [account] = await services.sql<LogInAccount[]>`
    select id, role, password, tfa_secret is not null as has_second_factor, is_email_verified,
      public_customer, residential_customer, govt_customer, school_college_university_customer
    from users where lower(email) = ${address}
      or (lower(temporary_email) = ${address} and not is_email_verified and password is not null)
    order by lower(email) = ${address} desc, date_created desc limit 1`;
  return account;
}

function throwInvalidCredentials(page: LogInPage): never {
  if (page !== null && page !== "partner") throwApiError("CUSTOMER_INVALID_CREDS");
  throwApiError("INVALID_CREDENTIALS", {}, "Invalid user credentials.");
}

/**
 * `own`: attempts at this account, reset after a successful log-in; `shared`: attempts of an address, where only this
 * one is subtracted.
 */
function getAttemptKeys({ email, origin, isKnown }: { email: string; origin: RequestOrigin; isKnown: boolean }): {
  own: AttemptKey[];
  shared: AttemptKey[];
} {
  const account = email.trim().toLowerCase().slice(0, 255);
  const address = toClientAddressKey(origin.ip);
  const own: AttemptKey[] = [{ key: `log-in:${address}|${account}`, limit: accountAndAddressLimit }];
  const shared: AttemptKey[] = [{ key: `log-in:${address}`, limit: addressLimit }];
  // Addresses the owner has logged in from are exempt from the account's limit, so that guessing by others cannot lock
  // the owner out.
  if (!isKnown) shared.push({ key: `log-in:|${account}`, limit: accountLimit });
  return { own, shared };
}

async function assertTwoFactorCode({
  options,
  account,
}: {
  options: LogInOptions;
  account: LogInAccount;
}): Promise<void> {
  if (!account.has_second_factor) return;
  const { services, otp } = options;
  if (!otp) throwApiError("INVALID_OTP", { field: "otp" });
  const now = services.clock();
  const keys = [{ key: `second-factor:${account.id}`, limit: twoFactorLimit }];
  await services.throttle.count({ keys, now });
  const outcome = await consumeTwoFactorCode({ services, userId: account.id, otp: otp.slice(0, 50), now });
  if (outcome !== "accepted") throwApiError("INVALID_OTP", { field: "otp" }, describeWrongSecondFactor(outcome));
  await services.throttle.reset(keys, { isAll: true });
}

/** §6: partners and each type of customer log in on their own page. */
function assertLogInPage({ page, account }: { page: LogInPage; account: LogInAccount }): void {
  const isCustomerAccount = isCustomer({ role: findRole(account.role) });
  if (page === "partner" && isCustomerAccount)
    throwApiError("INVALID_CREDENTIALS", {}, "This is a customer's account. Customers log in on their own page.");
  if (isCustomerAccount && !account.is_email_verified) throwApiError("EMAIL_NOT_VERIFIED");
  if (page === null || page === "partner") return;
  if (!isCustomerAccount)
    throwApiError("CUSTOMER_INVALID_CREDS", {}, "This is a partner's account. Partners log in on their own page.");
  if (!isCustomerOfPage({ customer: account, page })) throwApiError("USER_INVALID_ENTITY");
}
