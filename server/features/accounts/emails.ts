// §2 /email-change-request and /verification-page: actions of the links in e-mails.
import { Users } from "#domain/people/users.collection.ts";
import { createAttemptLimit } from "#domain/accounts/attempt-limits.ts";
import { toClientAddressKey } from "#server/http/client-address.ts";
import type { PublicContext } from "#server/http/implement.ts";
import { ApiError, throwApiError } from "#server/items/api-error.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { updateItem } from "#server/items/write/write.ts";
import { asUser } from "#server/auth/as-user.ts";
import { runWithMinDuration } from "#server/auth/constant-duration.ts";
import { type MailLink, type LinkPurpose, consumeLink } from "#server/auth/links.ts";
import { queueMail } from "#server/messaging/outbox.ts";
import { queueVerificationMail } from "#server/features/accounts/verification.ts";

const responseTimeMs = 300;
const maxMailsPerRecipient = 3;
const maxRequestsPerAddress = 30;

interface EmailLinkInput extends PublicContext {
  token: unknown;
}

/** Maps TOKEN_EXPIRED to LINK_EXPIRED; INVALID_TOKEN for a forged link stays. */
async function mapExpiredLink<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ApiError && error.code === "TOKEN_EXPIRED") throwApiError("LINK_EXPIRED");
    throw error;
  }
}

function openEmailLink({ services, token, purpose }: Omit<EmailLinkInput, "origin"> & { purpose: LinkPurpose }) {
  let link: MailLink | undefined;
  return {
    resolveUserId: async (tx: Parameters<typeof consumeLink>[0]["tx"]) => {
      link = await mapExpiredLink(
        consumeLink({ services, tx, purpose, token, now: services.clock(), usedErrorCode: "LINK_EXPIRED" }),
      );
      return link.userId;
    },
    sentTo: () => link!.email.toLowerCase(),
  };
}

interface ConfirmedEmail {
  email: string;
  has_password: boolean;
}

async function readConfirmed({ ctx, id, email }: { ctx: WriteContext; id: string; email: string }) {
  const [row] = await ctx.tx<Pick<ConfirmedEmail, "has_password">[]>`
    select password is not null as has_password from users where id = ${id}`;
  return { email, has_password: row!.has_password };
}

/** Sets the new e-mail and notifies the old one. LINK_EXPIRED, EMAIL_IN_USE. */
export async function confirmEmail({ services, token, origin }: EmailLinkInput): Promise<ConfirmedEmail> {
  const { resolveUserId, sentTo } = openEmailLink({ services, token, purpose: "email-change" });
  return asUser({
    services,
    origin,
    resolveUserId,
    work: async ({ ctx, person }) => {
      const { id, first_name: name, email: oldEmail, temporary_email: email, default_branch: branch } = person;
      if (!email || email.toLowerCase() !== sentTo()) throwApiError("LINK_EXPIRED");
      await setEmail({ ctx, id, email });
      await queueMail({ ctx, branch, to: oldEmail, account: id, template: "email-changed", values: { name, email } });
      return readConfirmed({ ctx, id, email });
    },
  });
}

/**
 * Sets the verified e-mail of an account. If several accounts requested it, the first to open its link gets it.
 * EMAIL_IN_USE.
 */
async function setEmail({ ctx, id, email }: { ctx: WriteContext; id: string; email: string }): Promise<void> {
  const found = await ctx.tx`select 1 from users where lower(email) = ${email.toLowerCase()} and id <> ${id}`;
  if (found.length > 0) throwApiError("EMAIL_IN_USE");
  const systemValues = { temporary_email: null, is_email_verified: true };
  await updateItem({ ctx, collection: Users, id, payload: { email }, systemValues, bypassAccess: true });
}

/** Sets the e-mail entered at registration. LINK_EXPIRED, EMAIL_IN_USE. */
export async function verifyEmail({ services, token, origin }: EmailLinkInput): Promise<ConfirmedEmail> {
  const { resolveUserId, sentTo } = openEmailLink({ services, token, purpose: "email-verification" });
  return asUser({
    services,
    origin,
    resolveUserId,
    work: async ({ ctx, person: { id, email: current, temporary_email: temporaryEmail } }) => {
      const email = [temporaryEmail, current].find((candidate) => candidate?.toLowerCase() === sentTo());
      if (!email) throwApiError("LINK_EXPIRED");
      await setEmail({ ctx, id, email });
      return readConfirmed({ ctx, id, email });
    },
  });
}

/**
 * Sends the link again to an unverified account; the response does not disclose whether the account exists. Limited as a password
 * reset is (password.ts).
 */
export function resendVerification(options: PublicContext & { email: string }): Promise<void> {
  return runWithMinDuration({ ms: responseTimeMs, work: () => mailVerification(options) });
}

async function mailVerification({ services, email, origin }: PublicContext & { email: string }): Promise<void> {
  const address = email.trim().toLowerCase();
  const now = services.clock();
  const ofOrigin = {
    key: `verify-from:${toClientAddressKey(origin.ip)}`,
    limit: createAttemptLimit(maxRequestsPerAddress),
  };
  await services.throttle.count({ keys: [ofOrigin], now });
  const [found] = await services.sql<{ id: string }[]>`
    select id from users where (lower(temporary_email) = ${address} or lower(email) = ${address})
      and not is_email_verified and password is not null order by date_created desc limit 1`;
  if (!found) return;
  const resolveUserId = () => Promise.resolve(found.id);
  await asUser({
    services,
    origin,
    resolveUserId,
    work: async ({ ctx, person }) => {
      const ofRecipient = { key: `verify:${address}`, limit: createAttemptLimit(maxMailsPerRecipient) };
      if (await services.throttle.countInTransaction({ tx: ctx.tx, keys: [ofRecipient], now })) return;
      await queueVerificationMail({ services, ctx, user: person, email: address });
    },
  });
}
