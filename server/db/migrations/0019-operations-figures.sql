-- transaction: none
-- What the operations page and the metrics count every few seconds is found without reading what is long done with.
create index concurrently if not exists "Outbox_waiting_idx" on "Outbox" ("date_created") where status = 'waiting';
create index concurrently if not exists "Outbox_failed_idx" on "Outbox" ("date_updated") where status in ('failed', 'expired');
create index concurrently if not exists "Outbox_sms_idx" on "Outbox" ("date_created") where channel = 'sms';
create index concurrently if not exists "payment_attempts_undecided_idx" on "payment_attempts" ("date_created") where state in ('initiated', 'pending');
create index concurrently if not exists "payment_refunds_failed_idx" on "payment_refunds" ("id") where state = 'failed';
