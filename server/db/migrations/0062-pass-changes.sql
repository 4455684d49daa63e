-- §3 §4: the early end of a pass, its moves to other plates, and how many a branch allows.
alter table "Parking_Main_Information"
  add column "refunded_amount" numeric(12,2),
  add column "ended_at" timestamptz,
  add column "change_reason" varchar(150),
  add column "moved_at" timestamptz,
  add column "moves_in_month" integer;
alter table "Branch" add column "pass_moves_per_month" integer default 2;
