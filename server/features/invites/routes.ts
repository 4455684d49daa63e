// §2 invites: routes to create, read and withdraw them, and the timer that expires them.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { limits } from "#domain/limits.ts";
import type { AppServices } from "#server/context.ts";
import { expireInvites } from "#server/features/invites/expire-invites.ts";
import { cancelInvite, createInvite, inviteFields } from "#server/features/invites/create-invite.ts";
import { readVisitorInvite } from "#server/features/invites/visitor-invite.ts";
import {
  type ActionContext,
  createActionContext,
  parseActionBody,
  parseRowId,
  sendJsonText,
} from "#server/http/action-request.ts";
import { readEntryJson } from "#server/features/parking/entry-json.ts";
import { getInviteLink } from "#server/features/parking/parking-messages.ts";

/** Header with the token of the visitor's page. */
const inviteHeader = "x-invite";

export function inviteRoutes(app: FastifyInstance, services: AppServices): void {
  const createContext = (request: FastifyRequest) => createActionContext({ services, request });

  const readInviteJson = ({ id, ...context }: ActionContext & { id: number }) =>
    readEntryJson({ ...context, id, extra: { link: getInviteLink({ services, id }) } });

  app.get("/actions/invites/visitor", async (request, reply) => {
    const data = await readVisitorInvite({ services, token: request.headers[inviteHeader] });
    return reply.send({ data });
  });

  app.post("/actions/invites", async (request, reply) => {
    const context = await createContext(request);
    const id = await createInvite({ ...context, body: parseActionBody({ request, fields: inviteFields }) });
    return sendJsonText({ reply, text: await readInviteJson({ ...context, id }) });
  });

  app.get("/actions/invites/:id", async (request, reply) => {
    const context = await createContext(request);
    return sendJsonText({ reply, text: await readInviteJson({ ...context, id: parseRowId(request) }) });
  });

  app.post("/actions/invites/:id/cancel", async (request, reply) => {
    const [context, id] = [await createContext(request), parseRowId(request)];
    await cancelInvite({ ...context, id });
    return sendJsonText({ reply, text: await readInviteJson({ ...context, id }) });
  });

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
