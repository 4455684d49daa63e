-- By which transaction an event was written, and the oldest one that was not finished then: an event that is committed after it
-- belongs to that one or a later one. Events from before have neither. They are of this cluster only, and not part of backups.
alter table "activity" add column "transaction" xid8, add column "oldest_transaction" xid8;
alter table "activity"
  alter column "transaction" set default pg_current_xact_id(),
  alter column "oldest_transaction" set default pg_snapshot_xmin(pg_current_snapshot());
