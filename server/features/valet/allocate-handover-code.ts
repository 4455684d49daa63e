// reading.md §6: allocates a ticket's handover code, unique among the branch's open tickets, so that a search finds one
// vehicle.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RowOf } from "#domain/schema/registry.ts";
import { otpRandomBytes, generateHandoverCode } from "#domain/accounts/otp.ts";
import { acquireLock } from "#server/db/locks.ts";
import type { AllocationStep } from "#server/items/write/write-context.ts";
import { type BranchRelations, getBranch } from "#server/features/branches/counter.ts";

/**
 * With some hundred open tickets one draw is nearly always enough; OTP_CREATION_FAILED after the last one, as when all
 * 9,000 codes are in use.
 */
const maxDraws = 200;

/**
 * Runs for new tickets and renewed codes. The code is passed to `ctx.revealSecret` once, stored as a keyed hash, and sealed
 * for the page of the customer.
 */
export const allocateHandoverCode: AllocationStep<RowOf<"Valet_and_Parking_Information">, BranchRelations> = async (
  args,
) => {
  const { ctx, collection, before, changes } = args;
  if (before && !("otp_renewed_at" in changes)) return {};
  const branch = getBranch(args).id;
  const [, openTickets] = await Promise.all([
    acquireLock({ tx: ctx.tx, name: "ticketOtp", key: branch }),
    ctx.tx.unsafe<{ hash: string }[]>(
      `select "OTP_Value" as hash from "Valet_and_Parking_Information" where "branch" = $1 and "out_time" is null`,
      [branch],
      { prepare: true },
    ),
  ]);
  const usedHashes = new Set(openTickets.map(({ hash }) => hash));
  const field = collection.fields["OTP_Value"]!;
  for (let draw = 0; draw < maxDraws; draw += 1) {
    const value = generateHandoverCode(ctx.random(otpRandomBytes));
    if (usedHashes.has(await ctx.storeSecret({ field, value }))) continue;
    ctx.revealSecret?.({ field: "OTP_Value", value });
    return { OTP_Value: value, otp_sealed: value };
  }
  return new RuleViolation("OTP_CREATION_FAILED");
};
