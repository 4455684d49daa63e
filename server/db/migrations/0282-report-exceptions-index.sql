-- transaction: none
-- Few of many rows: entries and tickets with an exception, and those that were open for over 24 hours.
create index concurrently if not exists "Parking_Information_exceptions_idx" on "Parking_Information" ("branch", "out_time") where voided_at is not null or correction is not null or coalesce(total_amount, 0) = 0 or deduction_charge > 0 or is_slip_lost or slip_prints > 1 or receipt_prints > 1;
create index concurrently if not exists "Valet_and_Parking_Information_exceptions_idx" on "Valet_and_Parking_Information" ("branch", "out_time") where voided_at is not null or corrected_at is not null or coalesce(total_amount, 0) = 0 or deduction_charge > 0 or is_slip_lost or slip_prints > 1 or receipt_prints > 1;
create index concurrently if not exists "Parking_Information_long_open_idx" on "Parking_Information" ("branch", "in_time") where out_time is null or out_time - in_time > interval '24 hours';
create index concurrently if not exists "Valet_and_Parking_Information_long_open_idx" on "Valet_and_Parking_Information" ("branch", "in_time") where out_time is null or out_time - in_time > interval '24 hours';
