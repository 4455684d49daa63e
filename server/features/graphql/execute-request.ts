// §7: executes one GraphQL request.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type DocumentNode, execute, getOperationAST, GraphQLError, type GraphQLSchema } from "graphql";
import { errorCatalogue, isErrorCode } from "#domain/errors.ts";
import { type AppServices, runInTransaction } from "#server/context.ts";
import { assertValidDocument, parseDocument, throwInvalidDocument } from "#server/items/graphql/document.ts";
import type { GraphqlContext } from "#server/items/graphql/context.ts";
import { parseRows } from "#server/items/read/parse-rows.ts";
import type { SchemaCache, GraphqlScope } from "#server/items/graphql/schema.ts";
import { toApiError } from "#server/items/database-error.ts";
import { parseQuery } from "#server/items/query/query.ts";
import { parseRow } from "#server/items/rest/request-bodies.ts";
import { ApiError, throwApiError } from "#server/items/api-error.ts";
import type { Session } from "#server/items/access/session.ts";
import { reloadSession, toErrorBody, getRequestOrigin, readListAs, getSession } from "#server/request.ts";

export interface GraphqlRequest {
  document: string;
  variables: { [name: string]: unknown };
  operationName: string | null;
  isMutationAllowed: boolean;
}

export interface ExecuteInput {
  app: FastifyInstance;
  services: AppServices;
  schemas: SchemaCache;
  request: FastifyRequest;
  reply: FastifyReply;
  scope: GraphqlScope;
  graphqlRequest: GraphqlRequest;
}

interface GraphqlErrorBody {
  message: string;
  extensions: { [key: string]: unknown };
}

/**
 * Throws GRAPHQL_VALIDATION for a request that does not match the schema, METHOD_NOT_ALLOWED for a mutation by GET;
 * other errors are returned in `errors`.
 */
export async function executeRequest(input: ExecuteInput): Promise<{ data?: unknown; errors?: GraphqlErrorBody[] }> {
  const { services, request, graphqlRequest } = input;
  const { session, schema, document } = await prepareExecution({
    ...input,
    session: await getSession({ services, request }),
  });
  assertNoMutation({ document, graphqlRequest });
  const result = await execute({
    schema,
    document,
    contextValue: createGraphqlContext({ ...input, session }),
    variableValues: graphqlRequest.variables,
    operationName: graphqlRequest.operationName,
  });
  // Without `data` the error precedes the execution, for example an invalid variable or operation name.
  if (result.data === undefined) throwInvalidDocument(result.errors ?? []);
  if (!result.errors) return { data: result.data };
  return { errors: result.errors.flatMap((error) => toGraphqlErrorBodies({ error, request })), data: result.data };
}

/**
 * Validates the document; after a failure it is validated again with the reloaded session, since the cached permissions
 * may be outdated.
 */
async function prepareExecution({
  schemas,
  services,
  scope,
  graphqlRequest,
  session,
}: ExecuteInput & { session: Session }): Promise<{
  session: Session;
  schema: GraphQLSchema;
  document: DocumentNode;
}> {
  // Parses the document first: an invalid or oversized one is rejected for every caller, so the session need not be
  // loaded.
  const document = parseDocument(graphqlRequest.document);
  const check = (current: Session) => {
    const schema = schemas.get({ actor: current.actor, scope });
    assertValidDocument({ schema, document });
    return { session: current, schema, document };
  };
  try {
    return check(session);
  } catch (error) {
    if (session.actor.id === null || !(error instanceof ApiError)) throw error;
    const reloaded = await reloadSession({ services, session });
    if (reloaded.stamp === session.stamp) throw error;
    return check(reloaded);
  }
}

function assertNoMutation({
  document,
  graphqlRequest,
}: {
  document: DocumentNode;
  graphqlRequest: GraphqlRequest;
}): void {
  const operation = getOperationAST(document, graphqlRequest.operationName);
  if (operation?.operation === "mutation" && !graphqlRequest.isMutationAllowed)
    throwApiError("METHOD_NOT_ALLOWED", {}, "Mutations must be sent by POST.");
}

function createGraphqlContext({
  app,
  services,
  request,
  reply,
  session,
}: ExecuteInput & { session: Session }): GraphqlContext {
  // Runs the root fields one after the other, so that a request uses one database connection.
  let previous: Promise<unknown> = Promise.resolve();
  const runInSequence = <T>(work: () => Promise<T>): Promise<T> => {
    const result = previous.then(work, work);
    previous = result.catch(() => undefined);
    return result;
  };
  return {
    read: ({ collection, raw }) =>
      runInSequence(async () => {
        const { data } = await readListAs({ services, session, collection, query: parseQuery(raw) });
        return parseRows(data);
      }),
    write: (work) =>
      runInSequence(() => runInTransaction({ services, session, origin: getRequestOrigin(request), work })),
    callRoute: (call) => runInSequence(() => callInternalRoute({ app, request, reply, ...call })),
  };
}

const forwardedHeaders = ["authorization", "cookie", "user-agent"] as const;

/**
 * Calls an internal route with the credentials and client address of the request; throws its errors as
 * InternalRouteError.
 */
async function callInternalRoute({
  app,
  request,
  reply,
  method,
  url,
  body,
}: Pick<ExecuteInput, "app" | "request" | "reply"> & Parameters<GraphqlContext["callRoute"]>[0]): Promise<unknown> {
  const headers: { [name: string]: string } = {};
  for (const name of forwardedHeaders) if (request.headers[name] !== undefined) headers[name] = request.headers[name];
  const { access_token: token } = parseRow(request.query);
  const targetUrl =
    typeof token === "string" ? `${url}${url.includes("?") ? "&" : "?"}access_token=${encodeURIComponent(token)}` : url;
  const response = await app.inject({
    method,
    url: targetUrl,
    remoteAddress: request.ip,
    headers: { ...headers, "content-type": "application/json" },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const cookies = response.headers["set-cookie"];
  if (cookies !== undefined) reply.header("set-cookie", cookies);
  if (response.statusCode === 204) return null;
  if (!String(response.headers["content-type"]).includes("json")) return response.body;
  const responseBody = response.json<{ data?: unknown; errors?: GraphqlErrorBody[] }>();
  if (responseBody.errors) throw new InternalRouteError(responseBody.errors);
  return "data" in responseBody ? responseBody.data : responseBody;
}

/** Error body of an internal route, returned unchanged in the GraphQL response. */
class InternalRouteError extends Error {
  readonly errors: readonly GraphqlErrorBody[];
  constructor(errors: readonly GraphqlErrorBody[]) {
    super(errors[0]?.message ?? "");
    this.errors = errors;
  }
}

/** Converts the error of a field, with its locations in the document and its path in the response. */
function toGraphqlErrorBodies({
  error,
  request,
}: {
  error: GraphQLError;
  request: FastifyRequest;
}): GraphqlErrorBody[] {
  const entries = toGraphqlErrorBody({ error, request });
  request.errorCodes = [
    ...(request.errorCodes ?? []),
    ...entries.map(({ extensions }) => extensions["code"]).filter(isErrorCode),
  ];
  return entries;
}

function toGraphqlErrorBody({ error, request }: { error: GraphQLError; request: FastifyRequest }): GraphqlErrorBody[] {
  const { locations, path, originalError } = error;
  const position = { ...(locations ? { locations } : {}), ...(path ? { path } : {}) };
  if (originalError instanceof InternalRouteError)
    return originalError.errors.map((entry) => ({ ...entry, ...position }));
  const apiError = originalError && toApiError(originalError);
  if (apiError instanceof ApiError) return toErrorBody(apiError).errors.map((entry) => ({ ...entry, ...position }));
  // Without an original error it is raised by GraphQL itself: a value of a wrong type.
  if (!originalError || originalError instanceof GraphQLError)
    return [{ message: error.message, extensions: { code: "GRAPHQL_VALIDATION" }, ...position }];
  request.log.error(originalError);
  return [
    {
      message: errorCatalogue.INTERNAL_SERVER_ERROR.text,
      extensions: { code: "INTERNAL_SERVER_ERROR", request_id: request.id },
      ...position,
    },
  ];
}
