-- §4: another amount than requested that the provider received, and who decided about it.
alter table "payment_attempts"
  add column "received_amount" numeric(12,2),
  add column "decision_reason" varchar(150),
  add column "decided_by" uuid;
alter table "payment_attempts" add foreign key ("decided_by") references "users" (id) on delete set null not valid;
