// §3 entryType long_time: a pass made before its first visit, and its renewal.
import { Refusal, type Collection, type Row } from "#domain/collection.ts";
import { ParkingInformation } from "#domain/collections/parking-information.ts";
import { ParkingMainInformation } from "#domain/collections/parking-main-information.ts";
import { passWindowFields, visitorFields } from "#domain/rules/parking-main.ts";
import { renewalStart } from "#domain/rules/pass.ts";
import { parkingSequence } from "#domain/states/parking.ts";
import { inTransaction } from "#server/context.ts";
import { grantOf } from "#server/items/grants.ts";
import { throwRefusal } from "#server/items/prepare.ts";
import { isWithin } from "#server/items/reach.ts";
import { refuse } from "#server/items/refused.ts";
import { createItem, updateItem } from "#server/items/write.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import { type Acting, picked } from "#server/services/action.ts";
import { keepCustomerOf } from "#server/services/customers.ts";
import { tellApprovers } from "#server/services/parking-messages.ts";
import { passEndOf, withPassEnd, zoneOf } from "#server/services/pass-end.ts";

const ofMain = [...visitorFields, ...passWindowFields] as const;
export const passFields = [...ofMain, "duration"] as const;
export const renewalFields = ["time_type", "duration", "pass_end_time"] as const;

const collection = ParkingMainInformation as unknown as Collection;
const visits = ParkingInformation as unknown as Collection;

/** Makes a pass and answers its id. Throws the field errors of §5, VEHICLE_PASS_EXIST, VEHICLE_IN_PROGRESS, USER_ATTENDANCE_OFF. */
export function issuePass({ body, ...acting }: Acting & { body: Row }): Promise<number> {
  return inTransaction({
    ...acting,
    work: async (ctx) => {
      const long = await withPassEnd({ ctx, body: { ...body, parking_type: "long_time" } });
      const payload = { ...picked(long, ofMain), parking_type: "long_time" };
      const id = (await createItem({ ctx, collection, payload })) as number;
      await keepCustomerOf({ ctx, main: body });
      await tellApprovers({ house: acting.house, ctx, main: id });
      return id;
    },
  });
}

/**
 * Makes a pass longer: from where it ends, or from now where it has ended. Throws FAILED_VALIDATION, VEHICLE_PASS_EXIST,
 * NO_MATCH_FOUND for what is no pass, INVITE_NOT_VALID_NOW for a rejected one, FORBIDDEN where only who approves may renew.
 */
export function renewPass({ body, id, ...acting }: Acting & { body: Row; id: number }): Promise<void> {
  return inTransaction({
    ...acting,
    work: async (ctx) => {
      const grant = grantOf({ collection, operation: "update", who: ctx.who });
      const where = { sql: ctx.tx, collection, id, now: ctx.now };
      // Nothing of a pass that is not theirs to renew is told, its state neither.
      if (!grant || !(await isWithin({ ...where, rows: grant.rows }))) refuse("FORBIDDEN");
      const [pass] = await ctx.tx<Row[]>`
        select branch, parking_type, parking_status_id, pass_start_time, pass_end_time
        from "Parking_Main_Information" where id = ${id} for update`;
      if (!pass) refuse("FORBIDDEN");
      if (pass["parking_type"] !== "long_time") refuse("NO_MATCH_FOUND");
      if (pass["parking_status_id"] === parkingSequence.cancelled) refuse("INVITE_NOT_VALID_NOW");
      const end = pass["pass_end_time"] as Date | null;
      const from = renewalStart({ end, now: ctx.now });
      const zone = await zoneOf({ ctx, branch: pass["branch"] });
      const until = passEndOf({ body, start: from, zone }) ?? endIn(body);
      if (end && until <= end) throwRefusal(new Refusal("FAILED_VALIDATION", "pass_end_time", { type: "gt" }));
      const isOver = end === null || end <= ctx.now;
      const set = { pass_end_time: until, ...(isOver ? { pass_start_time: ctx.now } : {}) };
      await updateItem({ ctx, collection, id, payload: {}, set });
      if (!isOver) await coverOpenVisit({ ctx, pass: id, until });
    },
  });
}

/** Who is inside with the pass stays free for longer. After its end they owe from there on: the renewal is for what comes. */
async function coverOpenVisit({ ctx, pass, until }: { ctx: WriteContext; pass: number; until: Date }): Promise<void> {
  const [open] = await ctx.tx<{ id: number }[]>`
    select id from "Parking_Information"
    where parking_main_info = ${pass} and parking_status_id in (1, 3) and free_until is not null`;
  if (open)
    await updateItem({ ctx, collection: visits, id: open.id, payload: {}, set: { free_until: until }, isOurs: true });
}

function endIn(body: Row): Date {
  const end = new Date(String(body["pass_end_time"] ?? ""));
  return Number.isNaN(end.getTime())
    ? throwRefusal(new Refusal("FAILED_VALIDATION", "duration", { type: "required" }))
    : end;
}
