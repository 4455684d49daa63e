-- §2 /{customerType}/pin-my-location.
alter table "users" add column "pinned_places" jsonb default '[]';
