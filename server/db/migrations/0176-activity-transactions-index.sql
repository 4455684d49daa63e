-- transaction: none
-- The events of the transactions since one.
create index concurrently if not exists "activity_transaction_idx" on "activity" ("transaction");
