// §3 entryType long_time: issues and renews passes.
import { idResult, noResult } from "#server/http/idempotency.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import { RuleViolation, type Row } from "#domain/schema/collection.ts";
import { ParkingInformation } from "#domain/parking/entries.collection.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import { passActions } from "#domain/passes/actions.ts";
import { getRenewalStart } from "#domain/passes/pass.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { runInTransaction } from "#server/context.ts";
import { getGrant } from "#server/items/access/grants.ts";
import { throwViolation } from "#server/items/write/prepare.ts";
import { isRowWithin } from "#server/items/access/row-access.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { createItem, updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { type IdempotentContext, pickFields } from "#server/http/action-request.ts";
import { upsertCustomer } from "#server/features/accounts/customers.ts";
import { notifyApprovers } from "#server/features/parking/parking-messages.ts";
import { computePassEndFromBody, setPassPeriod, loadTimeZone } from "#server/features/parking/pass-period.ts";

const { Parking_Main_Information: visitorRecordFields } = passActions.issue.fields;

/**
 * Issues a pass and returns its id. Throws the field errors of §5, VEHICLE_PASS_EXIST, VEHICLE_IN_PROGRESS,
 * USER_ATTENDANCE_OFF.
 */
export function issuePass({ body, ...context }: IdempotentContext & { body: Row }): Promise<number> {
  return runInTransaction({
    ...context,
    result: idResult,
    work: async (ctx) => {
      const passBody = await setPassPeriod({ ctx, body: { ...body, parking_type: "long_time" } });
      const payload = { ...pickFields(passBody, visitorRecordFields), parking_type: "long_time" };
      const id = await createItem({ ctx, collection: ParkingMainInformation, payload });
      await upsertCustomer({ ctx, visitorRecord: body });
      await notifyApprovers({ services: context.services, ctx, visitorRecordId: id });
      return id;
    },
  });
}

type RenewedPass = Pick<
  RowOf<"Parking_Main_Information">,
  "branch" | "parking_type" | "parking_status_id" | "pass_start_time" | "pass_end_time"
>;

/**
 * Extends a pass from its end, or from now if it has expired. Throws FAILED_VALIDATION, VEHICLE_PASS_EXIST,
 * NO_MATCH_FOUND if the record is not a pass, INVITE_NOT_VALID_NOW for a rejected one, FORBIDDEN if only approvers may
 * renew it.
 */
export function renewPass({ body, id, ...context }: IdempotentContext & { body: Row; id: number }): Promise<void> {
  return runInTransaction({
    ...context,
    result: noResult,
    work: async (ctx) => {
      const grant = getGrant({ collection: ParkingMainInformation, operation: "update", actor: ctx.actor });
      const rowLookup = { sql: ctx.tx, collection: ParkingMainInformation, id, now: ctx.now };
      // Answers FORBIDDEN without the pass's state to a caller who may not renew it.
      if (!grant || !(await isRowWithin({ ...rowLookup, rows: grant.rows }))) throwApiError("FORBIDDEN");
      const [pass] = await ctx.tx<RenewedPass[]>`
        select branch, parking_type, parking_status_id, pass_start_time, pass_end_time
        from "Parking_Main_Information" where id = ${id} for update`;
      if (!pass) throwApiError("FORBIDDEN");
      if (pass.parking_type !== "long_time") throwApiError("NO_MATCH_FOUND");
      if (pass.parking_status_id === parkingSequence.cancelled) throwApiError("INVITE_NOT_VALID_NOW");
      const { pass_end_time: end } = pass;
      const from = getRenewalStart({ end, now: ctx.now });
      const zone = await loadTimeZone({ ctx, branch: pass.branch });
      const passEnd = computePassEndFromBody({ body, start: from, zone }) ?? parsePassEnd(body);
      if (end && passEnd <= end)
        throwViolation(new RuleViolation("FAILED_VALIDATION", "pass_end_time", { type: "gt" }));
      const isExpired = end === null || end <= ctx.now;
      const systemValues = { pass_end_time: passEnd, ...(isExpired ? { pass_start_time: ctx.now } : {}) };
      await updateItem({ ctx, collection: ParkingMainInformation, id, payload: {}, systemValues });
      if (!isExpired) await coverOpenEntry({ ctx, pass: id, passEnd });
    },
  });
}

/**
 * Extends the free period of an open entry of the pass. Not called after the pass expired: the overstay remains due and
 * the renewal applies from now on.
 */
async function coverOpenEntry({
  ctx,
  pass,
  passEnd,
}: {
  ctx: WriteContext;
  pass: number;
  passEnd: Date;
}): Promise<void> {
  const [open] = await ctx.tx<{ id: number }[]>`
    select id from "Parking_Information"
    where parking_main_info = ${pass} and parking_status_id in (1, 3) and free_until is not null`;
  if (open)
    await updateItem({
      ctx,
      collection: ParkingInformation,
      id: open.id,
      payload: {},
      systemValues: { free_until: passEnd },
      bypassAccess: true,
    });
}

function parsePassEnd(body: Row): Date {
  const end = new Date(String(body["pass_end_time"] ?? ""));
  return Number.isNaN(end.getTime())
    ? throwViolation(new RuleViolation("FAILED_VALIDATION", "duration", { type: "required" }))
    : end;
}
