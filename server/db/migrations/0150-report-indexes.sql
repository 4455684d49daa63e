-- transaction: none
-- Reports of arrivals, and of what left or was inside in a period.
create index concurrently if not exists "Parking_Information_branch_in_time_idx" on "Parking_Information" ("branch", "in_time");
create index concurrently if not exists "Parking_Information_branch_out_time_in_time_idx" on "Parking_Information" ("branch", "out_time", "in_time");
create index concurrently if not exists "Valet_and_Parking_Information_branch_in_time_idx" on "Valet_and_Parking_Information" ("branch", "in_time");
create index concurrently if not exists "Valet_and_Parking_Information_branch_out_time_in_time_idx" on "Valet_and_Parking_Information" ("branch", "out_time", "in_time");
