-- §4: passes are paid online, each payment for the period that was due when it was started.
alter table "payment_attempts"
  add column "pass" integer,
  add column "valid_from" timestamptz,
  add column "valid_till" timestamptz;
alter table "payment_attempts" add foreign key ("pass") references "Parking_Main_Information" (id) on delete restrict not valid;
alter table "Parking_Main_Information"
  add column "merchant_id" varchar(100),
  add column "merchant_transaction_id" varchar(100);
