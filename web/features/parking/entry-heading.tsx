// The name of an entry, and its heading: the plate of a vehicle, else the name.
import type { Entry } from "#web/api/entry.ts";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { t } from "#web/languages/t.ts";

type Visitor = Pick<NonNullable<Entry["parking_main_info"]>, "vehicle_no" | "name" | "vehicle_type"> | null;

export const getEntryName = (visitor: Visitor): string => visitor?.vehicle_no ?? visitor?.name ?? t("Entry");

export function EntryHeading({ visitor }: { visitor: Visitor }) {
  return visitor?.vehicle_no ? (
    <Plate number={visitor.vehicle_no} typeIcon={visitor.vehicle_type?.icon} size="large" />
  ) : (
    getEntryName(visitor)
  );
}
