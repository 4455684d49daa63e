// §7: OpenAPI operations of each collection, by permissions.
import type { CollectionPermissions } from "#server/items/access/effective-permissions.ts";
import { queryParameters } from "#server/items/openapi/components.ts";
import { toSchemaRef, type OpenApiSchema, getSchemaName } from "#server/items/openapi/schemas.ts";

/** Operations by path and method; `parameters` apply to all methods. */
export type OpenApiPaths = { [path: string]: OpenApiSchema };

const errorResponses: OpenApiSchema = Object.fromEntries(
  ["400", "401", "403", "409", "429", "default"].map((status) => [
    status,
    { $ref: `#/components/responses/${status}` },
  ]),
);

/** Responses of an operation: `data` of this schema, or no content. */
export function buildResponses({
  data,
  isPlain = false,
}: {
  data: OpenApiSchema | null;
  isPlain?: boolean;
}): OpenApiSchema {
  if (data === null) return { "204": { description: "Done." }, ...errorResponses };
  const schema = isPlain ? data : { type: "object", properties: { data }, required: ["data"] };
  return { "200": { description: "Done.", content: { "application/json": { schema } } }, ...errorResponses };
}

export function buildRequestBody(schema: OpenApiSchema): OpenApiSchema {
  return { required: true, content: { "application/json": { schema } } };
}

export const toParameterRefs = (...names: string[]): OpenApiSchema[] =>
  names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
const listParameters = toParameterRefs(...Object.keys(queryParameters));
const fieldsParameter = toParameterRefs("fields");
const buildWriteOperation = (data: OpenApiSchema): OpenApiSchema => ({
  ...buildResponses({ data }),
  "204": { description: "Done; the writer may not read what was written." },
});

/** Paths of one collection. */
export function buildPaths(permissions: CollectionPermissions): OpenApiPaths {
  const { collection, read, create, update, canDelete } = permissions;
  const name = getSchemaName(collection);
  const base = collection.isSystem ? `/${collection.name}` : `/items/${collection.name}`;
  const row = toSchemaRef(name);
  const rows = { type: "array", items: row };
  const writeParameters = collection.isSystem ? fieldsParameter : toParameterRefs("fields", "idempotencyKey");
  const operation = (verb: string, summary: string, rest: OpenApiSchema): OpenApiSchema => ({
    operationId: `${verb}${name}`,
    summary,
    tags: [name],
    ...rest,
  });
  if (collection.isSingleton) {
    const singletonOperations: OpenApiSchema = {};
    if (read)
      singletonOperations["get"] = operation("read", "Read it", {
        parameters: fieldsParameter,
        responses: buildResponses({ data: row }),
      });
    if (update)
      singletonOperations["patch"] = operation("update", "Change it", {
        parameters: writeParameters,
        requestBody: buildRequestBody(toSchemaRef(`update_${name}`)),
        responses: buildWriteOperation(row),
      });
    return Object.keys(singletonOperations).length > 0 ? { [base]: singletonOperations } : {};
  }
  const listOperations: OpenApiSchema = {};
  const itemOperations: OpenApiSchema = {};
  const rowsOrGroups = { anyOf: [rows, { type: "array", items: { type: "object" } }] };
  if (read) {
    const list = { type: "object", properties: { data: rowsOrGroups, meta: toSchemaRef("Meta") }, required: ["data"] };
    listOperations["get"] = operation("read", "List rows, or count them together", {
      description: "The same query may be sent as the body of the method SEARCH: `{ query }`.",
      parameters: listParameters,
      responses: buildResponses({ data: list, isPlain: true }),
    });
    itemOperations["get"] = operation("readOne", "Read one row", {
      parameters: toParameterRefs("fields", "deep", "alias"),
      responses: buildResponses({ data: row }),
    });
  }
  if (create)
    listOperations["post"] = operation("create", "Make a row, or a list of rows", {
      parameters: writeParameters,
      requestBody: buildRequestBody({
        anyOf: [toSchemaRef(`create_${name}`), { type: "array", items: toSchemaRef(`create_${name}`) }],
      }),
      responses: buildWriteOperation({ anyOf: [row, rows] }),
    });
  if (update) {
    listOperations["patch"] = operation("updateMany", "Change several rows", {
      parameters: fieldsParameter,
      requestBody: buildRequestBody({ anyOf: [toSchemaRef("Changes"), { type: "array", items: { type: "object" } }] }),
      responses: buildWriteOperation(rows),
    });
    itemOperations["patch"] = operation("update", "Change one row", {
      parameters: writeParameters,
      requestBody: buildRequestBody(toSchemaRef(`update_${name}`)),
      responses: buildWriteOperation(row),
    });
  }
  if (canDelete) {
    listOperations["delete"] = operation("deleteMany", "Remove several rows", {
      requestBody: buildRequestBody(toSchemaRef("Keys")),
      responses: buildResponses({ data: null }),
    });
    itemOperations["delete"] = operation("delete", "Remove one row", { responses: buildResponses({ data: null }) });
  }
  const key = {
    name: "id",
    in: "path",
    required: true,
    schema: { type: collection.keyType === "uuid" ? "string" : "integer" },
  };
  return {
    ...(Object.keys(listOperations).length > 0 ? { [base]: listOperations } : {}),
    ...(Object.keys(itemOperations).length > 0 ? { [`${base}/{id}`]: { parameters: [key], ...itemOperations } } : {}),
  };
}
