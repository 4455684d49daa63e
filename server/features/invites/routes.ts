// §2 invites: made, shown with their QR, withdrawn; and the clock that ends them.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { limits } from "#domain/limits.ts";
import type { House } from "#server/context.ts";
import { expireInvites } from "#server/features/invites/expire-invites.ts";
import { cancelInvite, invite, inviteFields } from "#server/features/invites/invite.ts";
import { visitorInvite } from "#server/features/invites/visitor.ts";
import { originOf, sessionOf } from "#server/request.ts";
import { type Acting, bodyOf, idIn, sendText } from "#server/services/action.ts";
import { entryText } from "#server/services/entry-text.ts";
import { inviteLink } from "#server/services/parking-messages.ts";

/** Where the visitor's page sends its token. */
const inviteHeader = "x-invite";

export function inviteRoutes(app: FastifyInstance, house: House): void {
  const acting = async (request: FastifyRequest): Promise<Acting> => ({
    house,
    session: await sessionOf({ house, request }),
    origin: originOf(request),
  });

  const textOf = ({ id, ...who }: Acting & { id: number }) =>
    entryText({ ...who, id, more: { link: inviteLink({ id, secret: house.config.secret }) } });

  app.get("/actions/invites/visitor", async (request, reply) => {
    const data = await visitorInvite({ house, token: request.headers[inviteHeader] });
    return reply.header("cache-control", "no-store").send({ data });
  });

  app.post("/actions/invites", async (request, reply) => {
    const who = await acting(request);
    const id = await invite({ ...who, body: bodyOf({ request, fields: inviteFields }) });
    return sendText({ reply, text: await textOf({ ...who, id }) });
  });

  app.get("/actions/invites/:id", async (request, reply) => {
    const who = await acting(request);
    return sendText({ reply, text: await textOf({ ...who, id: idIn(request) }) });
  });

  app.post("/actions/invites/:id/cancel", async (request, reply) => {
    const [who, id] = [await acting(request), idIn(request)];
    await cancelInvite({ ...who, id });
    return sendText({ reply, text: await textOf({ ...who, id }) });
  });

  endInvitesInTime(app, house);
}

/** Only while the port is open: an app that is only asked within the process has no clock running. */
function endInvitesInTime(app: FastifyInstance, house: House): void {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  const end = () => {
    running = expireInvites({ house, now: house.clock() }).catch((error: unknown) => app.log.error(error));
  };
  app.addHook("onListen", async () => {
    end();
    timer = setInterval(end, limits.inviteExpiryEveryMs);
    timer.unref();
  });
  app.addHook("preClose", async () => {
    clearInterval(timer);
    await running;
  });
}
