-- transaction: none
create index concurrently if not exists "payments_pass_idx" on "payments" ("pass");
alter table "payments" validate constraint "payments_pass_fkey";
