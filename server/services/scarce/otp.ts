// reading.md §6: a ticket's code, unlike those of the branch's other open tickets, so that searching by it finds one car.
import { Refusal } from "#domain/collection.ts";
import { otpBytes, otpFrom } from "#domain/rules/otp.ts";
import type { ScarceStep } from "#server/items/write-context.ts";
import { branchOf } from "#server/services/scarce/counter.ts";

/** With some hundred cars in a house one draw is nearly always enough; a branch that has given out all 9,000 is told so. */
const draws = 200;

/** On a new ticket, and when a lost one gets another code. It is told to `ctx.reveal` once and kept as a keyed hash. */
export const takeOtp: ScarceStep = async (args) => {
  const { ctx, collection, before, changes } = args;
  if (before && !("otp_renewed_at" in changes)) return {};
  const branch = branchOf(args)["id"] as number;
  const [, taken] = await Promise.all([
    ctx.tx.unsafe("select pg_advisory_xact_lock(7303, $1::integer)", [branch], { prepare: true }),
    ctx.tx.unsafe<{ hash: string }[]>(
      `select "OTP_Value" as hash from "Valet_and_Parking_Information" where "branch" = $1 and "out_time" is null`,
      [branch],
      { prepare: true },
    ),
  ]);
  const hashes = new Set(taken.map(({ hash }) => hash));
  const field = collection.fields["OTP_Value"]!;
  for (let draw = 0; draw < draws; draw += 1) {
    const value = otpFrom(ctx.random(otpBytes));
    if (hashes.has(await ctx.keepSecret({ field, value }))) continue;
    ctx.reveal?.({ field: "OTP_Value", value });
    return { OTP_Value: value };
  }
  return new Refusal("OTP_CREATION_FAILED");
};
