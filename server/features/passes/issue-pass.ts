// §3 entryType long_time: issues and renews passes.
import { idResult, noResult } from "#server/http/idempotency.ts";
import { RuleViolation, type Row } from "#domain/schema/collection.ts";
import type { ContractBody } from "#domain/schema/contract.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import { passActions } from "#domain/passes/actions.ts";
import { getRenewalStart } from "#domain/passes/pass.ts";
import { runInTransaction } from "#server/context.ts";
import { throwViolation } from "#server/items/write/prepare.ts";
import { throwApiError } from "#server/items/api-error.ts";
import { createItem, updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { type IdempotentContext, pickFields } from "#server/http/action-request.ts";
import { upsertCustomer } from "#server/features/accounts/customers.ts";
import { notifyApprovers } from "#server/features/parking/visitors/notify-approvers.ts";
import { computePassEndFromBody, setPassPeriod, loadTimeZone } from "#server/features/parking/pass-period.ts";
import { coverOpenEntry } from "#server/features/payments/passes/cover-open-entry.ts";
import { lockPass } from "#server/features/passes/lock-pass.ts";

const { Parking_Main_Information: visitorRecordFields } = passActions.issue.fields;

/** AMOUNT_MISMATCH if another price was shown than is due now. */
async function requireExpectedPrice({
  ctx,
  id,
  expected,
}: {
  ctx: WriteContext;
  id: number;
  expected: number | undefined;
}): Promise<void> {
  const [row] = await ctx.tx<{ due: number }[]>`
    select (coalesce(due_amount, 0) * 100)::int as due from "Parking_Main_Information" where id = ${id}`;
  if (expected !== undefined && row!.due !== expected) throwApiError("AMOUNT_MISMATCH", { owed: row!.due });
}

/**
 * Issues a pass and returns its id; what it costs is due. Throws the field errors of §5, VEHICLE_PASS_EXIST,
 * VEHICLE_IN_PROGRESS, USER_ATTENDANCE_OFF, AMOUNT_MISMATCH.
 */
export function issuePass({
  body,
  ...context
}: IdempotentContext & { body: ContractBody<typeof passActions.issue> }): Promise<number> {
  return runInTransaction({
    ...context,
    result: idResult,
    work: async (ctx) => {
      const passBody = await setPassPeriod({ ctx, body: { ...body, parking_type: "long_time" } });
      const payload = { ...pickFields(passBody, visitorRecordFields), parking_type: "long_time" };
      const id = await createItem({ ctx, collection: ParkingMainInformation, payload });
      await requireExpectedPrice({ ctx, id, expected: body.expected });
      await upsertCustomer({ ctx, visitorRecord: body });
      await notifyApprovers({ services: context.services, ctx, visitorRecordId: id });
      return id;
    },
  });
}

/**
 * Renews a pass from its end, or from now if it has expired: at once if that costs nothing, otherwise once it is paid.
 * A later renewal replaces one that is due. Throws FAILED_VALIDATION, VEHICLE_PASS_EXIST, the errors of `lockPass`,
 * NOT_SETTLED for a pass that is not paid itself, FORBIDDEN if only approvers may renew it, AMOUNT_MISMATCH.
 */
export function renewPass({
  body,
  id,
  ...context
}: IdempotentContext & { body: ContractBody<typeof passActions.renew>; id: number }): Promise<void> {
  return runInTransaction({
    ...context,
    result: noResult,
    work: async (ctx) => {
      const pass = await lockPass({ ctx, id });
      if (pass.is_unpaid) throwApiError("NOT_SETTLED");
      const { pass_end_time: end } = pass;
      const from = getRenewalStart({ end, now: ctx.now });
      const zone = await loadTimeZone({ ctx, branch: pass.branch });
      const till = computePassEndFromBody({ body, start: from, zone }) ?? parsePassEnd(body);
      if (till <= from) throwViolation(new RuleViolation("FAILED_VALIDATION", "pass_end_time", { type: "gt" }));
      const systemValues = { due_from: from, due_till: till };
      await updateItem({ ctx, collection: ParkingMainInformation, id, payload: {}, systemValues });
      await requireExpectedPrice({ ctx, id, expected: body.expected });
      await coverOpenEntry({ ctx, pass });
    },
  });
}

function parsePassEnd(body: Row): Date {
  const end = new Date(String(body["pass_end_time"] ?? ""));
  return Number.isNaN(end.getTime())
    ? throwViolation(new RuleViolation("FAILED_VALIDATION", "duration", { type: "required" }))
    : end;
}
