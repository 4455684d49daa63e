-- transaction: none
create unique index concurrently if not exists "payments_u1" on "payments" ("request");
