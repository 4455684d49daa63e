-- What decides who may receive a recent event (docs/decisions/035-events-by-snapshots.md), written with its row of "activity" and
-- deleted some minutes later. Unlogged: without a row the event's columns are read from its own tables.
create unlogged table "live_matches" (
  "activity" integer primary key,
  "row" jsonb not null,
  "changed" text[],
  "written_at" timestamptz not null default now()
);
