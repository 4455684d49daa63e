// §7: context of the GraphQL resolvers of one request.
import type { Collection } from "#domain/schema/collection.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import type { ResolvedRow } from "#server/items/graphql/type-registry.ts";
import type { GraphqlListQuery } from "#server/items/graphql/selection.ts";

export interface GraphqlContext {
  /** Reads a list with the actor's current permissions, in one statement. */
  read: (args: { collection: Collection; raw: GraphqlListQuery }) => Promise<ResolvedRow[]>;
  /** Runs a transaction with the actor's current session. */
  write: <T>(work: (ctx: WriteContext) => Promise<T>) => Promise<T>;
  /** Calls a route of this server with the same credentials and returns its `data`. */
  callRoute: (args: { method: "GET" | "POST" | "PATCH"; url: string; body?: unknown }) => Promise<unknown>;
}
