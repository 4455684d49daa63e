-- §2 Reports: the longest wait that a customer was told when asking for the car, and check-ins for which there was no slot.
alter table "Valet_and_Parking_Information" add column "told_wait_minutes" integer;
create table slot_refusals (
  branch integer not null references "Branch" (id) on delete cascade,
  at timestamptz not null
);
create index on slot_refusals (branch, at);
