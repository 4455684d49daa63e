-- §2: messages that a customer has consented to, with the dates.
alter table "users" add column "message_consents" jsonb default '[]';
