// Areas and vehicle types that branches use are not removed: their place, or their prices, would be lost silently.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RuleArgsOf } from "#domain/schema/registry.ts";

declare module "#domain/schema/collection.ts" {
  interface LookupResults {
    /** Number of branches that use an area, or have prices or slots for a vehicle type; read for a removal. */
    branchesUsing: number;
  }
}

/** INVALID_FOREIGN_KEY while branches use the row. */
function refuseUsed(count: number | undefined, describe: (branches: string, isOne: boolean) => string) {
  if (!count) return undefined;
  const isOne = count === 1;
  const text = describe(isOne ? "1 branch" : `${count} branches`, isOne);
  return new RuleViolation("INVALID_FOREIGN_KEY", undefined, { branches: count }, text);
}

/** INVALID_FOREIGN_KEY while branches are in it. */
export const validateAreaDelete = ({ lookups }: RuleArgsOf<"Areas">): RuleViolation | undefined =>
  refuseUsed(
    lookups?.branchesUsing,
    (branches, isOne) =>
      `${branches} ${isOne ? "is" : "are"} in this area. Correct its name instead, or move them first.`,
  );

/** INVALID_FOREIGN_KEY while branches have prices or slots for it. */
export const validateVehicleTypeDelete = ({ lookups }: RuleArgsOf<"Vehicle_Type">): RuleViolation | undefined =>
  refuseUsed(
    lookups?.branchesUsing,
    (branches, isOne) =>
      `${branches} ${isOne ? "has" : "have"} prices or slots for this vehicle type. Their managers remove those first.`,
  );
