// Contracts of actions: one declaration of route, body, reply and errors, from which the server's route and validation,
// the API reference, the browser's calls and the tenancy cases derive (docs/decisions/019-action-contracts.md).
import type { z } from "zod";
import type { Capability } from "#domain/access/capability-labels.ts";
import type { ErrorCode } from "#domain/errors.ts";
import type { Operation, Row } from "#domain/schema/collection.ts";

/** Who sees an action in the API reference: users with a grant, with a capability, or everyone. */
export type ContractAudience =
  | { readonly operation: Operation; readonly collection: string }
  | { readonly can: Capability }
  | "everyone";

export interface ContractOptions {
  /** Group of the API reference. */
  area: string;
  summary: string;
  /** The reference only: rights are checked by the write path and the action. */
  visibleTo: ContractAudience;
  /** Properties of the body that are fields of collections, which validate them. */
  fields?: { readonly [collection: string]: readonly string[] };
  /** The body's other properties. Without fields and body, what is sent is ignored. */
  body?: z.ZodObject;
  /** What the error for an unknown property calls the body. Default: 'this'. */
  bodyName?: string;
  /** Parameters of the query, with their descriptions. */
  query?: { readonly [name: string]: string };
  /** Collection of the row in the reply; without one the reply is other JSON. */
  reply?: string;
  /** Codes in addition to those of every route (INVALID_PAYLOAD, FORBIDDEN, of the session and of fields). */
  errors: readonly ErrorCode[];
  /** Whether the header Idempotency-Key is accepted. */
  isIdempotent?: boolean;
}

export type ContractRoute = `${"GET" | "POST"} /actions/${string}`;
export type Contract<R extends ContractRoute = ContractRoute, O extends ContractOptions = ContractOptions> = O & {
  readonly route: R;
};

/** Declares an action; `:id` in its route is the id of a row. */
export function contract<const R extends ContractRoute, const O extends ContractOptions>(
  route: R,
  options: O,
): Contract<R, O> {
  return { ...options, route };
}

/** The method and the path template of a contract. */
export function parseContractRoute(route: ContractRoute): { method: "GET" | "POST"; path: string } {
  const [method, path = ""] = route.split(" ", 2);
  return { method: method === "GET" ? "GET" : "POST", path };
}

type FieldNames<C> = C extends { fields: infer F extends { readonly [collection: string]: readonly string[] } }
  ? F[keyof F][number]
  : never;

/** Values of the route's parameters and of the query. */
export type ContractParameters<C extends Contract> = (C["route"] extends `${string}/:id${string}`
  ? { id: number }
  : unknown) &
  (C extends { query: infer Q } ? { query: { [K in keyof Q]?: string } } : unknown);

/** The body as the server's handler gets it. */
export type ContractBody<C> = Row & (C extends { body: infer B extends z.ZodObject } ? z.output<B> : unknown);

type SentBody<C> = { [K in FieldNames<C>]?: unknown } & (C extends { body: infer B extends z.ZodObject }
  ? z.input<B>
  : unknown);

/** A call of the action, as a client makes it. */
export type ContractRequest<C extends Contract> = { route: C["route"] } & ContractParameters<C> &
  (C["route"] extends `GET ${string}` ? unknown : { body?: SentBody<C> });
