-- transaction: none
-- The trials of a branch among all its payments.
create index concurrently if not exists "payment_attempts_trial" on "payment_attempts" ("branch", "id") where "is_trial";
