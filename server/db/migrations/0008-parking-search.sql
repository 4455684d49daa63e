-- Search by a part of a plate, a phone number or a name among a branch's standing records, however many there are.
-- Without fastupdate: what a search has to look through never grows between two vacuums.
create extension if not exists btree_gin;
create extension if not exists pg_trgm;
create index on "Parking_Main_Information" using gin ("branch", "vehicle_no" gin_trgm_ops, "phone_no" gin_trgm_ops, "name" gin_trgm_ops) with (fastupdate = off);
-- Passes of a branch by their end.
create index on "Parking_Main_Information" ("branch", "pass_end_time") where "parking_type" = 'long_time';
