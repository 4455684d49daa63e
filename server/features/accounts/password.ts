// §7 POST /auth/password/request and /auth/password/reset.
import type { FastifyInstance } from "fastify";
import { createAttemptLimit } from "#domain/accounts/attempt-limits.ts";
import { isPlaceholderEmail } from "#domain/accounts/customer.ts";
import { roles } from "#domain/access/roles.ts";
import type { AppServices, RequestOrigin } from "#server/context.ts";
import { toClientAddressKey } from "#server/http/client-address.ts";
import { parseRow } from "#server/items/rest/request-bodies.ts";
import { throwApiError, throwInvalidPayload } from "#server/items/api-error.ts";
import { getRequestOrigin } from "#server/request.ts";
import { asUser } from "#server/auth/as-user.ts";
import { runWithMinDuration } from "#server/auth/constant-duration.ts";
import { issueMailLink, parseOwnPageUrl, consumeLink, verifyLink } from "#server/auth/links.ts";
import { getResetPagePath, setPassword } from "#server/auth/new-password.ts";
import { queueMail } from "#server/messaging/outbox.ts";

/** Longer than queueing a mail takes, so that the response time does not disclose whether one was sent. */
const responseTimeMs = 300;
const maxMailsPerRecipient = 5;
const maxRequestsPerAddress = 30;

interface RequestResetOptions {
  services: AppServices;
  email: string;
  /** Own page the link opens; null for the default page of the user's role. */
  resetUrl: string | null;
  origin: RequestOrigin;
}

/**
 * Mails a reset link if the account exists; responds the same in every case. REQUESTS_EXCEEDED by network address only: beyond the
 * limit of the recipient no further mail is sent, since the link of the last one, minutes ago, is valid. A stranger who requests
 * many can so keep nobody from a new password.
 */
async function requestPasswordReset({ services, email, resetUrl, origin }: RequestResetOptions): Promise<void> {
  const now = services.clock();
  const address = email.trim().toLowerCase();
  const ofOrigin = {
    key: `reset-from:${toClientAddressKey(origin.ip)}`,
    limit: createAttemptLimit(maxRequestsPerAddress),
  };
  await services.throttle.count({ keys: [ofOrigin], now });
  const [found] = await services.sql<{ id: string }[]>`
    select id from users where lower(email) = ${address} and status in ('active', 'draft') and integration is null
      and (is_email_verified or role <> ${roles.customer.id})`;
  // An unverified customer e-mail gets no link: it may belong to a stranger, who would gain access to the account and
  // its phone's entries.
  if (!found || isPlaceholderEmail(address)) return;
  const resolveUserId = () => Promise.resolve(found.id);
  await asUser({
    services,
    origin,
    resolveUserId,
    work: async ({ ctx, person }) => {
      const ofRecipient = { key: `reset:${address}`, limit: createAttemptLimit(maxMailsPerRecipient) };
      if (await services.throttle.countInTransaction({ tx: ctx.tx, keys: [ofRecipient], now })) return;
      const purpose = "password-reset";
      const token = await issueMailLink({ services, tx: ctx.tx, purpose, userId: person.id, email: person.email, now });
      const link = `${resetUrl ?? getResetPagePath({ services, role: person.role })}?token=${token}`;
      const values = { name: person.first_name, reset_link: link };
      await queueMail({ ctx, branch: person.default_branch, to: person.email, template: "reset-password", values });
    },
  });
}

const resetLink = { purpose: "password-reset", usedErrorCode: "FORBIDDEN" } as const;

/** Throws what `resetPassword` would: INVALID_TOKEN, TOKEN_EXPIRED, FORBIDDEN for a used link or one replaced by a newer one. */
export async function checkResetLink({ services, token }: { services: AppServices; token: unknown }): Promise<void> {
  const link = await verifyLink({ services, sql: services.sql, token, ...resetLink });
  const [user] = await services.sql<{ email: string }[]>`select email from users where id = ${link.userId}`;
  if (user?.email.toLowerCase() !== link.email.toLowerCase()) throwApiError("INVALID_TOKEN");
}

/** Sets the password with a single-use link and ends all sessions. */
async function resetPassword({
  services,
  token,
  password,
  origin,
}: {
  services: AppServices;
  token: unknown;
  password: unknown;
  origin: RequestOrigin;
}): Promise<void> {
  const now = services.clock();
  let sentTo = "";
  await asUser({
    services,
    origin,
    resolveUserId: async (tx) => {
      const link = await consumeLink({ services, tx, token, now, ...resetLink });
      sentTo = link.email;
      return link.userId;
    },
    work: async ({ ctx, person }) => {
      // A link sent to a former address is invalid.
      if (person.email.toLowerCase() !== sentTo.toLowerCase()) throwApiError("INVALID_TOKEN");
      await setPassword({ services, ctx, user: person, password, systemValues: { is_email_verified: true } });
    },
  });
}

export function passwordRoutes(app: FastifyInstance, services: AppServices): void {
  app.post("/auth/password/request", async (request, reply) => {
    const { email, reset_url: resetUrl } = parseRow(request.body);
    if (typeof email !== "string" || email.trim() === "" || email.includes("\u0000"))
      throwInvalidPayload("Send email.");
    const origin = getRequestOrigin(request);
    const page = parseOwnPageUrl({ services, url: resetUrl, name: "reset_url" });
    await runWithMinDuration({
      ms: responseTimeMs,
      work: () => requestPasswordReset({ services, email, resetUrl: page, origin }),
    });
    return reply.code(204).send();
  });

  app.post("/auth/password/reset", async (request, reply) => {
    const { token, password } = parseRow(request.body);
    if (typeof token !== "string" || typeof password !== "string") throwInvalidPayload("Send token and password.");
    await resetPassword({ services, token, password, origin: getRequestOrigin(request) });
    return reply.code(204).send();
  });
}
