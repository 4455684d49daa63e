// §4 Login gating and §7 POST /auth/login.
import type { House, Origin } from "#server/context.ts";
import { refuse } from "#server/items/refused.ts";
import { loadSession } from "#server/items/who.ts";
import { isPassword } from "#server/services/secrets.ts";
import { openSession, type RefreshToken } from "#server/services/sessions.ts";

/**
 * Opens a session for an email and its password. Throws INVALID_CREDENTIALS alike for an unknown email and a wrong
 * password; only who has proved the password is told of a suspended account or a closed branch.
 * REQUESTS_EXCEEDED after too many wrong tries.
 */
export async function logIn({
  house,
  email,
  password,
  origin,
}: {
  house: House;
  email: string;
  password: string;
  origin: Origin;
}): Promise<RefreshToken> {
  if (email.includes("\u0000")) refuse("INVALID_CREDENTIALS", {}, "Invalid user credentials.");
  const keys = triesOf({ email, origin });
  house.throttle.take({ keys, now: house.clock() });
  const [user] = await house.sql<{ id: string; password: string | null }[]>`
    select id, password from users where lower(email) = ${email.trim().toLowerCase()}`;
  const isRight = await isPassword({ password: password.slice(0, 1000), hashed: user?.password ?? null });
  if (!user || !isRight) refuse("INVALID_CREDENTIALS", {}, "Invalid user credentials.");
  house.throttle.forgive(keys);
  const session = await loadSession({ sql: house.sql, userId: user.id });
  if (!session) refuse("INVALID_CREDENTIALS", {}, "Invalid user credentials.");
  if (session.gate) refuse(session.gate);
  const now = house.clock();
  await house.sql`with seen as (update users set last_access = ${now} where id = ${user.id})
    insert into activity (action, "user", timestamp, ip, user_agent, collection, item, company, branch)
    values ('login', ${user.id}, ${now}, ${origin.ip}, ${origin.userAgent?.slice(0, 255) ?? null}, 'users', ${user.id}, ${session.who.company}, ${session.who.branch})`;
  return openSession({ sql: house.sql, userId: user.id, authVersion: session.authVersion, origin, now });
}

/** Ten wrong tries for one account from one address, and a hundred from one address, in five minutes. */
function triesOf({ email, origin }: { email: string; origin: Origin }): { key: string; most: number }[] {
  const account = email.trim().toLowerCase().slice(0, 255);
  return [
    { key: `${origin.ip}|${account}`, most: 10 },
    { key: `${origin.ip}`, most: 100 },
  ];
}
