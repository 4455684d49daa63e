-- What staff record at the gate for the charge of a ticket, as for that of an entry.
alter table "Valet_and_Parking_Information"
  add column "is_slip_lost" boolean default 'false' not null,
  add column "lost_slip_proof" varchar(150),
  add column "tariff_extras" jsonb,
  add column "bill_shop" varchar(80),
  add column "bill_number" varchar(40),
  add column "bill_amount" numeric(12,2);
