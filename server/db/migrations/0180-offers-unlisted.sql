-- §3 An offer is shown on public pages only if its vendor chooses so.
alter table "Offers" alter column "is_listed" set default false;
