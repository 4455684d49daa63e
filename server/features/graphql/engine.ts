// What answers GraphQL requests, loaded with the first of them: the library and the schemas take 6 MB, which most servers do not need.
import { printSchema } from "graphql";
import type { Actor } from "#domain/access/roles.ts";
import { executeRequest, type ExecuteInput } from "#server/features/graphql/execute-request.ts";
import { createSystemFields } from "#server/features/graphql/system-fields.ts";
import type { RouteList } from "#server/http/route-list.ts";
import { SchemaCache, type GraphqlScope } from "#server/items/graphql/schema.ts";

export class GraphqlEngine {
  readonly #schemas: SchemaCache;

  constructor(routes: RouteList) {
    this.#schemas = new SchemaCache(createSystemFields(routes));
  }

  execute(input: Omit<ExecuteInput, "schemas">): ReturnType<typeof executeRequest> {
    return executeRequest({ ...input, schemas: this.#schemas });
  }

  /** The schema of what the actor may use, in the schema definition language. */
  print(options: { actor: Actor; scope: GraphqlScope }): string {
    return printSchema(this.#schemas.get(options));
  }
}
