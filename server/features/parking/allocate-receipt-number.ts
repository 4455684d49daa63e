// §9 Allocates receipt and token numbers from the counters of the branch.
import type { RowOf } from "#domain/schema/registry.ts";
import { isGovernmentBranch } from "#domain/branches/entity-type.ts";
import { formatDate } from "#domain/dates.ts";
import { formatReceiptId, formatTokenId } from "#domain/payments/receipt-id.ts";
import type { AllocationStep } from "#server/items/write/write-context.ts";
import { getBranch, allocateNumber, type BranchRelations } from "#server/features/branches/counter.ts";

/** Parking and valet share the counter, so that receipt numbers are unique within a branch. */
export const allocateReceiptNumber: AllocationStep<Partial<RowOf<"Parking_Information">>, BranchRelations> = async (
  args,
) => {
  const { ctx, before, after } = args;
  if (before) return {};
  const branch = getBranch(args);
  const zone = branch.time_zone;
  const day = formatDate({ at: ctx.now, zone });
  const number = await allocateNumber({ tx: ctx.tx, branch: branch.id, name: "receipt", day });
  return {
    receipt_no: formatReceiptId({
      isGovernment: isGovernmentBranch(branch),
      isPerson: after.is_person === true,
      count: number - 1,
      now: ctx.now,
      zone,
    }),
  };
};

/** Fixed counter day: token numbers never restart, so that they stay unique within a branch. */
const allDays = "2000-01-01";

export const allocateTokenNumber: AllocationStep<RowOf<"Valet_and_Parking_Information">, BranchRelations> = async (
  args,
) => {
  if (args.before) return {};
  const branch = getBranch(args);
  const number = await allocateNumber({ tx: args.ctx.tx, branch: branch.id, name: "token", day: allDays });
  return {
    token_no: formatTokenId({ prefix: branch.valet_and_parking_config?.token_prefix ?? "", count: number - 1 }),
  };
};
