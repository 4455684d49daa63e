-- §2 What a discount took off is no longer also part of the amount of an exit without a charge: days with both are computed anew. A day
-- that an earlier server computes meanwhile is marked again (0380).
create or replace function report_version() returns integer language sql immutable as 'select 3';

insert into report_marks
  select branch, date_bin('15 minutes', out_time, '2000-01-01Z') from "Parking_Information"
    where branch is not null and out_time is not null and coalesce(total_amount, 0) = 0 and deduction_charge > 0
  union select branch, date_bin('15 minutes', out_time, '2000-01-01Z') from "Valet_and_Parking_Information"
    where branch is not null and out_time is not null and coalesce(total_amount, 0) = 0 and deduction_charge > 0;
