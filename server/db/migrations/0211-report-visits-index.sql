-- transaction: none
-- Few of many rows: requests for an approval, payments of passes, and stays of over 24 hours.
create index concurrently if not exists "Parking_Information_asked_idx" on "Parking_Information" ("branch", "date_created") where approved_at is not null or parking_status_id = 3;
create index concurrently if not exists "payments_pass_received_idx" on "payments" ("branch", "received_at") where pass is not null;
