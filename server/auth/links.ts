// §2: signed links in mails, each valid for one purpose, once and for a limited time (tokenKinds.mailLink); a newer link
// invalidates the earlier ones.
import { randomUUID } from "node:crypto";
import type { AppServices } from "#server/context.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { throwApiError, throwInvalidPayload } from "#server/items/api-error.ts";

export type LinkPurpose = keyof typeof tokenKinds.mailLink;

export interface MailLink {
  id: string;
  userId: string;
  /** Email address the link was sent to. */
  email: string;
}

/** Creates a link token to be mailed to `email`, and invalidates earlier ones. */
export async function issueMailLink({
  services,
  tx,
  purpose,
  userId,
  email,
  now,
}: {
  services: AppServices;
  tx: Tx;
  purpose: LinkPurpose;
  userId: string;
  email: string;
  now: Date;
}): Promise<string> {
  const id = randomUUID();
  const kind = tokenKinds.mailLink[purpose];
  await invalidateLinks({ tx, purpose, userId, now });
  await tx`
    insert into links (id, purpose, "user", email, created_at, expires_at)
    values (${id}, ${purpose}, ${userId}, ${email}, ${now}, ${new Date(now.getTime() + kind.lifetimeMs)})`;
  return services.tokens.issue({ kind, payload: id });
}

/** Invalidates all earlier links of this purpose. */
export async function invalidateLinks({
  tx,
  purpose,
  userId,
  now,
}: {
  tx: Tx;
  purpose: LinkPurpose;
  userId: string;
  now: Date;
}): Promise<void> {
  await tx`update links set used_at = ${now} where "user" = ${userId} and purpose = ${purpose} and used_at is null`;
}

/** Verifies a link. Throws INVALID_TOKEN, TOKEN_EXPIRED, and `usedErrorCode` if the link has been used. */
export async function verifyLink({
  services,
  sql,
  purpose,
  token,
  usedErrorCode,
}: {
  services: AppServices;
  sql: Sql | Tx;
  purpose: LinkPurpose;
  token: unknown;
  usedErrorCode: "FORBIDDEN" | "INVALID_INVITE" | "LINK_EXPIRED";
}): Promise<MailLink> {
  const id = await services.tokens.verify({ kind: tokenKinds.mailLink[purpose], token });
  const [row] = await sql<(MailLink & { isUsed: boolean })[]>`
    select id, "user" as "userId", email, used_at is not null as "isUsed" from links where id = ${id} and purpose = ${purpose}`;
  if (!row) throwApiError("INVALID_TOKEN");
  if (row.isUsed) throwApiError(usedErrorCode);
  return row;
}

/** Verifies a link and marks it as used; only one of several concurrent calls succeeds. */
export async function consumeLink({
  tx,
  ...input
}: Omit<Parameters<typeof verifyLink>[0], "sql"> & { tx: Tx; now: Date }): Promise<MailLink> {
  const link = await verifyLink({ ...input, sql: tx });
  const consumed =
    await tx`update links set used_at = ${input.now} where id = ${link.id} and used_at is null returning 1`;
  if (consumed.length === 0) throwApiError(input.usedErrorCode);
  return link;
}

/**
 * Parses the URL of the page a link leads to; INVALID_PAYLOAD for foreign origins, so that no token is ever sent to
 * another site.
 */
export function parseOwnPageUrl({
  services,
  url,
  name,
}: {
  services: AppServices;
  url: unknown;
  name: string;
}): string | null {
  if (url === undefined || url === null) return null;
  const { publicUrl } = services.config;
  const isOwnPage = typeof url === "string" && URL.canParse(url) && new URL(url).origin === new URL(publicUrl).origin;
  if (!isOwnPage) throwInvalidPayload(`"${name}" must be a page of ${publicUrl}.`);
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
