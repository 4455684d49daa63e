-- transaction: none
-- A page that reconnects reads the events of its company since one, however many others there are.
create index concurrently if not exists "activity_company_transaction_idx" on "activity" ("company", "transaction");
