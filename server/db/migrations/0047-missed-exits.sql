-- §4: exits that were recorded later than the vehicle left, with who recorded them and when.
alter table "Parking_Information"
  add column "exit_recorded_at" timestamptz,
  add column "exit_recorded_by" uuid references "users" ("id") on delete set null;
