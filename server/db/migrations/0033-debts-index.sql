-- transaction: none
-- Debts of a branch: balances of entries that have left.
create index concurrently if not exists "Parking_Information_debts_idx" on "Parking_Information" ("branch", "out_time") where "extended_amount" > 0 and "out_time" is not null;
create index concurrently if not exists "Valet_and_Parking_Information_debts_idx" on "Valet_and_Parking_Information" ("branch", "out_time") where "extended_amount" > 0 and "out_time" is not null;
alter table "Parking_Information" validate constraint "Parking_Information_written_off_by_fkey";
alter table "Valet_and_Parking_Information" validate constraint "Valet_and_Parking_Information_written_off_by_fkey";
alter table "Pre_Booking_Information" validate constraint "Pre_Booking_Information_written_off_by_fkey";
