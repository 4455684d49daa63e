-- §2 Figures of visits by branch, day and service; see 0140. `open` is how many entries of the day's arrivals were still inside when
-- it was computed: a check-in writes no mark, and is found because there are more of them now. Whatever else changes is marked.
create table "report_visits" (
  "branch" integer not null,
  "day" date not null,
  "service" text collate "C" not null,
  "open" integer not null,
  -- Vehicles that came and left, also of those in slots.
  "flows" integer[] not null,
  -- Vehicles that came, by hour 0 to 23 of the branch.
  "arrivals" integer[] not null,
  -- Stays of those that left: class (2 bytes) and number (3 bytes) in turn.
  "stays" bytea not null
);
create index "report_visits_branch_idx" on "report_visits" ("branch", "day");

-- Vehicles inside, compared with those at the start of the day; of all services with the service ''. Days on which nobody came
-- or left have no row.
create table "report_levels" (
  "branch" integer not null,
  "day" date not null,
  "service" text collate "C" not null,
  "is_in_slot" boolean not null,
  -- By hour 0 to 23 of the branch: vehicles times seconds, and the highest number; null for an hour that the day does not have.
  "seconds" double precision[] not null,
  "highest" integer[] not null,
  -- The lowest number, and the seconds with at least that number, one more, and so on.
  "lowest" integer not null,
  "at_least" double precision[] not null
);
create index "report_levels_branch_idx" on "report_levels" ("branch", "service", "is_in_slot", "day");

-- Vehicles that came, and what was paid for them, by slot; `prefix` is null for those without a slot.
create table "report_slots" (
  "branch" integer not null,
  "day" date not null,
  "service" text collate "C" not null,
  "prefix" text collate "C",
  "numbers" integer[] not null,
  "entries" integer[] not null,
  "paid" bigint[] not null
);
create index "report_slots_branch_idx" on "report_slots" ("branch", "day");

-- Whether an entry counts, also one of a person.
create function report_counts(e "Parking_Information") returns boolean language sql immutable as $$
  select e.in_time is not null and not e.is_test and e.voided_at is null and coalesce(e.parking_status_id, 0) in (1, 2)
$$;
create function report_counts(e "Valet_and_Parking_Information") returns boolean language sql immutable as $$
  select e.in_time is not null and not e.is_test and e.voided_at is null
$$;

create function report_mark_visit() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform report_mark(old.branch, array[old.in_time, old.out_time]); end if;
  if tg_op <> 'DELETE' then perform report_mark(new.branch, array[new.in_time, new.out_time]); end if;
  return null;
end $$;

create trigger report_visits_insert after insert on "Parking_Information" for each row
  when (new.out_time is not null and report_counts(new)) execute function report_mark_visit();
create trigger report_visits_delete after delete on "Parking_Information" for each row when (report_counts(old)) execute function report_mark_visit();
create trigger report_visits_update after update on "Parking_Information" for each row when (
  (report_counts(old) or (report_counts(new) and new.out_time is not null))
  and (old.branch, old.in_time, old.out_time, report_counts(old), old.is_person, old.slot_prefix, old.slot_no, old.paid_amount, old.refunded_amount, old.user_created)
  is distinct from (new.branch, new.in_time, new.out_time, report_counts(new), new.is_person, new.slot_prefix, new.slot_no, new.paid_amount, new.refunded_amount, new.user_created))
  execute function report_mark_visit();

create trigger report_visits_insert after insert on "Valet_and_Parking_Information" for each row
  when (new.out_time is not null and report_counts(new)) execute function report_mark_visit();
create trigger report_visits_delete after delete on "Valet_and_Parking_Information" for each row when (report_counts(old)) execute function report_mark_visit();
create trigger report_visits_update after update on "Valet_and_Parking_Information" for each row when (
  (report_counts(old) or (report_counts(new) and new.out_time is not null))
  and (old.branch, old.in_time, old.out_time, report_counts(old), old.slot_prefix, old.slot_no, old.paid_amount, old.refunded_amount, old.user_created)
  is distinct from (new.branch, new.in_time, new.out_time, report_counts(new), new.slot_prefix, new.slot_no, new.paid_amount, new.refunded_amount, new.user_created))
  execute function report_mark_visit();

-- Also where checks of relations are turned off, as while the demo is loaded.
alter table "Parking_Information" enable always trigger report_visits_insert;
alter table "Parking_Information" enable always trigger report_visits_update;
alter table "Parking_Information" enable always trigger report_visits_delete;
alter table "Valet_and_Parking_Information" enable always trigger report_visits_insert;
alter table "Valet_and_Parking_Information" enable always trigger report_visits_update;
alter table "Valet_and_Parking_Information" enable always trigger report_visits_delete;

create or replace function report_mark_branch() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7340, old.id);
  if tg_op = 'DELETE' then
    delete from report_marks where branch = old.id;
    delete from report_figures where branch = old.id;
    delete from report_visits where branch = old.id;
    delete from report_levels where branch = old.id;
    delete from report_slots where branch = old.id;
  else
    insert into report_marks
      select distinct new.id, (f.day + shift + time '12:00') at time zone coalesce(new.time_zone, 'Asia/Kolkata')
        from (select day from report_figures where branch = new.id union select day from report_visits where branch = new.id) f, generate_series(-1, 1) shift;
  end if;
  return null;
end $$;

-- Days before the figures existed, as in 0142.
insert into report_marks
  select branch, date_bin('15 minutes', in_time, '2000-01-01Z') from "Parking_Information" where branch is not null and in_time is not null
  union select branch, date_bin('15 minutes', out_time, '2000-01-01Z') from "Parking_Information" where branch is not null and out_time is not null
  union select branch, date_bin('15 minutes', in_time, '2000-01-01Z') from "Valet_and_Parking_Information" where branch is not null and in_time is not null
  union select branch, date_bin('15 minutes', out_time, '2000-01-01Z') from "Valet_and_Parking_Information" where branch is not null and out_time is not null;
