// §2: the devices on which the current user gets notifications.
import type { notificationActions } from "#domain/messages/notification-actions.ts";
import { listPushKinds } from "#domain/messages/notifications.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import { runInTransaction } from "#server/context.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { throwApiError, throwInvalidPayload } from "#server/items/api-error.ts";
import { hashEndpoint, isSessionOpenSql } from "#server/messaging/push/devices.ts";

type Reply = ContractResult<typeof notificationActions.read>;

/** More than one person uses; the oldest is replaced. */
const maxDevices = 10;

export async function readNotifications({
  services,
  session,
  userId,
}: ContractCall<typeof notificationActions.read>): Promise<Reply> {
  const { sql, integrations, clock } = services;
  const kinds = listPushKinds(session.actor);
  const stored = await sql<(Omit<Reply["devices"][number], "created_at"> & { created_at: Date })[]>`
    select s.id, s.device, s.endpoint_hash, s.kinds, s.shows_details, s.created_at from push_subscriptions s
    where s."user" = ${userId} and ${isSessionOpenSql({ sql, now: clock() })} order by s.created_at desc, s.id desc`;
  // A kind of an earlier role is not shown and not sent.
  const devices = stored.map((device) => ({ ...device, kinds: device.kinds.filter((kind) => kinds.includes(kind)) }));
  return { key: integrations.push?.publicKey ?? null, kinds, devices };
}

/**
 * Stores the subscription of this browser, also if another user had turned on notifications in it. FORBIDDEN for a kind
 * that the user's role does not have, or without notifications on this server.
 */
export async function saveDevice({
  body: { endpoint, p256dh, auth, kinds, shows_details: showsDetails },
  userId,
  ...context
}: ContractCall<typeof notificationActions.saveDevice>): Promise<void> {
  const { services, session, origin } = context;
  const { push } = services.integrations;
  const own = listPushKinds(session.actor);
  if (!push || !kinds.every((kind) => own.includes(kind))) throwApiError("FORBIDDEN");
  if (!push.isAllowed(endpoint)) throwInvalidPayload('"endpoint" must be an https address.');
  const sealed = services.sealer.seal(JSON.stringify({ channel: "web", endpoint, p256dh, auth }));
  const device = origin.userAgent?.slice(0, 100) ?? null;
  await runInTransaction({
    ...context,
    work: async ({ tx, now }) => {
      await tx`
        insert into push_subscriptions ("user", endpoint_hash, sealed, session, device, kinds, shows_details, created_at)
        values (${userId}, ${hashEndpoint(endpoint)}, ${sealed}, ${session.family ?? ""}, ${device}, ${[...new Set(kinds)]}, ${showsDetails}, ${now})
        on conflict (endpoint_hash) do update set "user" = excluded."user", sealed = excluded.sealed, session = excluded.session,
          device = excluded.device, kinds = excluded.kinds, shows_details = excluded.shows_details`;
      await tx`
        delete from push_subscriptions where id in (
          select id from push_subscriptions where "user" = ${userId} order by created_at desc, id desc offset ${maxDevices})`;
    },
  });
}

/** After a new log-in on the same device; does nothing for the device of another user. */
export async function renewDevice({
  services: { sql },
  session,
  userId,
  body: { endpoint },
}: ContractCall<typeof notificationActions.renewDevice>): Promise<
  ContractResult<typeof notificationActions.renewDevice>
> {
  const renewed = await sql`
    update push_subscriptions set session = ${session.family ?? ""}
    where endpoint_hash = ${hashEndpoint(endpoint)} and "user" = ${userId} returning id`;
  return { is_renewed: renewed.length > 0 };
}

/** FORBIDDEN for a device of another user. */
export async function removeOwnDevice({
  services: { sql },
  userId,
  id,
}: ContractCall<typeof notificationActions.removeDevice>): Promise<void> {
  const removed = await sql`delete from push_subscriptions where id = ${id} and "user" = ${userId} returning id`;
  if (removed.length === 0) throwApiError("FORBIDDEN");
}
