-- transaction: none
create index concurrently if not exists "users_picture_idx" on "users" ("picture") where picture is not null;
alter table "users" validate constraint "users_picture_fkey";
-- §2: the accounts that hold a plate.
create index concurrently if not exists "users_vehicles_idx" on "users" using gin ("user_vehicles" jsonb_path_ops) where is_customer_user;
