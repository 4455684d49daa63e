-- §2 /{customerType}/edit-account-details: the picture of a customer's account. Existing rows have none, so that nothing is checked.
alter table "users" add column "picture" uuid;
alter table "users" add constraint "users_picture_fkey" foreign key ("picture") references "files" (id) on delete set null not valid;
