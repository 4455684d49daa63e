-- transaction: none
-- A slot is promised to one pass at a time.
create unique index concurrently if not exists "Parking_Main_Information_u3" on "Parking_Main_Information" ("branch", "slot_prefix", "slot_no") where slot_no > 0;
