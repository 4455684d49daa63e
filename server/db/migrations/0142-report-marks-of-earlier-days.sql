-- §2 Days before the figures existed. What changes since then is marked by its own transaction (0140). Quarters of an hour, since
-- days of all time zones begin at one.
insert into report_marks
  select branch, date_bin('15 minutes', received_at, '2000-01-01Z') from payments where branch is not null and received_at is not null
  union select branch, date_bin('15 minutes', decided_at, '2000-01-01Z') from payment_refunds where branch is not null and decided_at is not null
  union select branch, date_bin('15 minutes', report_closed_at(e), '2000-01-01Z') from "Parking_Information" e where branch is not null and report_closed_at(e) is not null
  union select branch, date_bin('15 minutes', written_off_at, '2000-01-01Z') from "Parking_Information" where branch is not null and written_off_at is not null
  union select branch, date_bin('15 minutes', report_closed_at(e), '2000-01-01Z') from "Valet_and_Parking_Information" e where branch is not null and report_closed_at(e) is not null
  union select branch, date_bin('15 minutes', written_off_at, '2000-01-01Z') from "Valet_and_Parking_Information" where branch is not null and written_off_at is not null;
