-- transaction: none
-- Few of many rows: what left with an open debt, for the sheet of a day.
create index concurrently if not exists "Parking_Information_pay_later_idx" on "Parking_Information" ("branch", coalesce(exit_recorded_at, out_time)) where payment_type = 'pay-later';
