// Mounts the routes of contracts: session, idempotency key, validated parameters and body, and the reply.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { can } from "#domain/access/capabilities.ts";
import type { Row } from "#domain/schema/collection.ts";
import {
  type CallProperty,
  type Contract,
  type ContractBody,
  type ContractParameters,
  type ContractResult,
  listPathNames,
  parseContractRoute,
} from "#domain/schema/contract.ts";
import { requireUser } from "#server/auth/require-user.ts";
import type { AppServices, RequestOrigin } from "#server/context.ts";
import {
  type ActionContext,
  createActionContext,
  type IdempotentContext,
  parseRowId,
  sendJsonText,
} from "#server/http/action-request.ts";
import { getPathParam } from "#server/http/request-values.ts";
import { throwInvalidPayload } from "#server/items/api-error.ts";
import { parseRow } from "#server/items/rest/request-bodies.ts";
import { getRequestOrigin, getSession, requireFreshSession } from "#server/request.ts";

/** Context of an action without a session. */
export interface PublicContext {
  services: AppServices;
  origin: RequestOrigin;
}

/** Does not compile for a property that a parameter of a route could replace. */
type ReservedProperties<T extends { [K in keyof T]: K extends CallProperty ? unknown : never }> = T;

type CallContext<C> = C extends { access: "public" }
  ? ReservedProperties<PublicContext>
  : (C extends { isIdempotent: true } ? ReservedProperties<IdempotentContext> : ReservedProperties<ActionContext>) &
      (C extends { access: "user" } ? ReservedProperties<{ userId: string }> : unknown);

/** What a handler gets: its transaction is `runInTransaction` with this context, which carries the idempotency key. */
export type ContractCall<C extends Contract> = CallContext<C> & ContractParameters<C> & { body: ContractBody<C> };

/** For handlers that read an upload, set cookies or write a stream. */
interface HttpExchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Mounts the route of one contract. */
export type MountContract = (app: FastifyInstance, services: AppServices) => void;

/** The handler returns what the contract declares, or the reply it has sent itself. */
export function implement<C extends Contract>(
  contract: C,
  handler: (call: ContractCall<C>, exchange: HttpExchange) => Promise<ContractResult<C> | FastifyReply>,
): MountContract {
  const { method, path } = parseContractRoute(contract.route);
  const parseParameters = createParameterParser(contract);
  const parseBody = createBodyParser(contract);
  return (app, services) =>
    app.route({
      method,
      url: path,
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const context = await createContext({ contract, services, request });
        const call = { ...context, ...parseParameters(request), body: parseBody(request) };
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed as the contract declares
        const result: unknown = await handler(call as ContractCall<C>, { request, reply });
        // A handler that returns the reply is awaited until it is sent.
        if (reply.sent) return reply;
        if (result === undefined) return reply.code(204).send();
        return typeof result === "string" && isRowReply(contract)
          ? sendJsonText({ reply, text: result })
          : reply.send({ data: result });
      },
    });
}

const isRowReply = ({ reply }: Contract): boolean => typeof reply === "object" && "collection" in reply;

/** Session of the caller as the contract's `access` requires it. */
async function createContext({
  contract: { access = "session", isIdempotent },
  services,
  request,
}: {
  contract: Contract;
  services: AppServices;
  request: FastifyRequest;
}): Promise<PublicContext | ActionContext | IdempotentContext> {
  if (access === "public") return { services, origin: getRequestOrigin(request) };
  if (access === "user") {
    const { session, id: userId } = await requireUser({ services, request });
    const context = createActionContext({ services, request, session, isIdempotent });
    return Object.assign(context, { userId });
  }
  const session =
    access === "session"
      ? await getSession({ services, request })
      : await requireFreshSession({ services, request, isAllowed: (actor) => can(actor, access.can) });
  return createActionContext({ services, request, session, isIdempotent });
}

function createParameterParser({ route, query, headers }: Contract): (request: FastifyRequest) => Row {
  const names = listPathNames(route);
  const headerNames = Object.keys(headers ?? {});
  return (request) => ({
    ...Object.fromEntries(
      names.map((name) => [name, name === "id" ? parseRowId(request) : getPathParam({ params: request.params, name })]),
    ),
    ...(query ? { query: request.query } : {}),
    ...(headers ? { headers: Object.fromEntries(headerNames.map((name) => [name, request.headers[name]])) } : {}),
  });
}

/**
 * Rejects properties that the contract does not declare; fields of collections are validated by the write path, inputs
 * by the handler.
 */
function createBodyParser({
  fields = {},
  inputs = {},
  body: schema,
  bodyName = "this",
  isUpload,
}: Contract): (request: FastifyRequest) => Row {
  const names = new Set([...Object.values(fields).flat(), ...Object.keys(inputs), ...Object.keys(schema?.shape ?? {})]);
  if (names.size === 0 || isUpload) return () => ({});
  return (request) => {
    const body = parseRow(request.body);
    for (const name of Object.keys(body))
      if (!names.has(name)) throwInvalidPayload(`"${name}" is not part of ${bodyName}.`);
    const parsed = schema?.safeParse(body);
    if (parsed && !parsed.success) throwInvalidPayload(parsed.error.issues[0]!.message);
    return { ...body, ...parsed?.data };
  };
}
