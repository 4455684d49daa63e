// Converts answered requests to events of the security log.
import { isJsonObject } from "#domain/json-object.ts";
import type { FastifyRequest } from "fastify";
import type { Json } from "#domain/schema/collection.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { isExport, classifyRefusedRequest } from "#domain/security/classify-request.ts";
import type { SecurityEventKind } from "#domain/security/events.ts";
import { maskAccount } from "#domain/security/mask.ts";
import { isOwnOrigin } from "#server/http/origins/own-origin.ts";
import { getPathParam } from "#server/http/request-values.ts";
import type { SecurityEntry } from "#server/security-log/entry.ts";
import { isOpaqueToken, isStaticToken } from "#server/auth/static-tokens.ts";

/** Number of characters of a static token by which its row is identified (`token_start`). */
const tokenStartLength = 8;
/** Body fields that may name an account, in order of precedence. */
const accountFields = ["email", "phone", "phone_number", "phone_no", "contact_number", "to", "recipient"];

/** Returns the security event of an answered request; undefined for most requests. */
export function toSecurityEntry({
  request,
  now,
  publicUrl,
}: {
  request: FastifyRequest;
  now: Date;
  publicUrl: string;
}): SecurityEntry | undefined {
  const code = request.errorCodes?.[0];
  if (code) return createRejectionEntry({ request, code, now, publicUrl });
  // Checked first, since nearly every request ends here.
  if (!request.url.includes("export") && !request.url.includes("/file?")) return undefined;
  const query = request.url.split("?")[1] ?? "";
  const route = request.routeOptions.url ?? null;
  if (!isExport({ method: request.method, route, query })) return undefined;
  const [name = route?.slice(1) ?? ""] = ["collection", "report"]
    .map((parameter) => getPathParam({ params: request.params, name: parameter }))
    .filter(Boolean);
  return createSecurityEntry({ request, kind: "export_created", now, subject: name.slice(0, 150), detail: { route } });
}

function createRejectionEntry({
  request,
  code,
  now,
  publicUrl,
}: {
  request: FastifyRequest;
  code: ErrorCode;
  now: Date;
  publicUrl: string;
}): SecurityEntry | undefined {
  const body = getBody(request);
  const { origin } = request.headers;
  const token = getSentToken(request);
  const kind = classifyRefusedRequest({
    method: request.method,
    route: request.routeOptions.url ?? null,
    code,
    isAuthenticated: request.actor !== null,
    token: token === null ? null : isOpaqueToken(token) ? "static" : "other",
    isCrossSite: origin !== undefined && !isOwnOrigin({ origin, request, publicUrl }),
    hasSecondFactor: typeof body["otp"] === "string" && body["otp"] !== "",
  });
  if (!kind) return undefined;
  const typed = findAccount(body);
  const item = getItem(request);
  const tokenStart = token && isStaticToken(token) ? token.slice(0, tokenStartLength) : null;
  const subject = typed ? maskAccount(typed) : (tokenStart ?? (item ? `${item.collection} ${item.id}` : null));
  const detail = { code, method: request.method, route: request.routeOptions.url ?? null };
  return { ...createSecurityEntry({ request, kind, now, subject, detail }), typed, tokenStart, item };
}

/** Creates an event with the actor of the request, if any. `subject` must be masked. */
export function createSecurityEntry({
  request,
  kind,
  now,
  subject = null,
  detail = {},
}: {
  request: FastifyRequest;
  kind: SecurityEventKind;
  now: Date;
  subject?: string | null;
  detail?: { [name: string]: Json };
}): SecurityEntry {
  const { actor } = request;
  return {
    kind,
    at: now,
    person: actor?.id ?? null,
    role: actor?.role ?? null,
    account: null,
    typed: null,
    tokenStart: null,
    subject: subject?.slice(0, 150) ?? null,
    ip: request.ip,
    userAgent: request.headers["user-agent"] ?? null,
    company: actor?.company ?? null,
    branch: actor?.branch ?? null,
    requestId: request.id,
    detail,
    item: null,
  };
}

function getBody(request: FastifyRequest): { [name: string]: unknown } {
  const { body } = request;
  return isJsonObject(body) ? body : {};
}

function findAccount(body: { [name: string]: unknown }): string | null {
  for (const name of accountFields) {
    const value = body[name];
    if (typeof value === "string" && value.trim() !== "" && !value.includes("\u0000"))
      return value.trim().slice(0, 255);
  }
  return null;
}

function getSentToken(request: FastifyRequest): string | null {
  const bearer = /^bearer\s+(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (bearer) return bearer;
  const queryToken = /[?&]access_token=([^&]+)/.exec(request.url)?.[1];
  return queryToken ?? (request.headers.cookie ? "" : null);
}

/** Returns the row of a route; system collections have their name as the path. */
function getItem(request: FastifyRequest): SecurityEntry["item"] {
  const { params } = request;
  const id = getPathParam({ params, name: "id" });
  if (!id || !/^[\w-]{1,40}$/.test(id)) return null;
  const name =
    getPathParam({ params, name: "collection" }) ||
    /^\/(users|files|folders)\/:id$/.exec(request.routeOptions.url ?? "")?.[1];
  return name && /^\w{1,64}$/.test(name)
    ? { collection: name, id }
    : (getActionItem(request.routeOptions.url, id) ?? null);
}

const actionCollections: readonly [RegExp, string][] = [
  [/^\/actions\/parking\/:id/, "Parking_Information"],
  [/^\/actions\/valet\/:id/, "Valet_and_Parking_Information"],
  [/^\/actions\/passes\/:id/, "Parking_Main_Information"],
  [/^\/actions\/invites\/:id/, "Parking_Information"],
  [/^\/actions\/people\/:id/, "users"],
  [/^\/actions\/account\/users\/:id/, "users"],
  [/^\/actions\/outbox\/:id/, "Outbox"],
  [/^\/actions\/integrations\/:id/, "Integration_Tokens"],
  [/^\/actions\/devices\/:id/, "Shared_Devices"],
  [/^\/actions\/payments\/attempts\/:id/, "payment_attempts"],
];

function getActionItem(route: string | undefined, id: string): SecurityEntry["item"] | undefined {
  const match = actionCollections.find(([pattern]) => route && pattern.test(route));
  return match && { collection: match[1], id };
}
