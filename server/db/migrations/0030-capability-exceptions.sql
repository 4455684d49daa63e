-- §6: exceptions of a branch from the capabilities of its roles.
alter table "Branch" add column "capability_exceptions" jsonb;
