// Contracts of actions: one declaration of route, access, body, reply and errors, from which the server's route and
// validation, the API reference, the browser's calls and the tenancy cases derive
// (docs/decisions/019-action-contracts.md).
import type { z } from "zod";
import type { Capability } from "#domain/access/capability-labels.ts";
import type { ErrorCode } from "#domain/errors.ts";
import type { Fields, Operation, Row } from "#domain/schema/collection.ts";
import type { SentFieldValue, SentValueOf, WireRow } from "#domain/schema/registry.ts";

/**
 * Who may call the action.
 * - `session` (default): the session of the request, also an anonymous one; the write path decides.
 * - `user`: a logged-in person with current rights, not an integration. INVALID_CREDENTIALS, FORBIDDEN.
 * - `public`: no session is read; the handler authorises by a link, a code, or not at all.
 * - `{ can }`: current rights with the capability. FORBIDDEN.
 */
export type ContractAccess = "session" | "user" | "public" | { readonly can: Capability };

/** Who sees an action in the API reference: users with a grant, or with a capability. */
export type ContractAudience =
  | { readonly operation: Operation; readonly collection: string }
  | { readonly can: Capability };

/** Reply with a row of a collection: its fields, and properties written next to them. */
export interface RowReply {
  readonly collection: string;
  readonly fields: readonly string[];
  readonly extra: z.ZodObject;
}

/** Media types of replies that are not JSON. */
export type StreamType =
  | "text/event-stream"
  | "application/x-ndjson"
  | "application/zip"
  | "application/json"
  | "application/pdf"
  | "text/csv";

export interface ContractOptions {
  /** Group of the API reference. */
  area: string;
  summary: string;
  access?: ContractAccess;
  /** Who sees the action in the reference, unless that follows from `access`: everyone with `public`. */
  visibleTo?: ContractAudience;
  /** Properties of the body that are fields of collections, which validate them. */
  fields?: { readonly [collection: string]: readonly string[] };
  /**
   * Properties that are fields of no collection, declared where forms take them from, too (`*-fields.ts`). The handler
   * checks them, with codes of its own; `body` can additionally limit their type.
   */
  inputs?: Fields;
  /** The body's other properties. Without fields, inputs and body, what is sent is ignored. */
  body?: z.ZodObject;
  /** What the error for an unknown property calls the body. Default: 'this'. */
  bodyName?: string;
  /** Whether the body is an uploaded file, which the handler reads. */
  isUpload?: boolean;
  /** Parameters of the query, with their descriptions. */
  query?: { readonly [name: string]: string };
  /** Those of `query` without which the handler refuses the call. */
  requiredQuery?: readonly string[];
  /** Headers with the token of a link, with their descriptions. */
  headers?: { readonly [name: string]: string };
  /** `data` of the reply: a row, other JSON, or a stream. Without one the reply is empty (204). */
  reply?: RowReply | z.ZodType | StreamType;
  /** Codes in addition to those of every route (INVALID_PAYLOAD, FORBIDDEN, of the session and of fields). */
  errors: readonly ErrorCode[];
  /** Whether the header Idempotency-Key is accepted. */
  isIdempotent?: boolean;
  /**
   * Whether a device without a network may keep the call and send it later: only what has happened at the gate already
   * and needs no answer first. Needs `isIdempotent` (docs/rules/queued-actions.md).
   */
  isQueueable?: boolean;
}

export type ContractRoute = `${"GET" | "POST"} /actions/${string}`;
export type Contract<R extends ContractRoute = ContractRoute, O extends ContractOptions = ContractOptions> = O & {
  readonly route: R;
};

/** Properties that a call has besides the parameters of its route, on the server or in the browser. */
export const callProperties = [
  "route",
  "query",
  "headers",
  "body",
  "services",
  "session",
  "origin",
  "idempotency",
  "userId",
] as const;
export type CallProperty = (typeof callProperties)[number];
const callPropertyNames: ReadonlySet<string> = new Set(callProperties);
/** The route itself, unless one of its parameters would replace a property of the call. */
type RouteWithOwnNames<R> = [Extract<PathNames<R>, CallProperty>] extends [never] ? R : never;

/**
 * Declares an action; `:id` in its route is the id of a row, other parameters are text. Throws for a parameter that
 * would replace a property of the call, such as its session.
 */
export function contract<const R extends ContractRoute, const O extends ContractOptions>(
  route: R & RouteWithOwnNames<R>,
  options: O,
): Contract<R, O> {
  const reserved = listPathNames(route).find((name) => callPropertyNames.has(name));
  if (reserved) throw new Error(`The parameter ":${reserved}" of "${route}" is named like a property of its calls.`);
  return { ...options, route };
}

/** Declares a reply with a row. */
export function rowReply<const N extends string, const F extends readonly string[], X extends z.ZodObject>(
  collection: N,
  fields: F,
  extra: X,
): { collection: N; fields: F; extra: X } {
  return { collection, fields, extra };
}

/** The method and the path template of a contract. */
export function parseContractRoute(route: ContractRoute): { method: "GET" | "POST"; path: string } {
  const [method, path = ""] = route.split(" ", 2);
  return { method: method === "GET" ? "GET" : "POST", path };
}

/** Names of the parameters in a route. */
export function listPathNames(route: ContractRoute): string[] {
  return [...route.matchAll(/:(\w+)/g)].map(([, name]) => name!);
}

/** The body's fields of collections, as clients send them; a field of several collections has the value of one of them. */
type SentFields<C> = C extends { fields: infer F extends { readonly [collection: string]: readonly string[] } }
  ? {
      [K in F[keyof F][number]]?:
        | { [N in keyof F & string]: K extends F[N][number] ? SentValueOf<N, K> : never }[keyof F & string]
        | undefined;
    }
  : unknown;

/** The body's inputs, as clients send them. */
type SentInputs<C> = C extends { inputs: infer F extends Fields }
  ? { [K in keyof F]?: SentFieldValue<F[K]> | undefined }
  : unknown;

type PathNames<R> = R extends `${string}/:${infer P}/${infer Rest}`
  ? P | PathNames<`/${Rest}`>
  : R extends `${string}/:${infer P}`
    ? P
    : never;

/** Values of the route's parameters, of the query and of the headers. */
export type ContractParameters<C extends Contract> = {
  [P in PathNames<C["route"]>]: P extends "id" ? number : string;
} & (C extends { query: infer Q } ? { query: { [K in keyof Q]?: string } } : unknown) &
  (C extends { headers: infer H } ? { headers: { [K in keyof H]?: string } } : unknown);

/** The body as the server's handler gets it. */
export type ContractBody<C> = Row &
  (C extends { inputs: infer F extends Fields } ? { [K in keyof F]?: unknown } : unknown) &
  (C extends { body: infer B extends z.ZodObject } ? z.output<B> : unknown);

type SentBody<C> = C extends { isUpload: true }
  ? FormData
  : SentFields<C> & SentInputs<C> & (C extends { body: infer B extends z.ZodObject } ? z.input<B> : unknown);

/** A call of the action, as a client makes it. */
export type ContractRequest<C extends Contract> = { route: C["route"] } & ContractParameters<C> &
  (C["route"] extends `GET ${string}` ? unknown : { body?: SentBody<C> });

/** `data` of the reply, as a client gets it. */
export type ContractReply<C> = C extends { reply: infer R }
  ? R extends {
      collection: infer N extends string;
      fields: infer F extends readonly string[];
      extra: infer X extends z.ZodObject;
    }
    ? WireRow<N, F> & z.output<X>
    : R extends z.ZodType
      ? z.output<R>
      : unknown
  : undefined;

/** JSON value as a handler returns it: timestamps may be Dates. */
type Serialisable<T> = T extends string
  ? T | (string extends T ? Date : never)
  : T extends readonly (infer E)[]
    ? readonly Serialisable<E>[]
    : T extends object
      ? { readonly [K in keyof T]: Serialisable<T[K]> }
      : T;

/** What the server's handler returns: JSON text of a row (`{"data": …}`), `data` of other JSON, or nothing. */
export type ContractResult<C> = C extends { reply: infer R }
  ? R extends { collection: string }
    ? string
    : R extends z.ZodType
      ? Serialisable<z.input<R>>
      : never
  : void;
