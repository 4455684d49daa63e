-- transaction: none
-- §6: a card opens one account, and so does the phone number of staff without an email.
create unique index concurrently if not exists "users_log_in_card_u" on "users" ("log_in_card");
create unique index concurrently if not exists "users_u6" on "users" ("contact_number") where contact_number is not null and not is_customer_user and status <> 'suspended' and email like '%@customers.chaavi.example';
