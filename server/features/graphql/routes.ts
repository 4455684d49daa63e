// §7: /graphql for items and /graphql/system for the system collections: the same reads and writes in another language.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { printSchema } from "graphql";
import type { House } from "#server/context.ts";
import { answerOf, type Asked } from "#server/features/graphql/answer.ts";
import { systemRoots } from "#server/features/graphql/system-roots.ts";
import { rowOf } from "#server/items/bodies.ts";
import { Schemas, type Scope } from "#server/items/graphql/schema.ts";
import { sessionOf } from "#server/request.ts";
import type { RouteList } from "#server/services/route-list.ts";
import { refusePayload } from "#server/items/refused.ts";

export function graphqlRoutes(app: FastifyInstance, { house, routes }: { house: House; routes: RouteList }): void {
  const schemas = new Schemas(systemRoots(routes));
  const scopes: { [url: string]: Scope } = { "/graphql": "items", "/graphql/system": "system" };
  for (const [url, scope] of Object.entries(scopes)) {
    app.get(url, async (request, reply) => {
      const asked = askedInAddress(request);
      return send({ reply, answer: await answerOf({ app, house, schemas, request, reply, scope, asked }) });
    });
    app.post(url, async (request, reply) => {
      const asked = askedInBody(request);
      return send({ reply, answer: await answerOf({ app, house, schemas, request, reply, scope, asked }) });
    });
  }
  const texts: { [url: string]: Scope } = {
    "/server/specs/graphql": "items",
    "/server/specs/graphql/system": "system",
  };
  for (const [url, scope] of Object.entries(texts))
    app.get(url, async (request, reply) => {
      const { who } = await sessionOf({ house, request });
      const name = `chaavi_${scope}.graphql`;
      return reply
        .headers({ "cache-control": "no-cache", "content-disposition": `attachment; filename="${name}"` })
        .type("text/plain; charset=utf-8")
        .send(printSchema(schemas.of({ who, scope })));
    });
}

function send({ reply, answer }: { reply: FastifyReply; answer: object }): FastifyReply {
  return reply.header("cache-control", "no-cache").type("application/json; charset=utf-8").send(answer);
}

function askedInBody(request: FastifyRequest): Asked {
  const { query, variables, operationName } = rowOf(request.body);
  return asked({ query, variables, operationName, isChangeAllowed: true });
}

/** An address is kept in histories and logs and followed by accident: nothing is changed by one. */
function askedInAddress(request: FastifyRequest): Asked {
  const { query, variables, operationName } = request.query as { [name: string]: unknown };
  const given = typeof variables === "string" && variables !== "" ? parsed(variables) : undefined;
  return asked({ query, variables: given, operationName, isChangeAllowed: false });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refusePayload('"variables" must be JSON.');
  }
}

function asked({
  query,
  variables,
  operationName,
  isChangeAllowed,
}: {
  query: unknown;
  variables: unknown;
  operationName: unknown;
  isChangeAllowed: boolean;
}): Asked {
  if (typeof query !== "string" || query === "") refusePayload('Send the GraphQL text as "query".');
  const isNamed = operationName === undefined || operationName === null || typeof operationName === "string";
  if (!isNamed) refusePayload('"operationName" must be text.');
  return {
    text: query,
    variables: rowOf(variables),
    operationName: (operationName as string | null | undefined) ?? null,
    isChangeAllowed,
  };
}
