-- §6: log-in cards of staff without an email, and sessions that end as early as those opened with a PIN.
alter table "users" add column "log_in_card" text, add column "card_issued_at" timestamptz;
alter table sessions add column with_pin boolean;
