// Helpers shared by all action routes: actor, row id, body and response.
import { getPathParam } from "#server/http/request-values.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { parseChangeReason } from "#domain/parking/void-entry.ts";
import { RuleViolation, type Row } from "#domain/schema/collection.ts";
import { parseId } from "#domain/schema/fields.ts";
import type { AppServices, RequestOrigin } from "#server/context.ts";
import { getSecretKeys } from "#server/auth/secrets.ts";
import { getUserScope, type IdempotentRequest, readIdempotencyKey } from "#server/http/idempotency.ts";
import { throwApiError, throwInvalidPayload } from "#server/items/api-error.ts";
import type { Session } from "#server/items/access/session.ts";
import { throwViolation } from "#server/items/write/prepare.ts";
import { getRequestOrigin } from "#server/request.ts";

export interface SessionContext {
  services: AppServices;
  session: Session;
  origin: RequestOrigin;
}
/** Context of an action that may run again. */
export interface ActionContext extends SessionContext {
  idempotency?: undefined;
}
/** Context of an action that a repeated request must not run again. */
export interface IdempotentContext extends SessionContext {
  /** Key of the request, if it has one. */
  idempotency: IdempotentRequest | undefined;
}

/** Creates the context of an action. Throws INVALID_PAYLOAD for a malformed idempotency key. */
export function createActionContext({
  services,
  request,
  session,
  isIdempotent = false,
}: {
  services: AppServices;
  request: FastifyRequest;
  session: Session;
  isIdempotent?: boolean | undefined;
}): ActionContext | IdempotentContext {
  const context = { services, session, origin: getRequestOrigin(request) };
  if (!isIdempotent) return context;
  const [scope, keys] = [getUserScope(session.actor.id), getSecretKeys(services.config)];
  return { ...context, idempotency: readIdempotencyKey({ request, scope, keys }) };
}

/** Parses the row id of a route; a malformed id is treated as missing: FORBIDDEN. */
export function parseRowId(request: FastifyRequest): number {
  const id = getPathParam({ params: request.params, name: "id" });
  return parseId(id) ?? throwApiError("FORBIDDEN");
}

/** Returns the named fields that are present in the body. */
export function pickFields(body: Row, names: readonly string[]): Row {
  return Object.fromEntries(names.filter((name) => name in body).map((name) => [name, body[name]]));
}

/** The stored form of the reason in a body. CHANGE_REASON_REQUIRED or VALUE_TOO_LONG at `reason`. */
export function requireChangeReason(reason: unknown): string {
  const parsed = parseChangeReason(reason);
  return parsed instanceof RuleViolation ? throwViolation(parsed) : parsed;
}

/** Converts a list of file ids to rows of entry images. Throws INVALID_PAYLOAD. */
export function parseEntryImages(body: Row): Row {
  const images = body["entry_images"] ?? [];
  if (!Array.isArray(images)) throwInvalidPayload('"entry_images" must be a list of file ids.');
  return images.length > 0 ? { entry_images: images.map((id: unknown) => ({ vehicle_image: id })) } : {};
}

export function sendJsonText({ reply, text }: { reply: FastifyReply; text: string }): FastifyReply {
  return reply.type("application/json; charset=utf-8").send(text);
}
