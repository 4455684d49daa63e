-- §4 how many vehicles were collected for in a closed shift (domain/cash/cash-shifts.collection.ts).
alter table "cash_shifts" add "vehicles" integer;
