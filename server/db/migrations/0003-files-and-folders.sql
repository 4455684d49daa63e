-- §7: what the wire contract says of a file, whose company a folder and a revision is, and the bytes no record speaks of.
alter table "files"
  add "uploaded_by" uuid references "users" (id) on delete set null,
  add "created_on" timestamptz,
  add "modified_by" uuid references "users" (id) on delete set null,
  add "modified_on" timestamptz,
  add "charset" varchar(50),
  add "duration" integer,
  add "embed" varchar(200),
  add "location" varchar(255),
  add "uploaded_on" timestamptz;

alter table "folders" add "company" integer references "Companies" (id) on delete cascade;
create index on "folders" ("company");

alter table "revisions" add "company" integer;
update "revisions" r set "company" = a."company" from "activity" a where a."id" = r."activity";
create index on "revisions" ("company", "id");

-- A file that is removed asks these whether they point to it.
create index on "Parking_Vehicle_Images" ("vehicle_image");
create index on "valet_parking_vehicle_images" ("vehicle_image");
create index on "Branch_Banner_Images" ("image");

-- Bytes that are being written, or whose record is gone; whoever sweeps removes them when they are due.
create table "loose_files" (
  "storage" varchar(50) not null,
  "key" varchar(255) not null,
  "due_at" timestamptz not null,
  primary key ("storage", "key")
);

-- By a trigger, so that it holds for whatever way a record goes: with its branch, with its company, or replaced.
create function let_go_of_bytes() returns trigger language plpgsql as $$
begin
  if old.filename_disk is not null then
    insert into loose_files (storage, key, due_at) values (coalesce(old.storage, 'local'), old.filename_disk, now())
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger let_go_of_bytes after delete on "files" for each row execute function let_go_of_bytes();
create trigger let_go_of_replaced_bytes after update of "filename_disk" on "files" for each row
  when (old.filename_disk is distinct from new.filename_disk) execute function let_go_of_bytes();
