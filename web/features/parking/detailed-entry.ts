// The entry as its detail page shows it.
import type { WireRow } from "#domain/schema/registry.ts";
import { entryFields } from "#web/api/entry.ts";

/** `fields` of a query for `DetailedEntry`. */
export const entryDetailFields = [
  ...entryFields,
  "parking_main_info.vehicle_type.id",
  "user_created.id",
  "user_created.first_name",
  "payment_collected_by.first_name",
  "visitor_id.first_name",
  "visitor_id.department",
  "approved_by.first_name",
  "parking_main_info.unit.name",
  "parking_main_info.permission",
  "asked_member.name",
  "asked_member.phone",
  "answered_by_member.name",
  "voided_by.first_name",
  "exit_recorded_by.first_name",
  "entry_images.vehicle_image",
] as const;
export type DetailedEntry = WireRow<"Parking_Information", typeof entryDetailFields>;
