// Mounts the routes of contracts: session, idempotency key, validated parameters and body, and the reply.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Row } from "#domain/schema/collection.ts";
import {
  type Contract,
  type ContractBody,
  type ContractParameters,
  parseContractRoute,
} from "#domain/schema/contract.ts";
import type { AppServices } from "#server/context.ts";
import { type ActionContext, createActionContext, parseRowId, sendJsonText } from "#server/http/action-request.ts";
import { throwInvalidPayload } from "#server/items/api-error.ts";
import { parseRow } from "#server/items/rest/request-bodies.ts";

/** What a handler gets: its transaction is `runInTransaction` with this context, which carries the idempotency key. */
type ContractCall<C extends Contract> = ActionContext & ContractParameters<C> & { body: ContractBody<C> };

/** Mounts the route of one contract. */
type MountContract = (app: FastifyInstance, services: AppServices) => void;

/** The handler returns the reply: JSON text as it is, or `data`. */
export function implement<C extends Contract>(
  contract: C,
  handler: (call: ContractCall<C>) => Promise<string | object | null>,
): MountContract {
  const { method, path } = parseContractRoute(contract.route);
  const hasId = path.includes("/:id");
  const parseBody = createBodyParser(contract);
  return (app, services) =>
    app.route({
      method,
      url: path,
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const { idempotency, ...context } = await createActionContext({ services, request });
        const call = {
          ...context,
          ...(contract.isIdempotent ? { idempotency } : {}),
          ...(hasId ? { id: parseRowId(request) } : {}),
          ...(contract.query ? { query: request.query } : {}),
          body: parseBody(request.body),
        };
        const result = await handler(call as ContractCall<C>);
        return typeof result === "string" ? sendJsonText({ reply, text: result }) : reply.send({ data: result });
      },
    });
}

/** Rejects properties that the contract does not declare; fields of collections are validated by the write path. */
function createBodyParser({ fields = {}, body: schema, bodyName = "this" }: Contract): (body: unknown) => Row {
  const names = new Set([...Object.values(fields).flat(), ...Object.keys(schema?.shape ?? {})]);
  if (names.size === 0) return () => ({});
  return (sent) => {
    const body = parseRow(sent);
    for (const name of Object.keys(body))
      if (!names.has(name)) throwInvalidPayload(`"${name}" is not part of ${bodyName}.`);
    const parsed = schema?.safeParse(body);
    if (parsed && !parsed.success) throwInvalidPayload(parsed.error.issues[0]!.message);
    return { ...body, ...parsed?.data };
  };
}
