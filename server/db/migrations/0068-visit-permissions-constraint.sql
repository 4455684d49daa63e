-- transaction: none
alter table "Parking_Main_Information" validate constraint "Parking_Main_Information_permission_fkey";
