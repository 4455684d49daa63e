-- §4: how an amount was received, beside its mode, what identifies it, and what a branch offers.
alter table "payments"
  add column "channel" varchar(50),
  add column "reference" varchar(50),
  add column "request" varchar(35);
alter table "Parking_Information"
  add column "payment_channel" varchar(50),
  add column "payment_reference" varchar(50),
  add column "payment_request" varchar(35);
alter table "Valet_and_Parking_Information"
  add column "payment_channel" varchar(50),
  add column "payment_reference" varchar(50),
  add column "payment_request" varchar(35);
alter table "Pre_Booking_Information"
  add column "payment_channel" varchar(50),
  add column "payment_reference" varchar(50),
  add column "payment_request" varchar(35);
alter table "Branch"
  add column "payment_channels" jsonb,
  add column "upi_vpa" varchar(100),
  add column "upi_payee_name" varchar(50);
