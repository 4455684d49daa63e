// §7: builds the OpenAPI document with the operations and fields the caller may use.
import type { Actor } from "#domain/access/roles.ts";
import { actionCalls } from "#server/features/reference/actions.ts";
import type { DocumentedCall } from "#server/features/reference/documented-call.ts";
import { documentedCalls } from "#server/features/reference/documented-calls.ts";
import { sharedParameters, sharedResponses, sharedSchemas } from "#server/items/openapi/components.ts";
import {
  buildResponses,
  buildRequestBody,
  type OpenApiPaths,
  buildPaths,
  toParameterRefs,
} from "#server/items/openapi/paths.ts";
import { buildReadSchema, type OpenApiSchema, getSchemaName, buildWriteSchema } from "#server/items/openapi/schemas.ts";
import { type EffectivePermissions, getEffectivePermissions } from "#server/items/access/effective-permissions.ts";
import type { RouteList } from "#server/http/route-list.ts";

/** Groups of tags in the reference. */
const groups = ["Start here", "Actions", "Items", "System collections"] as const;
type Group = (typeof groups)[number];

export function buildOpenApiDocument({ actor, routes }: { actor: Actor; routes: RouteList }): OpenApiSchema {
  const permissions = getEffectivePermissions(actor);
  const calls = [...documentedCalls, ...actionCalls].filter(
    ({ method, path, isVisibleTo }) => routes.has({ method, url: path }) && (isVisibleTo?.(actor) ?? true),
  );
  const paths: OpenApiPaths = {};
  for (const call of calls) addCall({ paths, call });
  for (const collectionPermissions of permissions.all)
    mergePaths({ paths, additional: buildPaths(collectionPermissions) });
  return {
    openapi: "3.1.0",
    info: {
      title: "Chaavi",
      version: "1",
      description:
        "Parking and valet. The shapes of items are those of a known headless CMS; actions perform the steps of the product.",
    },
    servers: [{ url: "/" }],
    security: [{ bearer: [] }, { token: [] }, {}],
    tags: buildTags({ permissions, calls, paths }),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        token: { type: "apiKey", in: "query", name: "access_token" },
      },
      parameters: sharedParameters,
      responses: sharedResponses,
      schemas: { ...sharedSchemas, ...buildSchemas(permissions) },
    },
  };
}

function buildSchemas(permissions: EffectivePermissions): { [name: string]: OpenApiSchema } {
  const schemas: { [name: string]: OpenApiSchema } = {};
  for (const collectionPermissions of permissions.all) {
    const name = getSchemaName(collectionPermissions.collection);
    if (collectionPermissions.read || collectionPermissions.create || collectionPermissions.update)
      schemas[name] = buildReadSchema({ permissions, collectionPermissions });
    if (collectionPermissions.create)
      schemas[`create_${name}`] = buildWriteSchema({ permissions: collectionPermissions, operation: "create" });
    if (collectionPermissions.update)
      schemas[`update_${name}`] = buildWriteSchema({ permissions: collectionPermissions, operation: "update" });
  }
  return schemas;
}

function mergePaths({ paths, additional }: { paths: OpenApiPaths; additional: OpenApiPaths }): void {
  for (const [path, operations] of Object.entries(additional)) paths[path] = { ...operations, ...paths[path] };
}

function addCall({ paths, call }: { paths: OpenApiPaths; call: DocumentedCall }): void {
  const { method, path, tag, summary } = call;
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  const parameters = [
    ...(call.isIdempotent ? toParameterRefs("idempotencyKey") : []),
    ...names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
    ...(["query", "headers"] as const).flatMap((place) =>
      Object.entries(call[place] ?? {}).map(([name, description]) => ({
        name,
        in: place === "query" ? "query" : "header",
        required: place === "headers" || Boolean(call.requiredQuery?.includes(name)),
        description,
        schema: { type: "string" },
      })),
    ),
  ];
  const operation: OpenApiSchema = {
    operationId: `${method.toLowerCase()}${path.replace(/[^A-Za-z]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary,
    ...(call.description === undefined ? {} : { description: call.description }),
    tags: [tag],
    ...(call.isPublic ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...toRequestBody(call),
    responses: toResponses(call),
  };
  const templatePath = path.replace(/:(\w+)/g, "{$1}");
  paths[templatePath] = { ...paths[templatePath], [method.toLowerCase()]: operation };
}

function toRequestBody({ body: bodySchema, isUpload }: DocumentedCall): OpenApiSchema {
  if (isUpload) {
    const schema = { type: "object", properties: { file: { type: "string", format: "binary" } } };
    return { requestBody: { content: { "multipart/form-data": { schema } } } };
  }
  return bodySchema ? { requestBody: buildRequestBody(bodySchema) } : {};
}

function toResponses({ responseSchema, isPlain = false, type }: DocumentedCall): OpenApiSchema {
  if (responseSchema === undefined && !type)
    return { ...buildResponses({ data: {}, isPlain: true }), "204": { description: "Done." } };
  const standard = buildResponses({ data: responseSchema === undefined ? {} : responseSchema, isPlain });
  if (!type) return standard;
  const content = { [type]: { schema: responseSchema ?? { type: "string", format: "binary" } } };
  return { ...standard, "200": { description: "Done.", content } };
}

function buildTags({
  permissions,
  calls,
  paths,
}: {
  permissions: EffectivePermissions;
  calls: readonly DocumentedCall[];
  paths: OpenApiPaths;
}): OpenApiSchema[] {
  const tags = new Map<string, Group>();
  for (const { tag } of calls) tags.set(tag, tag.startsWith("Actions") ? "Actions" : "Start here");
  for (const { collection } of permissions.all) {
    const name = getSchemaName(collection);
    const base = collection.isSystem ? `/${collection.name}` : `/items/${collection.name}`;
    if (paths[base] || paths[`${base}/{id}`]) tags.set(name, collection.isSystem ? "System collections" : "Items");
  }
  return groups.flatMap((group) =>
    [...tags].filter(([, tagGroup]) => tagGroup === group).map(([name]) => ({ name, "x-group": group })),
  );
}
