-- §2, §7 SMS texts that a branch has registered in other languages, and the one that a message is sent with (domain/messages/sms-texts.ts).
alter table "Branch" add column "sms_texts" jsonb;
alter table "Outbox" add column "sms_text" jsonb;
