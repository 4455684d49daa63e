// §4: test entries and tickets end with the review of the branch, in the transaction that decides it (domain/visitors/test-entry.ts).
import { getCollection } from "#domain/collections.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import { deleteItem } from "#server/items/write/write.ts";
import type { FollowUpStep } from "#server/items/write/write-context.ts";

/**
 * The update of the branch has locked its row: it waited for tests, which this statement sees, and later ones are
 * refused (allocate-receipt-number.ts).
 */
export const deleteTestEntries: FollowUpStep<RowOf<"Branch">> = async ({ ctx, before, after }) => {
  if (before?.status !== "draft" || !after || after.status === "draft") return;
  const records = await ctx.tx<{ id: number }[]>`
    select id from "Parking_Main_Information" where branch = ${after.id} and is_test order by id`;
  for (const { id } of records) {
    const entries = await ctx.tx<{ id: number }[]>`
      select id from "Parking_Information" where parking_main_info = ${id} order by id`;
    for (const entry of entries)
      await deleteItem({ ctx, collection: getCollection("Parking_Information"), id: entry.id, bypassAccess: true });
    await deleteItem({ ctx, collection: getCollection("Parking_Main_Information"), id, bypassAccess: true });
  }
  const tickets = await ctx.tx<{ id: number }[]>`
    select id from "Valet_and_Parking_Information" where branch = ${after.id} and is_test order by id`;
  for (const { id } of tickets)
    await deleteItem({ ctx, collection: getCollection("Valet_and_Parking_Information"), id, bypassAccess: true });
  await ctx.tx`delete from counters where branch = ${after.id} and name in ('test', 'test-token')`;
};
