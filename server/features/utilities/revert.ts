// §7 POST /utils/revert/{revision}: restores a revision of a row through the write path.
import { z } from "zod";
import type { Collection, Row } from "#domain/schema/collection.ts";
import { findCollection } from "#domain/collections.ts";
import { Revisions } from "#domain/platform/system.collection.ts";
import { type AppServices, runInTransaction, type RequestOrigin } from "#server/context.ts";
import { parseKey } from "#server/items/rest/request-bodies.ts";
import { loadCurrentRow } from "#server/items/write/current-row.ts";
import { getGrant } from "#server/items/access/grants.ts";
import { buildQueryById } from "#server/items/read/read.ts";
import { throwApiError, throwWriteForbidden } from "#server/items/api-error.ts";
import { toWireRow } from "#server/items/field-values.ts";
import type { Session } from "#server/items/access/session.ts";
import { fillRevisionData } from "#server/items/write/revision-data.ts";
import { updateItem } from "#server/items/write/write.ts";
import { jsonText } from "#server/json-text.ts";
import { readListAs } from "#server/request.ts";

const revisionRows = jsonText(
  z.array(z.object({ collection: z.string(), item: z.string(), data: z.record(z.string(), z.unknown()).nullable() })),
);

/**
 * Restores the writable fields of a row from a revision. Server-set fields, secrets and children are not changed.
 * FORBIDDEN if the actor may not access the revision, the row or a field that differs.
 */
export async function revertToRevision({
  services,
  session,
  origin,
  revision,
}: {
  services: AppServices;
  session: Session;
  origin: RequestOrigin;
  revision: string;
}): Promise<void> {
  const query = buildQueryById({ collection: Revisions, id: revision, fields: ["collection", "item", "data"] });
  if (!query) throwApiError("FORBIDDEN");
  const { data: found } = await readListAs({ services, session, collection: Revisions, query });
  const [row] = revisionRows.parse(found);
  const collection = row && findCollection(row.collection);
  if (!collection) throwApiError("FORBIDDEN");
  await runInTransaction({
    services,
    session,
    origin,
    work: async (ctx) => {
      const grant = getGrant({ collection, operation: "update", actor: ctx.actor });
      if (!grant) throwWriteForbidden(collection);
      const id = parseKey({ collection, id: row.item });
      const { before } = await loadCurrentRow({ ctx, collection, id, grant });
      const [entry] = await ctx.tx<{ action: string }[]>`
        select a.action from revisions r join activity a on a.id = r.activity where r.id = ${revision}`;
      const data = row.data ?? {};
      const payload = diffWritableFields({
        collection,
        target: entry?.action === "create" ? fillRevisionData({ collection, data }) : data,
        current: toWireRow(collection, before),
      });
      if (Object.keys(payload).length > 0) await updateItem({ ctx, collection, id, payload });
    },
  });
}

function diffWritableFields({
  collection,
  target,
  current,
}: {
  collection: Collection;
  target: Row;
  current: Row;
}): Row {
  return Object.fromEntries(
    Object.entries(target).filter(([name, value]) => {
      const field = Object.hasOwn(collection.fields, name) ? collection.fields[name] : undefined;
      if (!field || name === "id" || field.serverSet || field.kind === "secret" || field.kind === "many") return false;
      return JSON.stringify(value) !== JSON.stringify(current[name]);
    }),
  );
}
