// §7: one GraphQL request from its text to its answer.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type DocumentNode, execute, getOperationAST, GraphQLError, type GraphQLSchema } from "graphql";
import { errors } from "#domain/errors.ts";
import { type House, inTransaction } from "#server/context.ts";
import { checkDocument, documentOf, refuseDocument } from "#server/items/graphql/document.ts";
import type { Door } from "#server/items/graphql/door.ts";
import type { Answered } from "#server/items/graphql/made-types.ts";
import type { Schemas, Scope } from "#server/items/graphql/schema.ts";
import { asRefused } from "#server/items/database-error.ts";
import { parseQuery } from "#server/items/query.ts";
import { Refused, refuse } from "#server/items/refused.ts";
import type { Session } from "#server/items/who.ts";
import { againSession, errorBody, originOf, readAs, sessionOf } from "#server/request.ts";

export interface Asked {
  text: string;
  variables: { [name: string]: unknown };
  operationName: string | null;
  isChangeAllowed: boolean;
}

interface Asking {
  app: FastifyInstance;
  house: House;
  schemas: Schemas;
  request: FastifyRequest;
  reply: FastifyReply;
  scope: Scope;
  asked: Asked;
}

interface Told {
  message: string;
  extensions: { [key: string]: unknown };
}

/** Throws GRAPHQL_VALIDATION for what does not fit the schema, METHOD_NOT_ALLOWED for a change by GET; all else is in `errors`. */
export async function answerOf(asking: Asking): Promise<{ data?: unknown; errors?: Told[] }> {
  const { house, request, asked } = asking;
  const { session, schema, document } = await fitting({ ...asking, session: await sessionOf({ house, request }) });
  refuseChange({ document, asked });
  const result = await execute({
    schema,
    document,
    contextValue: doorOf({ ...asking, session }),
    variableValues: asked.variables,
    operationName: asked.operationName,
  });
  // What is wrong before the first field is asked (a variable, the operation's name) has no data at all.
  if (result.data === undefined) refuseDocument(result.errors ?? []);
  if (!result.errors) return { data: result.data };
  return { errors: result.errors.flatMap((error) => told({ error, request })), data: result.data };
}

/** The document as the person may ask it now: what this process knows of them may be older than what they may by now. */
async function fitting({ schemas, house, scope, asked, session }: Asking & { session: Session }): Promise<{
  session: Session;
  schema: GraphQLSchema;
  document: DocumentNode;
}> {
  // What is no document, or too large a one, is so for everybody: nobody need be asked who this is by now.
  const document = documentOf(asked.text);
  const check = (of: Session) => {
    const schema = schemas.of({ who: of.who, scope });
    checkDocument({ schema, document });
    return { session: of, schema, document };
  };
  try {
    return check(session);
  } catch (error) {
    if (session.who.id === null || !(error instanceof Refused)) throw error;
    const fresh = await againSession({ house, session });
    if (fresh.stamp === session.stamp) throw error;
    return check(fresh);
  }
}

function refuseChange({ document, asked }: { document: DocumentNode; asked: Asked }): void {
  const operation = getOperationAST(document, asked.operationName);
  if (operation?.operation === "mutation" && !asked.isChangeAllowed)
    refuse("METHOD_NOT_ALLOWED", {}, "Changes are sent by POST.");
}

function doorOf({ app, house, request, reply, session }: Asking & { session: Session }): Door {
  // One connection for one request, however many fields its root has.
  let before: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = before.then(work, work);
    before = turn.catch(() => undefined);
    return turn;
  };
  return {
    read: ({ collection, raw }) =>
      inTurn(async () => {
        const { data } = await readAs({ house, session, collection, query: parseQuery(raw) });
        return JSON.parse(data) as Answered[];
      }),
    write: (work) => inTurn(() => inTransaction({ house, session, origin: originOf(request), work })),
    ask: (call) => inTurn(() => askOwn({ app, request, reply, ...call })),
  };
}

const passedOn = ["authorization", "cookie", "user-agent"] as const;

/** Asks one of our own addresses as the same person from the same place; throws what it refuses. */
async function askOwn({
  app,
  request,
  reply,
  method,
  url,
  body,
}: Pick<Asking, "app" | "request" | "reply"> & Parameters<Door["ask"]>[0]): Promise<unknown> {
  const headers: { [name: string]: string } = {};
  for (const name of passedOn) if (request.headers[name] !== undefined) headers[name] = request.headers[name];
  const token = (request.query as { access_token?: unknown }).access_token;
  const address =
    typeof token === "string" ? `${url}${url.includes("?") ? "&" : "?"}access_token=${encodeURIComponent(token)}` : url;
  const answer = await app.inject({
    method,
    url: address,
    remoteAddress: request.ip,
    headers: { ...headers, "content-type": "application/json" },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const cookies = answer.headers["set-cookie"];
  if (cookies !== undefined) reply.header("set-cookie", cookies);
  if (answer.statusCode === 204) return null;
  if (!String(answer.headers["content-type"]).includes("json")) return answer.body;
  const given = answer.json<{ data?: unknown; errors?: Told[] }>();
  if (given.errors) throw new OwnRefusal(given.errors);
  return "data" in given ? given.data : given;
}

/** What one of our own addresses refused, to be told as it said it. */
class OwnRefusal extends Error {
  readonly errors: readonly Told[];
  constructor(given: readonly Told[]) {
    super(given[0]?.message ?? "");
    this.errors = given;
  }
}

/** An error of one field, with its place in the document and in the answer. */
function told({ error, request }: { error: GraphQLError; request: FastifyRequest }): Told[] {
  const { locations, path, originalError } = error;
  const place = { ...(locations ? { locations } : {}), ...(path ? { path } : {}) };
  if (originalError instanceof OwnRefusal) return originalError.errors.map((one) => ({ ...one, ...place }));
  const known = originalError && asRefused(originalError);
  if (known instanceof Refused) return errorBody(known).errors.map((one) => ({ ...one, ...place }));
  // Without an error of ours it is GraphQL's own: a value that does not fit where it is used.
  if (!originalError || originalError instanceof GraphQLError)
    return [{ message: error.message, extensions: { code: "GRAPHQL_VALIDATION" }, ...place }];
  request.log.error(originalError);
  return [{ message: errors.INTERNAL_SERVER_ERROR.text, extensions: { code: "INTERNAL_SERVER_ERROR" }, ...place }];
}
