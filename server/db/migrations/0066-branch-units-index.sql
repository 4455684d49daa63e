-- transaction: none
create index concurrently if not exists "Parking_Main_Information_unit_idx" on "Parking_Main_Information" ("unit");
alter table "Parking_Main_Information" validate constraint "Parking_Main_Information_unit_fkey";
alter table "Parking_Information" validate constraint "Parking_Information_asked_member_fkey";
alter table "Parking_Information" validate constraint "Parking_Information_answered_by_member_fkey";
