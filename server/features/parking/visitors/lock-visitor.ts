// The lock of a vehicle or person at a branch.
import type { Row } from "#domain/schema/collection.ts";
import { getRelationId } from "#domain/schema/relation-id.ts";
import { acquireLock } from "#server/db/locks.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

/** Key of a visitor at a branch: the vehicle number, or phone number and name of a person. */
function getVisitorKey(record: Row): string {
  const name =
    record["is_person"] === true ? `${String(record["phone_no"])}:${String(record["name"]).toLowerCase()}` : "";
  return `${getRelationId(record["branch"])}:${name || String(record["vehicle_no"])}`;
}

/**
 * Serialises concurrent writes for one visitor. Acquired before the slot lock, so that the order is always the same.
 */
export async function lockVisitor({ ctx, visitorRecord }: { ctx: WriteContext; visitorRecord: Row }): Promise<void> {
  await acquireLock({ tx: ctx.tx, name: "visitor", key: getVisitorKey(visitorRecord) });
}
