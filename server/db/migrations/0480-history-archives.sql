-- How far each step of retention has got (server/privacy/walk.ts), and the files that hold deleted history (docs/decisions/048-archives-of-history.md).
create table "retention_walks" (
  "name" text primary key,
  -- Rows up to this id have been examined since started_at.
  "position" bigint not null default 0,
  "started_at" timestamptz not null,
  -- Increases with each run, so that a run that has lost its lock to another cannot go on.
  "version" bigint not null default 1
);
create table "history_archives" (
  "id" bigint generated always as identity primary key,
  "created_at" timestamptz not null,
  -- Of the rows of activity; those of revisions belong to them.
  "first_id" bigint not null,
  "last_id" bigint not null,
  "first_at" timestamptz not null,
  "last_at" timestamptz not null,
  "activities" integer not null,
  "revisions" integer not null,
  "storage" text not null,
  "key" text not null unique,
  "size" bigint not null,
  "sha256" text not null,
  -- Set when all its rows are deleted from the tables.
  "deleted_at" timestamptz
);
create index on "history_archives" ("id") where "deleted_at" is null;
