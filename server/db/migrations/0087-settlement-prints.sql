-- §4: how often the receipt of a settlement was printed.
alter table "payments" add column "receipt_prints" integer default 0;
