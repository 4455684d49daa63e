// §7 /collections, /fields, /relations, /permissions, /policies, /roles/me: what is declared in the program, to be read; a
// write is refused and says why.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Collection } from "#domain/collection.ts";
import { collectionNamed } from "#domain/collections/all.ts";
import { Roles } from "#domain/collections/system.ts";
import { roles, type Who } from "#domain/roles.ts";
import type { House } from "#server/context.ts";
import { grantsOnRow, myPermissions, permissionRows, policyRows } from "#server/features/declarations/rights.ts";
import { collectionRow, fieldRows, readable, relationRows } from "#server/features/declarations/schema-rows.ts";
import { type VirtualRow, virtualList } from "#server/features/declarations/virtual-list.ts";
import { keyOf, searchOf } from "#server/items/bodies.ts";
import { queryTextOf } from "#server/items/list-answer.ts";
import { parseQueryString } from "#server/items/query.ts";
import { isWithin } from "#server/items/reach.ts";
import { refuse, refuseCollection, refuseField, refuseWrite } from "#server/items/refused.ts";
import { againSession, readAs, sessionOf } from "#server/request.ts";
import { sendText } from "#server/services/action.ts";

type Params = { collection: string; field: string; id: string };

export function declarationRoutes(app: FastifyInstance, house: House): void {
  schemaRoutes(app, house);
  rightsRoutes(app, house);
  for (const name of ["collections", "fields", "relations", "permissions", "policies"])
    for (const url of [`/${name}`, `/${name}/:collection`, `/${name}/:collection/:field`])
      app.route({
        method: ["POST", "PATCH", "DELETE"],
        url,
        handler: async (request) => {
          await sessionOf({ house, request });
          return refuseWrite({ name, isDeclared: true });
        },
      });
}

/** The person as the database has them now: what one may is told as it is at this moment. */
async function whoNow({ house, request }: { house: House; request: FastifyRequest }): Promise<Who> {
  const session = await sessionOf({ house, request });
  return session.who.id === null ? session.who : (await againSession({ house, session })).who;
}

/** A collection this person may read, by its name here or with the CMS's own prefix; FORBIDDEN for any other. */
function readableNamed({ name, who }: { name: string; who: Who }): Collection {
  const collection = collectionNamed(name.replace(/^directus_/, ""));
  return collection && readable(who).includes(collection) ? collection : refuseCollection(name);
}

function schemaRoutes(app: FastifyInstance, house: House): void {
  const who = (request: FastifyRequest) => whoNow({ house, request });
  const answer = (data: unknown) => ({ data });

  app.get("/collections", async (request) => answer(readable(await who(request)).map(collectionRow)));
  app.get<{ Params: Params }>("/collections/:collection", async (request) =>
    answer(collectionRow(readableNamed({ name: request.params.collection, who: await who(request) }))),
  );

  const kinds = { fields: fieldRows, relations: relationRows };
  for (const [name, rowsOf] of Object.entries(kinds)) {
    app.get(`/${name}`, async (request) => {
      const reader = await who(request);
      return answer(readable(reader).flatMap((collection) => rowsOf({ collection, who: reader })));
    });
    app.get<{ Params: Params }>(`/${name}/:collection`, async (request) => {
      const reader = await who(request);
      const collection = readableNamed({ name: request.params.collection, who: reader });
      return answer(rowsOf({ collection, who: reader }));
    });
    app.get<{ Params: Params }>(`/${name}/:collection/:field`, async (request) => {
      const reader = await who(request);
      const { field } = request.params;
      const collection = readableNamed({ name: request.params.collection, who: reader });
      const found = rowsOf({ collection, who: reader }).find((row) => row["field"] === field);
      return answer(found ?? refuseField({ field, collection: collection.name, path: "" }));
    });
  }
}

function rightsRoutes(app: FastifyInstance, house: House): void {
  const kinds: { [name: string]: (who: Who) => VirtualRow[] } = { permissions: permissionRows, policies: policyRows };
  for (const [name, rowsOf] of Object.entries(kinds)) {
    app.get(`/${name}`, async (request) => {
      const rows = rowsOf(await whoNow({ house, request }));
      return { data: virtualList({ name, rows, query: parseQueryString(queryTextOf(request)) }) };
    });
    app.route({
      method: "SEARCH",
      url: `/${name}`,
      handler: async (request) => {
        const rows = rowsOf(await whoNow({ house, request }));
        // Their keys are of the kind that roles have, or numbers: whichever, they are compared as they come.
        const query = searchOf({ collection: Roles as unknown as Collection, body: request.body });
        return { data: virtualList({ name, rows, query }) };
      },
    });
    app.get<{ Params: Params }>(`/${name}/:id`, async (request) => {
      const rows = rowsOf(await whoNow({ house, request }));
      const found = rows.find((row) => String(row["id"]) === request.params.id);
      return { data: found ?? refuse("FORBIDDEN") };
    });
  }

  app.get("/permissions/me", async (request) => ({ data: myPermissions(await whoNow({ house, request })) }));
  app.get<{ Params: Params }>("/permissions/me/:collection/:id", async (request) => ({
    data: await rightsOnRow({ house, who: await whoNow({ house, request }), ...request.params }),
  }));
  app.get("/policies/me/globals", async (request) => {
    const { role } = await whoNow({ house, request });
    return { data: { app_access: role !== "public", admin_access: role === "platform", enforce_tfa: false } };
  });

  app.get("/roles/me", async (request, reply) => {
    const session = await sessionOf({ house, request });
    if (session.who.id === null) refuse("FORBIDDEN");
    const { who } = await againSession({ house, session });
    const query = parseQueryString(queryTextOf(request));
    const fields = query.fields.length > 0 ? query.fields : ["id"];
    const own = { ...query, fields, filter: { id: { _eq: roles[who.role].id } } };
    const { data } = await readAs({ house, session, collection: Roles as unknown as Collection, query: own });
    return sendText({ reply, text: `{"data":${data}}` });
  });
}

/** Whether this person may change and remove one row; a row they may not is told like one that is not there. */
async function rightsOnRow({
  house,
  who,
  collection: name,
  id,
}: {
  house: House;
  who: Who;
  collection: string;
  id: string;
}): Promise<{ [operation: string]: { access: boolean } }> {
  const grants = grantsOnRow({ name: name.replace(/^directus_/, ""), who });
  if (!grants) return refuseCollection(name);
  const { collection } = grants;
  const key = keyOf({ collection, id });
  const may = async (grant: typeof grants.update): Promise<{ access: boolean }> => ({
    access:
      grant !== null && (await isWithin({ sql: house.sql, collection, id: key, rows: grant.rows, now: house.clock() })),
  });
  return { update: await may(grants.update), delete: await may(grants.delete), share: { access: false } };
}
