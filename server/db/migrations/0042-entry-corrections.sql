-- §4: corrections of entries by staff, with what changed; a new phone number ends the links sent to the old one.
alter table "Parking_Information"
  add column "correction" jsonb,
  add column "link_renewed_at" timestamptz;
alter table "Parking_Main_Information" add column "corrected_at" timestamptz;
