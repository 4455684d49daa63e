// §7: the OpenAPI document, true for whoever asks: what they may not read, send or do is not in it.
import type { Who } from "#domain/roles.ts";
import { capitalised } from "#domain/words.ts";
import { actions } from "#server/features/reference/actions.ts";
import { moreActions } from "#server/features/reference/more-actions.ts";
import type { Call } from "#server/features/reference/call.ts";
import { calls } from "#server/features/reference/calls.ts";
import { sharedParameters, sharedResponses, sharedSchemas } from "#server/items/openapi/components.ts";
import { answers, body, type Paths, pathsOf } from "#server/items/openapi/paths.ts";
import { readSchema, type Schema, schemaName, sentSchema } from "#server/items/openapi/schemas.ts";
import { type Sight, sightOf } from "#server/items/seen.ts";
import type { RouteList } from "#server/services/route-list.ts";

/** Which heading of the reference a tag stands under. */
const groups = ["Start here", "Actions", "Items", "System collections"] as const;
type Group = (typeof groups)[number];

export function documentFor({ who, routes }: { who: Who; routes: RouteList }): Schema {
  const sight = sightOf(who);
  const asked = [...calls, ...actionsThere(routes)].filter(
    ({ method, path, isFor }) => routes.has({ method, url: path }) && (isFor?.(who) ?? true),
  );
  const paths: Paths = {};
  for (const call of asked) addCall({ paths, call });
  for (const seen of sight.all) merge({ paths, more: pathsOf(seen) });
  return {
    openapi: "3.1.0",
    info: {
      title: "Chaavi",
      version: "1",
      description:
        "Parking and valet. The shapes of items are those of a known headless CMS; the actions are what the screens do with one press.",
    },
    servers: [{ url: "/" }],
    security: [{ bearer: [] }, { token: [] }, {}],
    tags: tagsOf({ sight, asked, paths }),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        token: { type: "apiKey", in: "query", name: "access_token" },
      },
      parameters: sharedParameters,
      responses: sharedResponses,
      schemas: { ...sharedSchemas, ...schemasOf(sight) },
    },
  };
}

/** Those that are described, and those that are only there. */
function actionsThere(routes: RouteList): Call[] {
  const described = [...actions, ...moreActions];
  const known = new Set(described.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ":")}`));
  const others = routes
    .all()
    .filter(({ method, url }) => url.startsWith("/actions/") && !known.has(`${method} ${url.replace(/:\w+/g, ":")}`))
    .map(({ method, url }): Call => {
      const [, , area = "", ...rest] = url.split("/");
      const verb =
        rest
          .filter((part) => !part.startsWith(":"))
          .join(" ")
          .replaceAll("-", " ") || "read or make";
      const summary = capitalised(verb);
      return { method: method as Call["method"], path: url, tag: `Actions: ${area}`, summary, isPlain: true };
    });
  return [...described, ...others];
}

function schemasOf(sight: Sight): { [name: string]: Schema } {
  const schemas: { [name: string]: Schema } = {};
  for (const seen of sight.all) {
    const name = schemaName(seen.collection);
    if (seen.read || seen.create || seen.update) schemas[name] = readSchema({ sight, seen });
    if (seen.create) schemas[`create_${name}`] = sentSchema({ seen, operation: "create" });
    if (seen.update) schemas[`update_${name}`] = sentSchema({ seen, operation: "update" });
  }
  return schemas;
}

function merge({ paths, more }: { paths: Paths; more: Paths }): void {
  for (const [path, operations] of Object.entries(more)) paths[path] = { ...operations, ...paths[path] };
}

function addCall({ paths, call }: { paths: Paths; call: Call }): void {
  const { method, path, tag, summary } = call;
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  const parameters = [
    ...names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
    ...Object.entries(call.query ?? {}).map(([name, description]) => ({
      name,
      in: "query",
      required: false,
      description,
      schema: { type: "string" },
    })),
  ];
  const operation: Schema = {
    operationId: `${method.toLowerCase()}${path.replace(/[^A-Za-z]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary,
    tags: [tag],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestOf(call),
    responses: responsesOf(call),
  };
  const address = path.replace(/:(\w+)/g, "{$1}");
  paths[address] = { ...paths[address], [method.toLowerCase()]: operation };
}

function requestOf({ body: sent, isUpload }: Call): Schema {
  if (isUpload) {
    const schema = { type: "object", properties: { file: { type: "string", format: "binary" } } };
    return { requestBody: { content: { "multipart/form-data": { schema } } } };
  }
  return sent ? { requestBody: body(sent) } : {};
}

function responsesOf({ answer, isPlain = false, type }: Call): Schema {
  if (answer === undefined && !type)
    return { ...answers({ data: {}, isPlain: true }), "204": { description: "Done." } };
  const standard = answers({ data: answer === undefined ? {} : answer, isPlain });
  if (!type) return standard;
  const content = { [type]: { schema: answer ?? { type: "string", format: "binary" } } };
  return { ...standard, "200": { description: "Done.", content } };
}

function tagsOf({ sight, asked, paths }: { sight: Sight; asked: readonly Call[]; paths: Paths }): Schema[] {
  const tags = new Map<string, Group>();
  for (const { tag } of asked) tags.set(tag, tag.startsWith("Actions") ? "Actions" : "Start here");
  for (const { collection } of sight.all) {
    const name = schemaName(collection);
    const base = collection.system ? `/${collection.name}` : `/items/${collection.name}`;
    if (paths[base] || paths[`${base}/{id}`]) tags.set(name, collection.system ? "System collections" : "Items");
  }
  return groups.flatMap((group) =>
    [...tags].filter(([, of]) => of === group).map(([name]) => ({ name, "x-group": group })),
  );
}
