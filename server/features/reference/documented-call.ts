// §7: description of a route for the API reference.
import type { Actor } from "#domain/access/roles.ts";
import type { OpenApiSchema } from "#server/items/openapi/schemas.ts";

export interface DocumentedCall {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path as registered: `/auth/login`, `/assets/:id`. */
  path: string;
  tag: string;
  summary: string;
  description?: string;
  isVisibleTo?: (actor: Actor) => boolean;
  /** Whether it is called without a session. Others may answer more with one. */
  isPublic?: boolean;
  /** Parameters and their descriptions. */
  query?: { readonly [name: string]: string };
  requiredQuery?: readonly string[];
  headers?: { readonly [name: string]: string };
  body?: OpenApiSchema;
  isUpload?: boolean;
  /** Whether the header Idempotency-Key is accepted. */
  isIdempotent?: boolean;
  /** Schema of `data` in the response; null for an empty response, undefined for any. */
  responseSchema?: OpenApiSchema | null;
  /** Whether the response is not wrapped in `data`, or not JSON. */
  isPlain?: boolean;
  type?: string;
}

export const textSchema = { type: "string" };
export const emptyObjectSchema = { type: "object" };
export const anySchema = {};
export const isAuthenticated = (actor: Actor): boolean => actor.id !== null;

/** Schema of a body with required and optional properties. */
export function objectSchema(
  required: { [name: string]: OpenApiSchema },
  optional: { [name: string]: OpenApiSchema } = {},
): OpenApiSchema {
  const names = Object.keys(required);
  return { type: "object", properties: { ...required, ...optional }, ...(names.length > 0 ? { required: names } : {}) };
}
