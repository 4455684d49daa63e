// §7: what GraphQL's fields need of the server around them for one request.
import type { Collection } from "#domain/collection.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import type { Answered } from "#server/items/graphql/made-types.ts";
import type { RawQuery } from "#server/items/graphql/selection.ts";

export interface Door {
  /** The rows of a list as the person may see them now, in one statement. */
  read: (args: { collection: Collection; raw: RawQuery }) => Promise<Answered[]>;
  /** One transaction, as the person stands at this moment. */
  write: <T>(work: (ctx: WriteContext) => Promise<T>) => Promise<T>;
  /** One of our own addresses, asked with the same credentials; its `data`. */
  ask: (args: { method: "GET" | "POST" | "PATCH"; url: string; body?: unknown }) => Promise<unknown>;
}
