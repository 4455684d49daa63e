-- §4 Closed shifts as jobs of printers.
alter table "Print_Jobs" add column "shift" bigint references "cash_shifts" (id) on delete cascade;
