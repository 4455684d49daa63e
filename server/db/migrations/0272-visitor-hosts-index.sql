-- transaction: none
create index concurrently if not exists "Parking_Main_Information_host_id_idx" on "Parking_Main_Information" ("host", "id");
alter table "Parking_Main_Information" validate constraint "Parking_Main_Information_host_fkey";
