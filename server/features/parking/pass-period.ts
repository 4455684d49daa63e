// §3 timeType, duration: computes the end of a pass from its requested length.
import type { Row } from "#domain/schema/collection.ts";
import { computePassEnd, passUnits, type PassUnit } from "#domain/passes/pass.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import { throwViolation } from "#server/items/write/prepare.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

/** Bounds of a number; the branch's longest pass is a rule of visitor records. */
const maxDuration: { [unit in PassUnit]: number } = { hours: 24 * 366, days: 366, month: 12, years: 1 };

/**
 * Computes the end from `start`, `time_type` and `duration`; undefined without a duration. Throws FAILED_VALIDATION of
 * the field: an unknown unit, or a length that is not a whole number between 1 and a year.
 */
export function computePassEndFromBody({
  body,
  start,
  zone,
}: {
  body: Row;
  start: Date;
  zone: string | undefined;
}): Date | undefined {
  const { time_type, duration: amount } = body;
  if (amount === undefined) return undefined;
  const unit = passUnits.find((name) => name === time_type) ?? throwInvalidField("time_type");
  if (typeof amount !== "number" || !Number.isInteger(amount) || amount < 1 || amount > maxDuration[unit])
    return throwInvalidField("duration");
  return computePassEnd({ start, unit, amount, zone });
}

function throwInvalidField(field: string): never {
  return throwViolation(new RuleViolation("FAILED_VALIDATION", field, { type: "invalid" }));
}

/** Returns the body with the start and end of the pass; a pass without a start begins now. */
export async function setPassPeriod({ ctx, body }: { ctx: WriteContext; body: Row }): Promise<Row> {
  if (body["parking_type"] !== "long_time") return body;
  const startValue = body["pass_start_time"] ?? ctx.now.toISOString();
  const start = new Date(String(startValue));
  // The field check rejects an invalid start later.
  if (Number.isNaN(start.getTime())) return body;
  const zone = await loadTimeZone({ ctx, branch: body["branch"] ?? ctx.actor.branch });
  const end = computePassEndFromBody({ body, start, zone });
  return { ...body, pass_start_time: startValue, ...(end ? { pass_end_time: end.toISOString() } : {}) };
}

/** Returns the time zone of a branch, in which days and months of a pass are counted. */
export async function loadTimeZone({
  ctx,
  branch,
}: {
  ctx: WriteContext;
  branch: unknown;
}): Promise<string | undefined> {
  if (typeof branch !== "number" || !Number.isInteger(branch)) return undefined;
  const [row] = await ctx.tx<{ time_zone: string | null }[]>`select time_zone from "Branch" where id = ${branch}`;
  return row?.time_zone ?? undefined;
}
