// §3: what a new pass or a renewal would cost.
import type { passActions } from "#domain/passes/actions.ts";
import { getRenewalStart } from "#domain/passes/pass.ts";
import { dependsOnVehicleType, quotePass } from "#domain/passes/pass-quote.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import type { AppServices } from "#server/context.ts";
import { computePassEndFromBody } from "#server/features/parking/pass-period.ts";
import { findTariffInForce } from "#server/features/tariffs/tariff-lookups.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { Session } from "#server/items/access/session.ts";
import { throwViolation } from "#server/items/write/prepare.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import { getGrant } from "#server/items/access/grants.ts";
import { isRowWithin } from "#server/items/access/row-access.ts";

type RenewedPass = Pick<RowOf<"Parking_Main_Information">, "branch" | "is_person" | "vehicle_type" | "pass_end_time">;

/** The pass that would be renewed. FORBIDDEN if the caller may not. */
async function readPass({
  services: { sql, clock },
  session: { actor },
  id,
}: {
  services: AppServices;
  session: Session;
  id: number;
}): Promise<RenewedPass> {
  const collection = ParkingMainInformation;
  const grant = getGrant({ collection, operation: "update", actor });
  if (!grant || !(await isRowWithin({ sql, collection, id, rows: grant.rows, now: clock() })))
    throwApiError("FORBIDDEN");
  const [pass] = await sql<RenewedPass[]>`
    select branch, is_person, vehicle_type, pass_end_time from "Parking_Main_Information" where id = ${id}`;
  return pass ?? throwApiError("FORBIDDEN");
}

/** FAILED_VALIDATION of the length as for a new pass; a renewal starts at the end of its pass. */
export async function quotePassPrice({
  services,
  session,
  body,
}: ContractCall<typeof passActions.quote>): Promise<ContractResult<typeof passActions.quote>> {
  const { sql } = services;
  const now = services.clock();
  const pass = body.pass === undefined ? undefined : await readPass({ services, session, id: body.pass });
  const branch = pass?.branch ?? session.actor.branch;
  if (branch === null) throwApiError("FORBIDDEN");
  const [place] = await sql<{ zone: string | null }[]>`select time_zone as zone from "Branch" where id = ${branch}`;
  const zone = place?.zone ?? undefined;
  const chosenStart = body.pass_start_time === undefined ? now : new Date(body.pass_start_time);
  const start = pass ? getRenewalStart({ end: pass.pass_end_time, now }) : chosenStart;
  const chosenEnd = body.pass_end_time === undefined ? undefined : new Date(body.pass_end_time);
  const end = computePassEndFromBody({ body, start, zone }) ?? chosenEnd;
  if (!end) return throwViolation(new RuleViolation("FAILED_VALIDATION", "duration", { type: "required" }));
  if (end <= start) return throwViolation(new RuleViolation("FAILED_VALIDATION", "pass_end_time", { type: "gt" }));
  const version = await findTariffInForce({ tx: sql, branch, service: "is_parking", at: now });
  const sold = { start, end, zone, tariff: version?.tariff, isPerson: pass ? pass.is_person : body.is_person === true };
  const vehicleType = (pass ? pass.vehicle_type : body.vehicle_type) ?? null;
  return {
    ...quotePass({ ...sold, vehicleType }),
    // The type of a pass that is renewed is as it is.
    needs_vehicle_type: !pass && vehicleType === null && dependsOnVehicleType(sold),
    starts: start,
    ends: end,
  };
}
