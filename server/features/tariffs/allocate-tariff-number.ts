import type { RowOf } from "#domain/schema/registry.ts";
import type { AllocationStep } from "#server/items/write/write-context.ts";

/** The next number of a new version at its branch and service, under the lock that its lookup has acquired. */
export const allocateTariffNumber: AllocationStep<RowOf<"Tariff_Versions">> = async ({ ctx, before, after }) => {
  if (before) return {};
  const [row] = await ctx.tx.unsafe<{ number: number }[]>(
    `select coalesce(max("number"), 0) + 1 as "number" from "Tariff_Versions" where "branch" = $1::bigint and "service" = $2::text`,
    [after.branch, after.service],
    { prepare: true },
  );
  return { number: row!.number };
};
