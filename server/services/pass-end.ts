// §3 timeType, duration: the end of a pass that was asked for by its length.
import type { Row } from "#domain/collection.ts";
import { endOfPass, passUnits, type PassUnit } from "#domain/rules/pass.ts";
import { Refusal } from "#domain/collection.ts";
import { throwRefusal } from "#server/items/prepare.ts";
import type { WriteContext } from "#server/items/write-context.ts";

const longest: { [unit in PassUnit]: number } = { hours: 24 * 366, days: 366 * 10, month: 120, years: 10 };

/**
 * The end that `time_type` and `duration` give from `start`; undefined where neither is sent. Throws FAILED_VALIDATION by the
 * field that is wrong: a unit that is none, or a length that is no whole number from 1 to ten years (a year of hours).
 */
export function passEndOf({
  body,
  start,
  zone,
}: {
  body: Row;
  start: Date;
  zone: string | undefined;
}): Date | undefined {
  const { time_type: unit, duration: amount } = body;
  if (amount === undefined) return undefined;
  if (!passUnits.includes(unit as PassUnit)) wrong("time_type");
  const isWhole = typeof amount === "number" && Number.isInteger(amount);
  if (!isWhole || amount < 1 || amount > longest[unit as PassUnit]) wrong("duration");
  return endOfPass({ start, unit: unit as PassUnit, amount: amount as number, zone });
}

function wrong(field: string): never {
  return throwRefusal(new Refusal("FAILED_VALIDATION", field, { type: "invalid" }));
}

/** The body of a standing record with the start and end its pass has; a pass without a start begins now. */
export async function withPassEnd({ ctx, body }: { ctx: WriteContext; body: Row }): Promise<Row> {
  if (body["parking_type"] !== "long_time") return body;
  const sent = body["pass_start_time"] ?? ctx.now.toISOString();
  const start = new Date(sent as string);
  // A start that is no time is the field check's to refuse.
  if (Number.isNaN(start.getTime())) return body;
  const zone = await zoneOf({ ctx, branch: body["branch"] ?? ctx.who.branch });
  const end = passEndOf({ body, start, zone });
  return { ...body, pass_start_time: sent, ...(end ? { pass_end_time: end.toISOString() } : {}) };
}

/** The zone of a branch; its calendar is what days and months of a pass go by. */
export async function zoneOf({ ctx, branch }: { ctx: WriteContext; branch: unknown }): Promise<string | undefined> {
  if (!Number.isInteger(branch)) return undefined;
  const [row] = await ctx.tx<
    { time_zone: string | null }[]
  >`select time_zone from "Branch" where id = ${branch as number}`;
  return row?.time_zone ?? undefined;
}
