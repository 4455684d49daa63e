import { isInScope } from "#domain/access/roles.ts";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import type { Row } from "#domain/schema/collection.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { fromDatabase } from "#server/items/field-values.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

interface Visit {
  entry: RowOf<"Parking_Information">;
  visitorRecord: RowOf<"Parking_Main_Information">;
}

/** Locks the entry before its visitor record, as check-out does. FORBIDDEN outside the actor's scope. */
export async function lockVisit({ ctx: { actor, tx }, id }: { ctx: WriteContext; id: number }): Promise<Visit> {
  const [row] = await tx<Row[]>`select * from "Parking_Information" where id = ${id} for update`;
  const entry = row && fromDatabase(ParkingInformation, row);
  if (!entry || !isInScope({ actor, company: entry.company, branch: entry.branch })) return throwApiError("FORBIDDEN");
  const [main] = await tx<Row[]>`
    select * from "Parking_Main_Information" where id = ${entry.parking_main_info} for update`;
  return { entry, visitorRecord: fromDatabase(ParkingMainInformation, main!) };
}
