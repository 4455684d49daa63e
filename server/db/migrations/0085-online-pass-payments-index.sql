-- transaction: none
create index concurrently if not exists "payment_attempts_pass_idx" on "payment_attempts" ("pass");
alter table "payment_attempts" validate constraint "payment_attempts_pass_fkey";
