// The row of a pass or another visitor record, locked for a renewal, a payment, its end or an edit.
import type { RowOf } from "#domain/schema/registry.ts";
import type { Row } from "#domain/schema/collection.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import { getGrant } from "#server/items/access/grants.ts";
import { isRowWithin } from "#server/items/access/row-access.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { fromDatabase } from "#server/items/field-values.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

type VisitorRecord = RowOf<"Parking_Main_Information">;

/** Locks a visitor record. FORBIDDEN to a caller who may not change it. */
export async function lockRecord({ ctx, id }: { ctx: WriteContext; id: number }): Promise<VisitorRecord> {
  const collection = ParkingMainInformation;
  const grant = getGrant({ collection, operation: "update", actor: ctx.actor });
  if (!grant || !(await isRowWithin({ sql: ctx.tx, collection, id, now: ctx.now, rows: grant.rows })))
    throwApiError("FORBIDDEN");
  const [row] = await ctx.tx<Row[]>`select * from "Parking_Main_Information" where id = ${id} for update`;
  return row ? fromDatabase(collection, row) : throwApiError("FORBIDDEN");
}

/**
 * Locks the pass, so that its renewals, payments and moves are made one after the other. FORBIDDEN without its state to
 * a caller who may not change it, NO_MATCH_FOUND if the record is not a pass, INVITE_NOT_VALID_NOW for a rejected one.
 */
export async function lockPass({ ctx, id }: { ctx: WriteContext; id: number }): Promise<VisitorRecord> {
  const pass = await lockRecord({ ctx, id });
  if (pass.parking_type !== "long_time") throwApiError("NO_MATCH_FOUND");
  if (pass.parking_status_id === parkingSequence.cancelled) throwApiError("INVITE_NOT_VALID_NOW");
  return pass;
}
