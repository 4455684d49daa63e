-- transaction: none
create index concurrently if not exists "Print_Jobs_pass_idx" on "Print_Jobs" ("pass");
create index concurrently if not exists "Print_Jobs_payment_idx" on "Print_Jobs" ("payment");
