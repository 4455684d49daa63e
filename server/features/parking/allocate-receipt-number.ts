// §9 Allocates receipt and token numbers from the counters of the branch.
import type { RowOf } from "#domain/schema/registry.ts";
import { isGovernmentBranch } from "#domain/branches/entity-type.ts";
import { formatDate } from "#domain/dates.ts";
import * as limits from "#domain/limits.ts";
import { formatReceiptId, formatTokenId } from "#domain/payments/receipt-id.ts";
import type { Tx } from "#server/db/pool.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { AllocationStep } from "#server/items/write/write-context.ts";
import { getBranch, allocateNumber, type BranchRelations } from "#server/features/branches/counter.ts";

/** Parking and valet share the counter, so that receipt numbers are unique within a branch. */
export const allocateReceiptNumber: AllocationStep<Partial<RowOf<"Parking_Information">>, BranchRelations> = async (
  args,
) => {
  const { ctx, before, after } = args;
  if (before) return {};
  const branch = getBranch(args);
  if (after.is_test) return { receipt_no: await allocateTestNumber({ tx: ctx.tx, branch: branch.id }) };
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

/**
 * Number of a test entry or ticket, apart from the receipts. Locks branch and company until it is written, so that publishing
 * waits and then deletes it; STATUS_ALREADY_UPDATED if the branch was published first, REQUESTS_EXCEEDED for too many tests.
 */
async function allocateTestNumber({ tx, branch }: { tx: Tx; branch: number }): Promise<string> {
  const [row] = await tx<{ status: string }[]>`
    select b.status from "Branch" b join "Companies" c on c.id = b.company where b.id = ${branch} for share`;
  if (row?.status !== "draft") throwApiError("STATUS_ALREADY_UPDATED");
  const number = await allocateNumber({ tx, branch, name: "test", day: allDays });
  return number > limits.testEntries ? throwApiError("REQUESTS_EXCEEDED") : formatTestNumber(number);
}

const formatTestNumber = (number: number): string => `TEST-${number}`;

/** Fixed counter day: token numbers never restart, so that they stay unique within a branch. */
const allDays = "2000-01-01";

export const allocateTokenNumber: AllocationStep<RowOf<"Valet_and_Parking_Information">, BranchRelations> = async (
  args,
) => {
  if (args.before) return {};
  const branch = getBranch(args);
  const { tx } = args.ctx;
  if (args.after.is_test)
    return {
      token_no: formatTestNumber(await allocateNumber({ tx, branch: branch.id, name: "test-token", day: allDays })),
    };
  const number = await allocateNumber({ tx, branch: branch.id, name: "token", day: allDays });
  return {
    token_no: formatTokenId({ prefix: branch.valet_and_parking_config?.token_prefix ?? "", count: number - 1 }),
  };
};
