-- §2 §7 The language in which an email or notification is sent (domain/messages/message-translations.ts).
alter table "Outbox" add column "language" varchar(50) default 'en';
