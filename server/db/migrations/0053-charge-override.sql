-- §4: a charge set by hand in place of that by the tariff, with its reason.
alter table "Parking_Information"
  add column "charge_override" numeric(12,2),
  add column "charge_override_reason" varchar(150);
alter table "Valet_and_Parking_Information"
  add column "charge_override" numeric(12,2),
  add column "charge_override_reason" varchar(150);
alter table "Pre_Booking_Information"
  add column "charge_override" numeric(12,2),
  add column "charge_override_reason" varchar(150);
