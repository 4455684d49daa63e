-- transaction: none
create index concurrently if not exists "payments_corrects_idx" on "payments" ("corrects");
alter table "payments" validate constraint "payments_corrects_fkey";
