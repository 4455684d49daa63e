-- §3 §4: what a pass costs, its payments in the ledger, and the longest pass of a branch.
alter table "Parking_Main_Information"
  add column "due_amount" numeric(12,2),
  add column "due_from" timestamptz,
  add column "due_till" timestamptz,
  add column "is_unpaid" boolean default false not null,
  add column "paid_amount" numeric(12,2),
  add column "payment_mode" varchar(50),
  add column "payment_channel" varchar(50),
  add column "payment_reference" varchar(50),
  add column "payment_request" varchar(35);
alter table "payments"
  add column "pass" integer,
  add column "valid_from" timestamptz,
  add column "valid_till" timestamptz;
alter table "payments" add foreign key ("pass") references "Parking_Main_Information" (id) on delete restrict not valid;
alter table "Branch" add column "pass_max_days" integer default 366;
