-- §5 §6: a phone number reads what is kept under it once a code to that number was typed; until then it is a text that somebody typed.
alter table "users" add column "phone_verified_at" timestamptz;

-- Proved until now: phones of customers who registered, which needs the code. A registration mails a link to verify its e-mail; an
-- account that a gate made can have a password by a reset link alone. Of several accounts with one phone the oldest keeps it.
with proved as (
  select distinct on (u."contact_number") u."id" from "users" u
  where u."is_customer_user" and u."contact_number" is not null and u."password" is not null
    and (exists (select 1 from links l where l."user" = u."id" and l.purpose = 'email-verification')
      or (u."user_created" is null
        and not exists (select 1 from links l where l."user" = u."id" and l.purpose in ('password-reset', 'invite'))))
  order by u."contact_number", u."date_created", u."id"
)
update "users" set "phone_verified_at" = now() where "id" in (select "id" from proved);

-- An account with a password whose phone was never proved keeps its verified e-mail, and neither that phone nor the vehicles that
-- gates have typed with it.
update "users" set "contact_number" = null, "user_vehicles" = '[]', "user_vehicle_type" = null
where "is_customer_user" and "password" is not null and "contact_number" is not null and "phone_verified_at" is null;

-- An e-mail that was typed at a gate is taken off the account; it stays on the visitor record. One that was typed at a registration
-- waits beside the account until its link is opened. Both get the address of a customer who gave none (§9).
update "users" set
  "temporary_email" = case when "password" is null then null else "email" end,
  "email" = 'c_' || "contact_number" || '_' || replace("id"::text, '-', '') || '@customers.chaavi.example'
where "is_customer_user" and not "is_email_verified" and "status" = 'active' and "integration" is null
  and "contact_number" is not null and "email" not like '%@customers.chaavi.example';

-- A log-in looks for the e-mail that waits beside an account too.
create index on "users" (lower("temporary_email")) where "temporary_email" is not null;

-- The database arbitrates: one customer's account holds a proved phone.
create unique index "users_u5" on "users" ("contact_number") where phone_verified_at is not null and is_customer_user;
