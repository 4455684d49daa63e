-- A payment of a small amount that tries the provider's keys; it belongs to no entry and is returned.
alter table "payment_attempts" add "is_trial" boolean not null default false;
