-- §4: money received for what was charged on account.
alter table "payments" add column "account" character varying(50);
