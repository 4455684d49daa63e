// reading.md §10: a customer's export and erasure of the own data, as the platform's, for the own account and its verified
// phone number and email address only.
import type { FastifyReply } from "fastify";
import { isCustomer } from "#domain/access/roles.ts";
import { isPlaceholderEmail } from "#domain/accounts/customer.ts";
import { createAttemptLimit } from "#domain/accounts/attempt-limits.ts";
import { assertPassword } from "#server/auth/new-password.ts";
import { endSessionsAndNotify } from "#server/auth/sessions.ts";
import type { AccountContext } from "#server/features/accounts/own-account.ts";
import { assertRecentLogIn } from "#server/features/accounts/recent-log-in.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { createExportJson } from "#server/privacy/export-personal-data.ts";
import { type CancelBookings, startErasure, startExport } from "#server/privacy/start-request.ts";
import type { DataSubject } from "#server/privacy/subject.ts";
import type { FileStore } from "#server/storage/file-store.ts";

type OwnDataContext = AccountContext & { password: unknown };

/** An export reads every picture of the person. */
const exportLimit = createAttemptLimit(5);
const reason = "Requested by the customer in the account";

export async function exportOwnData({
  store,
  reply,
  ...context
}: OwnDataContext & { store: FileStore; reply: FastifyReply }): Promise<FastifyReply> {
  const { services, userId } = context;
  await authenticateAgain(context);
  await services.throttle.count({
    keys: [{ key: `own-export:${userId}`, limit: exportLimit }],
    now: services.clock(),
  });
  const subject = await readOwnSubject(context);
  const personalData = await startExport({ ...context, subject, reason });
  return reply
    .header("content-disposition", 'attachment; filename="my-data.json"')
    .type("application/json")
    .send(createExportJson({ export: personalData, store }));
}

/** Ends all sessions; a job erases the data. ERASURE_VEHICLE_INSIDE, ERASURE_MONEY_OWED, VOID_CASH_RECEIVED. */
export async function eraseOwnData(context: OwnDataContext & { cancelBookings: CancelBookings }): Promise<void> {
  await authenticateAgain(context);
  const subject = await readOwnSubject(context);
  await startErasure({ ...context, subject, reason });
  await endSessionsAndNotify({ context });
}

/** By the password, or by a recent log-in of an account without one. FORBIDDEN for users of vendors. */
async function authenticateAgain({ services, session, userId, password }: OwnDataContext): Promise<void> {
  if (!isCustomer(session.actor)) throwApiError("FORBIDDEN");
  const [account] = await services.sql<{ hasPassword: boolean }[]>`
    select password is not null as "hasPassword" from users where id = ${userId}`;
  if (account!.hasPassword) await assertPassword({ services, userId, password });
  else await assertRecentLogIn({ services, userId, family: session.family, field: "password" });
}

/** What the account has not verified may belong to somebody else. */
async function readOwnSubject({ services, userId }: OwnDataContext): Promise<DataSubject> {
  const [account] = await services.sql<{ phone: string | null; email: string; isVerified: boolean }[]>`
    select case when phone_verified_at is not null then contact_number end as phone, lower(email) as email,
      coalesce(is_email_verified, false) as "isVerified"
    from users where id = ${userId}`;
  const { phone, email, isVerified } = account!;
  return { phone, email: isVerified || isPlaceholderEmail(email) ? email : null, account: userId };
}
