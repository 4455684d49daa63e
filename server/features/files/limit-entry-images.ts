// §9: at most five photos per entry or ticket, counted with those it has already.
import * as limits from "#domain/limits.ts";
import { RuleViolation } from "#domain/schema/collection.ts";
import type { AllocationStep } from "#server/items/write/write-context.ts";

/** Relation to the photographed row, by collection of photos. */
const parents: { [collection: string]: { field: string; table: string; kind?: string } } = {
  Parking_Vehicle_Images: { field: "parking_information", table: "Parking_Information" },
  // Five of each kind: those of the receipt leave room for the proof at the handover.
  valet_parking_vehicle_images: {
    field: "valet_and_parking_information",
    table: "Valet_and_Parking_Information",
    kind: "kind",
  },
};

/** TOO_MANY_IMAGES. Locks the photographed row, so that two devices do not add the fifth photo at once. */
export const limitEntryImages: AllocationStep = async ({ ctx: { tx }, collection, before, after }) => {
  const { field, table, kind } = parents[collection.name]!;
  const parent = after[field];
  if (typeof parent !== "number" || before?.[field] === parent) return {};
  await tx.unsafe(`select 1 from "${table}" where "id" = $1 for update`, [parent], { prepare: true });
  const [row] = await tx.unsafe<{ count: number }[]>(
    `select count(*)::int as count from "${collection.name}" where "${field}" = $1${kind ? ` and "${kind}" = $2` : ""}`,
    kind ? [parent, String(after[kind])] : [parent],
    { prepare: true },
  );
  return row!.count >= limits.imageCaptures ? new RuleViolation("TOO_MANY_IMAGES", "entry_images") : {};
};
