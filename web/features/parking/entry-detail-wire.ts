// Wire format of the entry detail page.
import { entryFields, type EntryWire } from "#web/api/entry.ts";

export interface EntryDetailWire extends EntryWire {
  user_created: { first_name: string } | null;
  payment_collected_by: { first_name: string } | null;
  paid_at: string | null;
  visitor_id: { first_name: string; department: string | null } | null;
  approved_by: { first_name: string } | null;
  approved_at: string | null;
  invite_start_date: string | null;
  invite_end_date: string | null;
  entry_images: readonly { vehicle_image: string }[];
}

export const entryDetailFields = [
  ...entryFields,
  "user_created.first_name",
  "payment_collected_by.first_name",
  "visitor_id.first_name",
  "visitor_id.department",
  "approved_by.first_name",
  "entry_images.vehicle_image",
];
