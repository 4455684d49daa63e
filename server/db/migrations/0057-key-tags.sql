-- The key tag of an open ticket, and the board of tags of a branch.
alter table "Valet_and_Parking_Information" add column "key_tag_in_use" varchar(20);
alter table "Valet_and_Parking_Configuration"
  add column "key_tag_prefix" varchar(5),
  add column "key_tag_count" integer;
