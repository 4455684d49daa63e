// §2 invites: routes to create, read and withdraw them, and the timer that expires them.
import type { FastifyInstance } from "fastify";
import { inviteActions } from "#domain/invites/actions.ts";
import * as limits from "#domain/limits.ts";
import { isCustomer } from "#domain/access/roles.ts";
import type { AppServices } from "#server/context.ts";
import { findHomes } from "#server/features/accounts/homes.ts";
import { expireInvites } from "#server/features/invites/expire-invites.ts";
import { cancelInvite, createInvite } from "#server/features/invites/create-invite.ts";
import { readVisitorInvite, watchVisitorInvite } from "#server/features/invites/visitor-invite.ts";
import type { SessionContext } from "#server/http/action-request.ts";
import { implement } from "#server/http/implement.ts";
import { readEntryJson } from "#server/features/parking/entry-json.ts";
import { getInviteLink } from "#server/features/parking/parking-messages.ts";
import type { LiveUpdates } from "#server/live/live.ts";

const readInviteJson = ({ services, id, ...context }: SessionContext & { id: number }): Promise<string> =>
  readEntryJson({ ...context, services, id, extra: { link: getInviteLink({ services, id }) } });

const implementations = [
  implement(inviteActions.create, async (call) => readInviteJson({ ...call, id: await createInvite(call) })),
  implement(inviteActions.read, readInviteJson),
  implement(inviteActions.readHomes, async ({ services, session: { actor } }) => {
    if (!isCustomer(actor) || actor.phone === null) return [];
    const homes = await findHomes({ tx: services.sql, phone: actor.phone });
    return homes.map(({ branch, unit }) => ({ branch, unit }));
  }),
  implement(inviteActions.cancel, async (call) => {
    await cancelInvite(call);
    return readInviteJson(call);
  }),
  implement(inviteActions.readAsVisitor, ({ services, headers }) =>
    readVisitorInvite({ services, token: headers["x-invite"] }),
  ),
];

export function inviteRoutes(
  app: FastifyInstance,
  { services, live }: { services: AppServices; live: LiveUpdates },
): void {
  const watch = implement(inviteActions.watchAsVisitor, ({ query }, exchange) =>
    watchVisitorInvite({ services, live, token: query.t, ...exchange }),
  );
  for (const mount of [...implementations, watch]) mount(app, services);
  scheduleInviteExpiry(app, services);
}

/** Runs only while the server listens; an app used through `inject` starts no timer. */
function scheduleInviteExpiry(app: FastifyInstance, services: AppServices): void {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  const expire = () => {
    running = expireInvites({ services, now: services.clock() }).catch((error: unknown) => app.log.error(error));
  };
  app.addHook("onListen", async () => {
    expire();
    timer = setInterval(expire, limits.inviteExpiryEveryMs);
    timer.unref();
  });
  app.addHook("preClose", async () => {
    clearInterval(timer);
    await running;
  });
}
