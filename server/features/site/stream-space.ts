// Stream of the free slots of the branches on a public page.
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { siteServices } from "#domain/site/site-data.ts";
import type { AppServices } from "#server/context.ts";
import { openEventStream } from "#server/http/event-stream.ts";
import { throwInvalidQuery } from "#server/items/api-error.ts";
import type { SpaceFeed } from "#server/features/site/space-feed.ts";

/** As many as a page of a listing shows, with those near a branch. */
const maxBranches = 24;

const spaceQuery = z.object({
  service: z.enum(siteServices),
  branches: z
    .string()
    .regex(/^\d{1,15}(,\d{1,15})*$/)
    .transform((list) => [...new Set(list.split(",").map(Number))])
    .refine((ids) => ids.length <= maxBranches),
});

/** INVALID_QUERY; TOO_MANY_CONNECTIONS as for other streams. */
export async function streamSpace({
  services,
  feed,
  request,
  reply,
}: {
  services: AppServices;
  feed: SpaceFeed;
  request: FastifyRequest;
  reply: FastifyReply;
}): Promise<FastifyReply> {
  const query = spaceQuery.safeParse(request.query).data;
  if (!query)
    return throwInvalidQuery(`"branches" must be up to ${maxBranches} ids, and "service" one of the services.`);
  const leave = services.connections.open({ address: request.ip });
  const stream = openEventStream(reply);
  stream.onEnd(leave);
  const unwatch = await feed.watch({
    service: query.service,
    branches: new Set(query.branches),
    send: (spaces) => stream.write(`data: ${JSON.stringify(spaces)}\n\n`),
    end: () => stream.end(),
  });
  stream.onEnd(unwatch);
  return reply;
}
