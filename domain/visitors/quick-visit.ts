// Visits that a residential gate enters many times a day: the purpose is chosen with one press, the unit is asked, and the
// vehicle number is optional. See docs/rules/approvals.md.
import type { RowOf } from "#domain/schema/registry.ts";

export const quickVisits = ["Delivery", "Cab"] as const;
export type QuickVisit = (typeof quickVisits)[number];

export function offersQuickVisits(branch: { entity_type?: string | null }): boolean {
  return branch.entity_type === "residential";
}

type QuickVisitor = Pick<RowOf<"Parking_Main_Information">, "name" | "entry_reason"> &
  Partial<Pick<RowOf<"Parking_Main_Information">, "vehicle_no" | "is_person">>;

/** The visitor record of a quick visit: without a vehicle number it is one on foot. */
export function toQuickVisitor({
  visit,
  name = "",
  plate = "",
}: {
  visit: QuickVisit;
  /** Of the person or their company, such as 'Swiggy'. */
  name?: string | undefined;
  plate?: string | undefined;
}): QuickVisitor {
  const visitor = { name: [visit, name.trim()].filter(Boolean).join(", "), entry_reason: visit };
  return plate.trim() === "" ? { ...visitor, is_person: true } : { ...visitor, vehicle_no: plate };
}
