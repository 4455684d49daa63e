// §2 §4: reference of the actions, from their contracts. Actions not described here are listed with their path only.
import { toJSONSchema, type ZodType } from "zod";
import type { Collection, Operation } from "#domain/schema/collection.ts";
import { findCollection } from "#domain/collections.ts";
import { contracts } from "#domain/contracts.ts";
import { type Contract, type ContractOptions, parseContractRoute } from "#domain/schema/contract.ts";
import { can } from "#domain/access/capabilities.ts";
import type { Actor } from "#domain/access/roles.ts";
import type { DocumentedCall } from "#server/features/reference/documented-call.ts";
import { getGrant } from "#server/items/access/grants.ts";
import {
  toSchemaRef,
  type OpenApiSchema,
  getSchemaName,
  buildWriteValueSchema,
} from "#server/items/openapi/schemas.ts";

const getCollection = (name: string): Collection => findCollection(name)!;

/** Whether the actor's role has the grant, and the field if given. */
function canDo(operation: Operation, name: string, field?: string): (actor: Actor) => boolean {
  return (actor) => {
    const grant = getGrant({ collection: getCollection(name), operation, actor });
    return grant !== undefined && (field === undefined || grant.fields === null || grant.fields.has(field));
  };
}
const isAuthenticated = (actor: Actor): boolean => actor.id !== null;

/** Schema of an action's body: fields of collections plus the action's own properties. */
function toBodySchema(
  fieldsByCollection: { [collection: string]: readonly string[] },
  additional: { [name: string]: unknown } = {},
): OpenApiSchema {
  const properties: { [name: string]: unknown } = {};
  for (const [name, fields] of Object.entries(fieldsByCollection))
    for (const field of fields)
      properties[field] = buildWriteValueSchema({ name: field, field: getCollection(name).fields[field]! });
  return { type: "object", properties: { ...properties, ...additional }, additionalProperties: false };
}

function describeContract(contract: Contract): DocumentedCall {
  const { area, summary, fields, body, query, headers, reply, errors, isUpload, isIdempotent } = contract;
  const hasBody = fields !== undefined || body !== undefined;
  const { properties = {} } = body ? toJSONSchema(body, { io: "input", unrepresentable: "any" }) : {};
  return {
    ...parseContractRoute(contract.route),
    tag: `Actions: ${area}`,
    summary,
    ...(errors.length > 0 ? { description: `Errors: ${errors.map((code) => `\`${code}\``).join(", ")}.` } : {}),
    isVisibleTo: toVisibility(contract),
    ...toResponse(reply),
    ...(hasBody ? { body: toBodySchema(fields ?? {}, properties) } : {}),
    ...(query ? { query } : {}),
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
  const isGranted = canDo(audience.operation, audience.collection);
  return (actor) => isAuthenticated(actor) && isGranted(actor);
}

const text = { type: "string" };

type ActionDescription = Pick<DocumentedCall, "method" | "path" | "summary"> & Partial<DocumentedCall>;

function describeActions({
  tag,
  row,
  isVisibleTo,
  actions,
}: {
  tag: string;
  row?: string;
  isVisibleTo: DocumentedCall["isVisibleTo"];
  actions: readonly ActionDescription[];
}): DocumentedCall[] {
  const response = row === undefined ? {} : { responseSchema: toSchemaRef(getSchemaName(getCollection(row))) };
  return actions.map((call): DocumentedCall => ({
    tag: `Actions: ${tag}`,
    ...response,
    ...(isVisibleTo ? { isVisibleTo } : {}),
    ...call,
  }));
}

const ticketHolder = describeActions({
  tag: "valet customer",
  isVisibleTo: () => true,
  actions: [
    {
      method: "POST",
      path: "/actions/valet/customer/send-code",
      summary: "Send a code to the phone of the ticket found by `text`: a phone or vehicle number",
      body: toBodySchema({}, { company: text, branch: text, text }),
      responseSchema: {},
    },
    {
      method: "POST",
      path: "/actions/valet/customer/log-in",
      summary: "Log in to the ticket with the code",
      body: toBodySchema({}, { values: text, otp: text }),
      responseSchema: {},
    },
    {
      method: "GET",
      path: "/actions/valet/customer/status",
      summary: "Ticket of the token in the header x-ticket",
      responseSchema: {},
    },
    {
      method: "POST",
      path: "/actions/valet/customer/request-pickup",
      summary: "Request the pickup",
      responseSchema: {},
    },
    {
      method: "GET",
      path: "/actions/valet/customer/live",
      summary: "Changes of the ticket as server-sent events",
      query: { t: "Token of the ticket." },
      isPlain: true,
      type: "text/event-stream",
      responseSchema: text,
    },
  ],
});

export const actionCalls: readonly DocumentedCall[] = [...contracts.map(describeContract), ...ticketHolder];
