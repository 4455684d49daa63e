// §9 Receipt id and token id, each from its branch's counter.
import type { Row } from "#domain/collection.ts";
import { formatDay } from "#domain/rules/dates.ts";
import { receiptId, tokenId } from "#domain/rules/receipt-id.ts";
import type { ScarceStep } from "#server/items/write-context.ts";
import { branchOf, nextNumber } from "#server/services/scarce/counter.ts";

/** Parking and valet share the counter: a branch has no two receipts of one number. */
export const takeReceipt: ScarceStep = async (args) => {
  const { ctx, before, after } = args;
  if (before) return {};
  const branch = branchOf(args);
  const zone = (branch["time_zone"] as string | null) ?? undefined;
  const day = formatDay({ at: ctx.now, zone });
  const number = await nextNumber({ tx: ctx.tx, branch: branch["id"] as number, name: "receipt", day });
  const isGovernment = branch["entity_type"] === "government";
  return {
    receipt_no: receiptId({
      isGovernment,
      isPerson: after["is_person"] === true,
      count: number - 1,
      now: ctx.now,
      zone,
    }),
  };
};

/** Tokens are counted from the branch's first day on: no two are ever alike. */
const allDays = "2000-01-01";

export const takeToken: ScarceStep = async (args) => {
  if (args.before) return {};
  const branch = branchOf(args);
  const config = (branch["valet_and_parking_config"] ?? {}) as Row;
  const number = await nextNumber({ tx: args.ctx.tx, branch: branch["id"] as number, name: "token", day: allDays });
  return { token_no: tokenId({ prefix: (config["token_prefix"] as string | null) ?? "", count: number - 1 }) };
};
