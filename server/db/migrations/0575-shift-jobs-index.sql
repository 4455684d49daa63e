-- transaction: none
create index concurrently if not exists "Print_Jobs_shift_idx" on "Print_Jobs" ("shift");
