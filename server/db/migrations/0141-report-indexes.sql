-- transaction: none
-- What was closed, written off or refunded on a day.
create index concurrently if not exists "Parking_Information_closed_idx" on "Parking_Information" ("branch", (case parking_status_id when 2 then coalesce(exit_recorded_at, out_time) when 4 then coalesce(voided_at, date_updated) end)) where parking_status_id in (2, 4);
create index concurrently if not exists "Parking_Information_written_off_idx" on "Parking_Information" ("branch", "written_off_at") where written_off_at is not null;
create index concurrently if not exists "Valet_and_Parking_Information_closed_idx" on "Valet_and_Parking_Information" ("branch", coalesce(out_time, voided_at));
create index concurrently if not exists "Valet_and_Parking_Information_written_off_idx" on "Valet_and_Parking_Information" ("branch", "written_off_at") where written_off_at is not null;
create index concurrently if not exists "payment_refunds_decided_idx" on "payment_refunds" ("branch", "decided_at");
