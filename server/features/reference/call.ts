// §7: how a call that is no row is described for the reference.
import type { Who } from "#domain/roles.ts";
import type { Schema } from "#server/items/openapi/schemas.ts";

export interface Call {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** As the route is declared: `/auth/login`, `/assets/:id`. */
  path: string;
  tag: string;
  summary: string;
  isFor?: (who: Who) => boolean;
  query?: { [name: string]: string };
  body?: Schema;
  isUpload?: boolean;
  /** `data` of the answer; null is an empty answer, absent is anything. */
  answer?: Schema | null;
  /** The answer is not wrapped in `data`, or not JSON at all. */
  isPlain?: boolean;
  type?: string;
}

export const text = { type: "string" };
export const object = { type: "object" };
export const anything = {};
export const somebody = (who: Who): boolean => who.id !== null;

/** The body of a call: what must be in it, and what may. */
export function bodyOf(required: { [name: string]: Schema }, optional: { [name: string]: Schema } = {}): Schema {
  const names = Object.keys(required);
  return { type: "object", properties: { ...required, ...optional }, ...(names.length > 0 ? { required: names } : {}) };
}
