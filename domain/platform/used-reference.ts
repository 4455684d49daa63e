// Areas and vehicle types that branches use are not removed: their place, or their prices, would be lost silently.
import { RuleViolation } from "#domain/schema/collection.ts";
import type { RuleArgsOf } from "#domain/schema/registry.ts";

declare module "#domain/schema/collection.ts" {
  interface LookupResults {
    /** Number of branches that use an area, or have prices or slots for a vehicle type; read for a removal. */
    branchesUsing: number;
  }
}

const describeBranches = (count: number, verbs: readonly [one: string, several: string]): string =>
  count === 1 ? `1 branch ${verbs[0]}` : `${count} branches ${verbs[1]}`;

/** INVALID_FOREIGN_KEY while branches use it. */
export function validateAreaDelete({ lookups }: RuleArgsOf<"Areas">): RuleViolation | undefined {
  const count = lookups?.branchesUsing ?? 0;
  if (count === 0) return undefined;
  const text = `${describeBranches(count, ["is", "are"])} in this area. Correct its name instead, or move them first.`;
  return new RuleViolation("INVALID_FOREIGN_KEY", undefined, { branches: count }, text);
}

/** INVALID_FOREIGN_KEY while branches have prices or slots for it. */
export function validateVehicleTypeDelete({ lookups }: RuleArgsOf<"Vehicle_Type">): RuleViolation | undefined {
  const count = lookups?.branchesUsing ?? 0;
  if (count === 0) return undefined;
  const uses = describeBranches(count, ["has", "have"]);
  const text = `${uses} prices or slots for this vehicle type. Their managers remove those first.`;
  return new RuleViolation("INVALID_FOREIGN_KEY", undefined, { branches: count }, text);
}
