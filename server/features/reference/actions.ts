// §2 §4: reference of the actions, from their contracts.
import { toJSONSchema, type ZodType } from "zod";
import type { Collection } from "#domain/schema/collection.ts";
import { findCollection } from "#domain/collections.ts";
import { contracts } from "#domain/contracts.ts";
import { type Contract, type ContractOptions, parseContractRoute } from "#domain/schema/contract.ts";
import { can } from "#domain/access/capabilities.ts";
import type { Actor } from "#domain/access/roles.ts";
import { type DocumentedCall, isAuthenticated } from "#server/features/reference/documented-call.ts";
import { getGrant } from "#server/items/access/grants.ts";
import {
  toSchemaRef,
  type OpenApiSchema,
  getSchemaName,
  buildWriteValueSchema,
} from "#server/items/openapi/schemas.ts";

const getCollection = (name: string): Collection => findCollection(name)!;

/** Schema of an action's body: fields of collections, inputs, and the action's other properties. */
function toBodySchema({ fields = {}, inputs = {}, body }: Contract): OpenApiSchema {
  const properties: { [name: string]: object } = {};
  for (const [name, names] of Object.entries(fields))
    for (const field of names)
      properties[field] = buildWriteValueSchema({ name: field, field: getCollection(name).fields[field]! });
  for (const [name, field] of Object.entries(inputs)) properties[name] = buildWriteValueSchema({ name, field });
  const { properties: additional = {} } = body ? toJSONSchema(body, { io: "input", unrepresentable: "any" }) : {};
  for (const [name, schema] of Object.entries(additional))
    if (typeof schema === "object") properties[name] = { ...properties[name], ...schema };
  return { type: "object", properties, additionalProperties: false };
}

function describeContract(contract: Contract): DocumentedCall {
  const { area, summary, fields, inputs, body, query, requiredQuery, headers, reply, errors } = contract;
  const { isUpload, isIdempotent } = contract;
  const hasBody = fields !== undefined || inputs !== undefined || body !== undefined;
  return {
    ...parseContractRoute(contract.route),
    tag: `Actions: ${area}`,
    summary,
    ...(errors.length > 0 ? { description: `Errors: ${errors.map((code) => `\`${code}\``).join(", ")}.` } : {}),
    isVisibleTo: toVisibility(contract),
    isPublic: contract.access === "public",
    ...toResponse(reply),
    ...(hasBody ? { body: toBodySchema(contract) } : {}),
    ...(query ? { query } : {}),
    ...(requiredQuery ? { requiredQuery } : {}),
    ...(headers ? { headers } : {}),
    ...(isUpload ? { isUpload } : {}),
    ...(isIdempotent ? { isIdempotent } : {}),
  };
}

/** Response of a contract: a row with its additional properties, other JSON, a stream, or none. */
function toResponse(reply: ContractOptions["reply"]): Partial<DocumentedCall> {
  if (reply === undefined) return {};
  if (typeof reply === "string") return { responseSchema: { type: "string" }, isPlain: true, type: reply };
  if (!("collection" in reply)) return { responseSchema: toReplySchema(reply) };
  const row = toSchemaRef(getSchemaName(getCollection(reply.collection)));
  const { additionalProperties: _, ...extra } = toReplySchema(reply.extra);
  return { responseSchema: { allOf: [row, extra] } };
}

function toReplySchema(schema: ZodType): OpenApiSchema {
  const { $schema: _, ...rest } = toJSONSchema(schema, { io: "output", unrepresentable: "any" });
  return rest;
}

function toVisibility({ access = "session", visibleTo }: Contract): (actor: Actor) => boolean {
  const audience = visibleTo ?? (typeof access === "object" ? access : undefined);
  if (audience === undefined) return access === "public" ? () => true : isAuthenticated;
  if ("can" in audience) return (actor) => can(actor, audience.can);
  const { operation, collection: name } = audience;
  return (actor) =>
    isAuthenticated(actor) && getGrant({ collection: getCollection(name), operation, actor }) !== undefined;
}

export const actionCalls: readonly DocumentedCall[] = contracts.map(describeContract);
