-- §2 the company that operates the product, on the legal pages (domain/platform/reference.collection.ts).
alter table "Configuration_Settings" add "legal_name" varchar(120);
alter table "Configuration_Settings" add "legal_address" varchar(255);
