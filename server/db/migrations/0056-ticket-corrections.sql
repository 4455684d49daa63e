-- §4: corrected and cancelled tickets, with who did it and why; a new phone number ends the links sent to the old one.
alter table "Valet_and_Parking_Information"
  add column "voided_at" timestamptz,
  add column "voided_by" uuid references "users" ("id") on delete set null,
  add column "corrected_at" timestamptz,
  add column "link_renewed_at" timestamptz,
  add column "change_reason" varchar(150);
