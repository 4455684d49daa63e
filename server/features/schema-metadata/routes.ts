// §7 /collections, /fields, /relations, /permissions, /policies, /roles/me: read access to the metadata declared in
// code; writes are rejected with the reason.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Collection } from "#domain/schema/collection.ts";
import { findCollection } from "#domain/collections.ts";
import { Roles } from "#domain/platform/system.collection.ts";
import { roles, type Actor } from "#domain/access/roles.ts";
import type { AppServices } from "#server/context.ts";
import {
  getPolicyFlags,
  getRowGrants,
  getOwnPermissions,
  listPermissions,
  listPolicies,
} from "#server/features/schema-metadata/permission-rows.ts";
import {
  toCollectionRow,
  listFieldRows,
  listReadableCollections,
  listRelationRows,
} from "#server/features/schema-metadata/schema-rows.ts";
import { type VirtualRow, queryVirtualRows } from "#server/features/schema-metadata/virtual-list.ts";
import { parseKey, parseSearchBody } from "#server/items/rest/request-bodies.ts";
import { getQueryString } from "#server/items/rest/list-response.ts";
import { parseQueryString } from "#server/items/query/query.ts";
import { isRowWithin } from "#server/items/access/row-access.ts";
import {
  throwApiError,
  throwCollectionForbidden,
  throwFieldForbidden,
  throwWriteForbidden,
} from "#server/items/api-error.ts";
import { reloadSession, readListAs, getSession } from "#server/request.ts";
import { sendJsonText } from "#server/http/action-request.ts";

type Params = { collection: string; field: string; id: string };

export function schemaMetadataRoutes(app: FastifyInstance, services: AppServices): void {
  schemaRoutes(app, services);
  permissionRoutes(app, services);
  for (const name of ["collections", "fields", "relations", "permissions", "policies"])
    for (const url of [`/${name}`, `/${name}/:collection`, `/${name}/:collection/:field`])
      app.route({
        method: ["POST", "PATCH", "DELETE"],
        url,
        handler: async (request) => {
          await getSession({ services, request });
          return throwWriteForbidden({ name, isStatic: true });
        },
      });
}

/** Reloads the actor from the database, so that the response has the current permissions. */
async function loadActor({ services, request }: { services: AppServices; request: FastifyRequest }): Promise<Actor> {
  const session = await getSession({ services, request });
  return session.actor.id === null ? session.actor : (await reloadSession({ services, session })).actor;
}

/** Finds a readable collection by its name, with or without the prefix `directus_`; otherwise FORBIDDEN. */
function getReadableCollection({ name, actor }: { name: string; actor: Actor }): Collection {
  const collection = findCollection(name.replace(/^directus_/, ""));
  return collection && listReadableCollections(actor).includes(collection)
    ? collection
    : throwCollectionForbidden(name);
}

function schemaRoutes(app: FastifyInstance, services: AppServices): void {
  const getActor = (request: FastifyRequest) => loadActor({ services, request });
  const respond = (data: unknown) => ({ data });

  app.get("/collections", async (request) =>
    respond(listReadableCollections(await getActor(request)).map(toCollectionRow)),
  );
  app.get<{ Params: Params }>("/collections/:collection", async (request) =>
    respond(
      toCollectionRow(getReadableCollection({ name: request.params.collection, actor: await getActor(request) })),
    ),
  );

  const kinds = { fields: listFieldRows, relations: listRelationRows };
  for (const [name, listRows] of Object.entries(kinds)) {
    app.get(`/${name}`, async (request) => {
      const reader = await getActor(request);
      return respond(listReadableCollections(reader).flatMap((collection) => listRows({ collection, actor: reader })));
    });
    app.get<{ Params: Params }>(`/${name}/:collection`, async (request) => {
      const reader = await getActor(request);
      const collection = getReadableCollection({ name: request.params.collection, actor: reader });
      return respond(listRows({ collection, actor: reader }));
    });
    app.get<{ Params: Params }>(`/${name}/:collection/:field`, async (request) => {
      const reader = await getActor(request);
      const { field } = request.params;
      const collection = getReadableCollection({ name: request.params.collection, actor: reader });
      const found = listRows({ collection, actor: reader }).find((row) => row["field"] === field);
      return respond(found ?? throwFieldForbidden({ field, collection: collection.name, path: "" }));
    });
  }
}

function permissionRoutes(app: FastifyInstance, services: AppServices): void {
  const kinds: { [name: string]: (actor: Actor) => VirtualRow[] } = {
    permissions: listPermissions,
    policies: listPolicies,
  };
  for (const [name, listRows] of Object.entries(kinds)) {
    app.get(`/${name}`, async (request) => {
      const rows = listRows(await loadActor({ services, request }));
      return { data: queryVirtualRows({ name, rows, query: parseQueryString(getQueryString(request)) }) };
    });
    app.route({
      method: "SEARCH",
      url: `/${name}`,
      handler: async (request) => {
        const rows = listRows(await loadActor({ services, request }));
        // Keys are UUIDs or numbers and compared without conversion.
        const query = parseSearchBody({ collection: Roles, body: request.body });
        return { data: queryVirtualRows({ name, rows, query }) };
      },
    });
    app.get<{ Params: Params }>(`/${name}/:id`, async (request) => {
      const rows = listRows(await loadActor({ services, request }));
      const found = rows.find((row) => String(row["id"]) === request.params.id);
      return { data: found ?? throwApiError("FORBIDDEN") };
    });
  }

  app.get("/permissions/me", async (request) => ({ data: getOwnPermissions(await loadActor({ services, request })) }));
  app.get<{ Params: Params }>("/permissions/me/:collection/:id", async (request) => ({
    data: await getRowPermissions({ services, actor: await loadActor({ services, request }), ...request.params }),
  }));
  app.get("/policies/me/globals", async (request) => {
    return { data: getPolicyFlags((await loadActor({ services, request })).role) };
  });

  app.get("/roles/me", async (request, reply) => {
    const session = await getSession({ services, request });
    if (session.actor.id === null) throwApiError("FORBIDDEN");
    const { actor } = await reloadSession({ services, session });
    const query = parseQueryString(getQueryString(request));
    const fields = query.fields.length > 0 ? query.fields : ["id"];
    const roleQuery = { ...query, fields, filter: { id: { _eq: roles[actor.role].id } } };
    const { data } = await readListAs({
      services,
      session,
      collection: Roles,
      query: roleQuery,
    });
    return sendJsonText({ reply, text: `{"data":${data}}` });
  });
}

/** Returns whether the actor may update and delete a row; a missing row is answered like one without permission. */
async function getRowPermissions({
  services,
  actor,
  collection: name,
  id,
}: {
  services: AppServices;
  actor: Actor;
  collection: string;
  id: string;
}): Promise<{ [operation: string]: { access: boolean } }> {
  const grants = getRowGrants({ name: name.replace(/^directus_/, ""), actor });
  if (!grants) return throwCollectionForbidden(name);
  const { collection } = grants;
  const key = parseKey({ collection, id });
  const toAccess = async (grant: typeof grants.update): Promise<{ access: boolean }> => ({
    access:
      grant !== null &&
      (await isRowWithin({ sql: services.sql, collection, id: key, rows: grant.rows, now: services.clock() })),
  });
  return { update: await toAccess(grants.update), delete: await toAccess(grants.delete), share: { access: false } };
}
