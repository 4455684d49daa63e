// §7 POST /utils/revert/{revision}: a row as it once was, through the write path like any other change.
import type { Collection, Row } from "#domain/collection.ts";
import { collectionNamed } from "#domain/collections/all.ts";
import { Revisions } from "#domain/collections/system.ts";
import { type House, inTransaction, type Origin } from "#server/context.ts";
import { keyOf } from "#server/items/bodies.ts";
import { currentRow } from "#server/items/current-row.ts";
import { grantOf } from "#server/items/grants.ts";
import { queryById } from "#server/items/read.ts";
import { refuse, refuseWrite } from "#server/items/refused.ts";
import { wireRow } from "#server/items/values.ts";
import type { Session } from "#server/items/who.ts";
import { updateItem } from "#server/items/write.ts";
import { readAs } from "#server/request.ts";

/**
 * Sets what the caller may set of a row back to what a revision holds. What the server sets, secrets and children stay as
 * they are. FORBIDDEN where the revision or the row is not theirs, or a field of it that differs.
 */
export async function revert({
  house,
  session,
  origin,
  revision,
}: {
  house: House;
  session: Session;
  origin: Origin;
  revision: string;
}): Promise<void> {
  const revisions = Revisions as unknown as Collection;
  const query = queryById({ collection: revisions, id: revision, fields: ["collection", "item", "data"] });
  if (!query) refuse("FORBIDDEN");
  const { data: found } = await readAs({ house, session, collection: revisions, query });
  const [row] = JSON.parse(found) as { collection: string; item: string; data: Row | null }[];
  const collection = row && collectionNamed(row.collection);
  if (!collection) refuse("FORBIDDEN");
  await inTransaction({
    house,
    session,
    origin,
    work: async (ctx) => {
      const grant = grantOf({ collection, operation: "update", who: ctx.who });
      if (!grant) refuseWrite(collection);
      const id = keyOf({ collection, id: row.item });
      const { before } = await currentRow({ ctx, collection, id, grant });
      const payload = differences({ collection, wanted: row.data ?? {}, current: wireRow(collection, before) });
      if (Object.keys(payload).length > 0) await updateItem({ ctx, collection, id, payload });
    },
  });
}

function differences({ collection, wanted, current }: { collection: Collection; wanted: Row; current: Row }): Row {
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => {
      const field = Object.hasOwn(collection.fields, name) ? collection.fields[name] : undefined;
      if (!field || name === "id" || field.serverSet || field.kind === "secret" || field.kind === "many") return false;
      return JSON.stringify(value) !== JSON.stringify(current[name]);
    }),
  );
}
