-- §4: why a customer pays later, and debts that are written off.
alter table "Parking_Information" add column "pay_later_reason" varchar(150), add column "written_off_amount" numeric(12,2),
  add column "write_off_reason" varchar(150), add column "written_off_at" timestamptz, add column "written_off_by" uuid;
alter table "Valet_and_Parking_Information" add column "pay_later_reason" varchar(150), add column "written_off_amount" numeric(12,2),
  add column "write_off_reason" varchar(150), add column "written_off_at" timestamptz, add column "written_off_by" uuid;
alter table "Pre_Booking_Information" add column "pay_later_reason" varchar(150), add column "written_off_amount" numeric(12,2),
  add column "write_off_reason" varchar(150), add column "written_off_at" timestamptz, add column "written_off_by" uuid;
alter table "Parking_Information" add foreign key ("written_off_by") references "users" (id) on delete set null not valid;
alter table "Valet_and_Parking_Information" add foreign key ("written_off_by") references "users" (id) on delete set null not valid;
alter table "Pre_Booking_Information" add foreign key ("written_off_by") references "users" (id) on delete set null not valid;
