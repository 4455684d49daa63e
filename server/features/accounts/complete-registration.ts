// §5 §6: completes the account of a customer that a gate created and who logs in by code, with an email and a password.
import { Users } from "#domain/people/users.collection.ts";
import { isCustomer } from "#domain/access/roles.ts";
import type { Row } from "#domain/schema/collection.ts";
import { requiredMessage } from "#domain/schema/fields.ts";
import { runInTransaction } from "#server/context.ts";
import { assertRecentLogIn } from "#server/features/accounts/recent-log-in.ts";
import type { AccountContext } from "#server/features/accounts/own-account.ts";
import { parseEmail } from "#server/features/accounts/register.ts";
import { queueVerificationMail } from "#server/features/accounts/verification.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { loadSession, type Session } from "#server/items/access/session.ts";
import { updateItem } from "#server/items/write/write.ts";

/**
 * Ends all sessions; returns the rights with which a new one is started. The email is used once its link is opened, as in
 * a registration. REGISTRATION_DONE for an account with a password, INVALID_CREDENTIALS without a recent log-in by code,
 * USER_EMAIL_EXIST, FAILED_VALIDATION by field, FORBIDDEN for users of vendors.
 */
export async function completeRegistration({
  body: { first_name, email: typedEmail, password },
  ...context
}: AccountContext & { body: Row }): Promise<Session> {
  const { services, session, userId } = context;
  if (!isCustomer(session.actor)) throwApiError("FORBIDDEN");
  await assertRecentLogIn({ services, userId, family: session.family, field: "password" });
  if (!password) {
    const text = requiredMessage("password", Users.fields["password"]!);
    throwApiError("FAILED_VALIDATION", { field: "password", path: ["password"], type: "required" }, text);
  }
  const email = parseEmail(typedEmail);
  return runInTransaction({
    ...context,
    work: async (ctx) => {
      const [account] = await ctx.tx<{ hasPassword: boolean; isVerified: boolean }[]>`
        select password is not null as "hasPassword", phone_verified_at is not null as "isVerified"
        from users where id = ${userId} for update`;
      if (account!.hasPassword) throwApiError("REGISTRATION_DONE");
      // The phone, proved by a code, is what the account belongs to.
      if (!account!.isVerified) throwApiError("FORBIDDEN");
      const emailOwners = await ctx.tx`select 1 from users where lower(email) = ${email}`;
      if (emailOwners.length > 0) throwApiError("USER_EMAIL_EXIST", { field: "email", path: ["email"] });
      const payload = { password, ...(first_name === undefined ? {} : { first_name }) };
      const systemValues = { temporary_email: email };
      await updateItem({ ctx, collection: Users, id: userId, payload, systemValues, bypassAccess: true });
      const [user] = await ctx.tx<{ id: string; first_name: string }[]>`
        select id, first_name from users where id = ${userId}`;
      await queueVerificationMail({ services, ctx, user: { ...user!, default_branch: null }, email });
      return (await loadSession({ sql: ctx.tx, userId }))!;
    },
  });
}
