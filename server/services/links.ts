// §2: the links of mails: signed, good for one thing, once, and not for long; a newer one ends those before it.
import { randomUUID } from "node:crypto";
import type { House } from "#server/context.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { refuse, refusePayload } from "#server/items/refused.ts";

const hour = 60 * 60 * 1000;
const lives = {
  "password-reset": hour,
  invite: 7 * 24 * hour,
  "email-change": 24 * hour,
  "email-verification": 24 * hour,
} as const;
export type LinkPurpose = keyof typeof lives;

export interface Link {
  id: string;
  userId: string;
  /** The address the mail was sent to. */
  email: string;
}

/** A token for a link to be mailed to `email`. */
export async function issueLink({
  house,
  tx,
  purpose,
  userId,
  email,
  now,
}: {
  house: House;
  tx: Tx;
  purpose: LinkPurpose;
  userId: string;
  email: string;
  now: Date;
}): Promise<string> {
  const id = randomUUID();
  const lifeMs = lives[purpose];
  await endLinks({ tx, purpose, userId, now });
  await tx`
    insert into links (id, purpose, "user", email, created_at, expires_at)
    values (${id}, ${purpose}, ${userId}, ${email}, ${now}, ${new Date(now.getTime() + lifeMs)})`;
  return house.tokens.signFor({ purpose, subject: id, now, lifeMs });
}

/** What was mailed before is worth nothing from now on. */
export async function endLinks({
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

/** Throws INVALID_TOKEN, TOKEN_EXPIRED, and `used` where it has done its work already. */
export async function readLink({
  house,
  sql,
  purpose,
  token,
  now,
  used,
}: {
  house: House;
  sql: Sql | Tx;
  purpose: LinkPurpose;
  token: unknown;
  now: Date;
  used: "FORBIDDEN" | "INVALID_INVITE" | "EMAIL_LINK_EXPIRED";
}): Promise<Link> {
  if (typeof token !== "string") refuse("INVALID_TOKEN");
  const id = await house.tokens.verifyFor({ purpose, token, now });
  const [row] = await sql<(Link & { isUsed: boolean })[]>`
    select id, "user" as "userId", email, used_at is not null as "isUsed" from links where id = ${id} and purpose = ${purpose}`;
  if (!row) refuse("INVALID_TOKEN");
  if (row.isUsed) refuse(used);
  return row;
}

/** The same, and from now on it is used: of many at once one alone gets it. */
export async function takeLink({
  tx,
  ...asked
}: Omit<Parameters<typeof readLink>[0], "sql"> & { tx: Tx }): Promise<Link> {
  const link = await readLink({ ...asked, sql: tx });
  const won = await tx`update links set used_at = ${asked.now} where id = ${link.id} and used_at is null returning 1`;
  if (won.length === 0) refuse(asked.used);
  return link;
}

/** A page of ours to lead a link to; INVALID_PAYLOAD for anybody else's, so that no token is ever mailed to strangers. */
export function ownPage({ house, address, name }: { house: House; address: unknown; name: string }): string | null {
  if (address === undefined || address === null) return null;
  const { publicUrl } = house.config;
  const isOurs =
    typeof address === "string" && URL.canParse(address) && new URL(address).origin === new URL(publicUrl).origin;
  if (!isOurs) refusePayload(`"${name}" must be a page of ${publicUrl}.`);
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}
