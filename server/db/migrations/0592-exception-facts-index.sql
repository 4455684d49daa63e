-- transaction: none
-- Few of many rows: what was returned of payments, and charges set by hand, for daily cash and the report of exceptions.
create index concurrently if not exists "payments_returned_idx" on "payments" ("branch", "received_at") where kind in ('refund', 'reversal');
create index concurrently if not exists "Parking_History_override_idx" on "Parking_History" ("date_created") where changes ? 'charge_override';
create index concurrently if not exists "Valet_and_Parking_History_override_idx" on "Valet_and_Parking_History" ("date_created") where changes ? 'charge_override';
