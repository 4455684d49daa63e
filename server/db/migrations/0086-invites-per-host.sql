-- A branch may limit the invites that one host creates in a day.
alter table "Branch" add "invites_per_host" integer;
