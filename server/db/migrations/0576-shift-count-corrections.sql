-- §4 Corrections of the count of a closed shift (domain/cash/cash-shift.ts). Shifts closed before have no `closed_by`: it was the last to update them.
alter table "cash_shifts"
  add column "closed_by" uuid references "users" (id) on delete set null,
  add column "first_counted" numeric(12,2),
  add column "corrected_at" timestamptz,
  add column "corrected_by" uuid references "users" (id) on delete set null,
  add column "correction_reason" varchar(150);
