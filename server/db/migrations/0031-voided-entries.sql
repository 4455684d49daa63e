-- §4: entries voided by staff, with who did it and why.
alter table "Parking_Information"
  add column "voided_at" timestamptz,
  add column "voided_by" uuid references "users" ("id") on delete set null,
  add column "change_reason" varchar(150);
