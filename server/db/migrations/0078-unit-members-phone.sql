-- transaction: none
-- §1: the branches that list the phone number of a customer.
create index concurrently if not exists "Unit_Members_phone_idx" on "Unit_Members" ("phone");
