-- §4: a branch may keep a slot for the holder of a pass.
alter table "Parking_Configuration" add column "keeps_pass_slots" boolean default 'false' not null;
alter table "Parking_Main_Information" add column "slot_prefix" varchar(50), add column "slot_no" integer;
