// §7: /graphql for items and /graphql/system for the system collections.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AppServices } from "#server/context.ts";
import type { GraphqlEngine } from "#server/features/graphql/engine.ts";
import type { GraphqlRequest } from "#server/features/graphql/execute-request.ts";
import { parseRow } from "#server/items/rest/request-bodies.ts";
import type { GraphqlScope } from "#server/items/graphql/schema.ts";
import { getSession } from "#server/request.ts";
import type { RouteList } from "#server/http/route-list.ts";
import { throwInvalidPayload } from "#server/items/api-error.ts";

export function graphqlRoutes(
  app: FastifyInstance,
  { services, routes }: { services: AppServices; routes: RouteList },
): void {
  let engine: Promise<GraphqlEngine> | undefined;
  const loadEngine = async (): Promise<GraphqlEngine> => {
    const loaded = await import("#server/features/graphql/engine.ts");
    return new loaded.GraphqlEngine(routes);
  };
  const getEngine = (): Promise<GraphqlEngine> => (engine ??= loadEngine());
  const scopes: { [url: string]: GraphqlScope } = { "/graphql": "items", "/graphql/system": "system" };
  for (const [url, scope] of Object.entries(scopes)) {
    app.get(url, async (request, reply) => {
      const graphqlRequest = parseQueryRequest(request);
      return sendResponse({
        reply,
        response: await (await getEngine()).execute({ app, services, request, reply, scope, graphqlRequest }),
      });
    });
    app.post(url, async (request, reply) => {
      const graphqlRequest = parseBodyRequest(request);
      return sendResponse({
        reply,
        response: await (await getEngine()).execute({ app, services, request, reply, scope, graphqlRequest }),
      });
    });
  }
  const schemaUrls: { [url: string]: GraphqlScope } = {
    "/server/specs/graphql": "items",
    "/server/specs/graphql/system": "system",
  };
  for (const [url, scope] of Object.entries(schemaUrls))
    app.get(url, async (request, reply) => {
      const { actor } = await getSession({ services, request });
      const name = `chaavi_${scope}.graphql`;
      return reply
        .header("content-disposition", `attachment; filename="${name}"`)
        .type("text/plain; charset=utf-8")
        .send((await getEngine()).print({ actor, scope }));
    });
}

function sendResponse({ reply, response }: { reply: FastifyReply; response: object }): FastifyReply {
  return reply.type("application/json; charset=utf-8").send(response);
}

function parseBodyRequest(request: FastifyRequest): GraphqlRequest {
  const { query, variables, operationName } = parseRow(request.body);
  return toGraphqlRequest({ query, variables, operationName, isMutationAllowed: true });
}

/** GET requests accept no mutations: URLs are stored in histories and logs, and can be opened unintentionally. */
function parseQueryRequest(request: FastifyRequest): GraphqlRequest {
  const { query, variables, operationName } = parseRow(request.query);
  const parsedVariables = typeof variables === "string" && variables !== "" ? parseVariables(variables) : undefined;
  return toGraphqlRequest({ query, variables: parsedVariables, operationName, isMutationAllowed: false });
}

function parseVariables(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return throwInvalidPayload('"variables" must be JSON.');
  }
}

function toGraphqlRequest({
  query,
  variables,
  operationName,
  isMutationAllowed,
}: {
  query: unknown;
  variables: unknown;
  operationName: unknown;
  isMutationAllowed: boolean;
}): GraphqlRequest {
  if (typeof query !== "string" || query === "") throwInvalidPayload('Send the GraphQL text as "query".');
  if (operationName !== undefined && operationName !== null && typeof operationName !== "string")
    throwInvalidPayload('"operationName" must be text.');
  return {
    document: query,
    variables: parseRow(variables),
    operationName: operationName ?? null,
    isMutationAllowed,
  };
}
