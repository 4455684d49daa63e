-- §8 The customer of a corrected phone number does not read the conversation of the earlier one.
alter table "valet_chats" add column "customer_from" integer default 0;
