// §7: devices on which people have turned on notifications, each bound to the session that did: a log-out ends them.
import { createHash } from "node:crypto";
import { z } from "zod";
import type { PushKind } from "#domain/messages/notifications.ts";
import type { Sealer } from "#server/auth/secrets.ts";
import { unsealJson } from "#server/auth/unseal-json.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import type { PushTarget } from "#server/messaging/message-adapters.ts";

export interface NotifiedDevice {
  id: number;
  target: PushTarget;
  showsDetails: boolean;
}

const storedTarget = z.object({
  channel: z.literal("web"),
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
});

/** Identifies a subscription without its address. */
export const hashEndpoint = (endpoint: string): string => createHash("sha256").update(endpoint).digest("base64url");

/** SQL condition for `s`, a subscription: its session can still be used by its user. */
export function isSessionOpenSql({ sql, now }: { sql: Sql | Tx; now: Date }) {
  return sql`exists (select 1 from sessions x join users u on u.id = x."user"
    where x."user" = s."user" and x.family::text = s.session and u.status = 'active'
      and x.auth_version = u.auth_version and x.ended_at is null and x.expires_at > ${now})`;
}

/** Whether a device of the user shows this kind. */
export async function hasDevice({
  sql,
  now,
  user,
  kind,
}: {
  sql: Sql | Tx;
  now: Date;
  user: string;
  kind: PushKind;
}): Promise<boolean> {
  const [row] = await sql`
    select 1 from push_subscriptions s
    where s."user" = ${user} and ${kind} = any(s.kinds) and ${isSessionOpenSql({ sql, now })} limit 1`;
  return row !== undefined;
}

/** Devices of the user that show this kind; those that can no longer be decrypted are left out. */
export async function listDevices({
  sql,
  now,
  sealer,
  user,
  kind,
}: {
  sql: Sql;
  now: Date;
  sealer: Sealer;
  user: string;
  kind: PushKind;
}): Promise<NotifiedDevice[]> {
  const rows = await sql<{ id: number; sealed: string; showsDetails: boolean }[]>`
    select s.id, s.sealed, s.shows_details as "showsDetails" from push_subscriptions s
    where s."user" = ${user} and ${kind} = any(s.kinds) and ${isSessionOpenSql({ sql, now })} order by s.id`;
  return rows.flatMap(({ id, sealed, showsDetails }) => {
    const target = unsealJson({ sealer, sealed, schema: storedTarget });
    return target ? [{ id, target, showsDetails }] : [];
  });
}

/** Removes a device that has ended its subscription. */
export async function removeDevice({ sql, id }: { sql: Sql; id: number }): Promise<void> {
  await sql`delete from push_subscriptions where id = ${id}`;
}
