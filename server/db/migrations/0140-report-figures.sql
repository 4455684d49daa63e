-- §2 Figures of reports by branch and day, and the times whose days must be computed anew. A mark is written by the transaction
-- that changes what a figure is made of, so that both become visible together; marks are never unique, so that writers do not
-- wait for each other. server/features/reports/rollup reads marks and rows in one statement.
create table "report_marks" ("branch" integer not null, "at" timestamptz not null);
create index "report_marks_branch_idx" on "report_marks" ("branch", "at");
create table "report_figures" (
  "branch" integer not null,
  "day" date not null,
  "topic" text collate "C" not null,
  "keys" text[] collate "C" not null,
  "figures" bigint[] not null
);
create index "report_figures_branch_idx" on "report_figures" ("branch", "topic", "day");

create function report_mark(changed integer, times timestamptz[]) returns void language sql as $$
  insert into report_marks select distinct changed, t from unnest(times) t where changed is not null and t is not null
$$;

-- When an entry was closed; the same as in server/features/reports/money/due-changes.ts.
create function report_closed_at(e "Parking_Information") returns timestamptz language sql immutable as $$
  select case e.parking_status_id when 2 then coalesce(e.exit_recorded_at, e.out_time) when 4 then coalesce(e.voided_at, e.date_updated) end
$$;
create function report_closed_at(e "Valet_and_Parking_Information") returns timestamptz language sql immutable as $$
  select coalesce(e.out_time, e.voided_at)
$$;

-- Payments are grouped by what their entry, ticket or pass says. The days of those paid already are marked when that changes;
-- one that is recorded at the same time holds these rows (report_lock_paid), so that it is seen, or sees the change.
create function report_mark_payments(entry integer, ticket integer, paid_pass integer) returns void language sql as $$
  insert into report_marks
    select p.branch, p.received_at from payments p
      where p.parking_information = entry or p.valet_and_parking_information = ticket or p.pass = paid_pass
    union
    select r.branch, r.decided_at from payment_attempts a join payment_refunds r on r.attempt = a.id
      where r.decided_at is not null and r.branch is not null
        and (a.parking_information = entry or a.valet_and_parking_information = ticket or a.pass = paid_pass)
$$;
create function report_lock_paid(entry integer, ticket integer, paid_pass integer) returns void language plpgsql as $$
declare record integer := paid_pass;
begin
  if entry is not null then
    select parking_main_info into record from "Parking_Information" where id = entry for share;
  elsif ticket is not null then
    perform from "Valet_and_Parking_Information" where id = ticket for share;
  end if;
  if record is not null then perform from "Parking_Main_Information" where id = record for share; end if;
end $$;

create function report_mark_payment() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform report_mark(old.branch, array[old.received_at]); end if;
  if tg_op <> 'DELETE' then
    perform report_lock_paid(new.parking_information, new.valet_and_parking_information, new.pass);
    perform report_mark(new.branch, array[new.received_at]);
  end if;
  return null;
end $$;
create trigger report_marks_insert after insert on "payments" for each row execute function report_mark_payment();
create trigger report_marks_delete after delete on "payments" for each row execute function report_mark_payment();
create trigger report_marks_update after update on "payments" for each row when (
  (old.branch, old.received_at, old.kind, old.account, old.channel, old.mode, old.collected_by, old.shift, old.amount, old.parking_information, old.valet_and_parking_information, old.pass)
  is distinct from
  (new.branch, new.received_at, new.kind, new.account, new.channel, new.mode, new.collected_by, new.shift, new.amount, new.parking_information, new.valet_and_parking_information, new.pass))
  execute function report_mark_payment();

create function report_mark_refund() returns trigger language plpgsql as $$
declare paid record;
begin
  if tg_op <> 'INSERT' then perform report_mark(old.branch, array[old.decided_at]); end if;
  if tg_op <> 'DELETE' then
    select a.parking_information, a.valet_and_parking_information, a.pass into paid from payment_attempts a where a.id = new.attempt;
    perform report_lock_paid(paid.parking_information, paid.valet_and_parking_information, paid.pass);
    perform report_mark(new.branch, array[new.decided_at]);
  end if;
  return null;
end $$;
create trigger report_marks_insert after insert on "payment_refunds" for each row when (new.decided_at is not null) execute function report_mark_refund();
create trigger report_marks_delete after delete on "payment_refunds" for each row execute function report_mark_refund();
create trigger report_marks_update after update on "payment_refunds" for each row when (
  (old.branch, old.decided_at, old.state, old.kind, old.amount, old.attempt) is distinct from (new.branch, new.decided_at, new.state, new.kind, new.amount, new.attempt))
  execute function report_mark_refund();

create function report_mark_attempt() returns trigger language plpgsql as $$
begin
  insert into report_marks select branch, decided_at from payment_refunds where attempt = new.id and decided_at is not null and branch is not null;
  return null;
end $$;
create trigger report_marks_update after update on "payment_attempts" for each row when (
  (old.is_tip, old.is_trial, old.parking_information, old.valet_and_parking_information, old.pass)
  is distinct from (new.is_tip, new.is_trial, new.parking_information, new.valet_and_parking_information, new.pass))
  execute function report_mark_attempt();

create function report_mark_entry() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform report_mark(old.branch, array[report_closed_at(old), old.written_off_at]); end if;
  if tg_op <> 'DELETE' then perform report_mark(new.branch, array[report_closed_at(new), new.written_off_at]); end if;
  return null;
end $$;
create trigger report_marks_insert after insert on "Parking_Information" for each row
  when (new.parking_status_id in (2, 4) or new.written_off_at is not null) execute function report_mark_entry();
create trigger report_marks_delete after delete on "Parking_Information" for each row
  when (old.parking_status_id in (2, 4) or old.written_off_at is not null) execute function report_mark_entry();
create trigger report_marks_update after update on "Parking_Information" for each row when (
  (new.parking_status_id in (2, 4) or old.parking_status_id in (2, 4) or new.written_off_at is not null or old.written_off_at is not null)
  and (old.branch, old.parking_status_id, old.exit_recorded_at, old.out_time, old.voided_at, case when old.parking_status_id = 4 then old.date_updated end,
    old.written_off_at, old.written_off_amount, old.total_amount, old.paid_amount, old.is_test)
  is distinct from (new.branch, new.parking_status_id, new.exit_recorded_at, new.out_time, new.voided_at, case when new.parking_status_id = 4 then new.date_updated end,
    new.written_off_at, new.written_off_amount, new.total_amount, new.paid_amount, new.is_test))
  execute function report_mark_entry();

create trigger report_marks_insert after insert on "Valet_and_Parking_Information" for each row
  when (new.out_time is not null or new.voided_at is not null or new.written_off_at is not null) execute function report_mark_entry();
create trigger report_marks_delete after delete on "Valet_and_Parking_Information" for each row
  when (old.out_time is not null or old.voided_at is not null or old.written_off_at is not null) execute function report_mark_entry();
create trigger report_marks_update after update on "Valet_and_Parking_Information" for each row when (
  (old.branch, old.out_time, old.voided_at, old.written_off_at, old.written_off_amount, old.total_amount, old.paid_amount)
  is distinct from (new.branch, new.out_time, new.voided_at, new.written_off_at, new.written_off_amount, new.total_amount, new.paid_amount))
  execute function report_mark_entry();

create function report_mark_paid_entry() returns trigger language plpgsql as $$
begin
  perform report_mark_payments(new.id, null, null);
  return null;
end $$;
create trigger report_marks_paid after update on "Parking_Information" for each row when (
  (old.parking_main_info, old.tariff_version, old.offer_discounts) is distinct from (new.parking_main_info, new.tariff_version, new.offer_discounts))
  execute function report_mark_paid_entry();
create function report_mark_paid_ticket() returns trigger language plpgsql as $$
begin
  perform report_mark_payments(null, new.id, null);
  return null;
end $$;
create trigger report_marks_paid after update on "Valet_and_Parking_Information" for each row when (
  (old.vehicle_type, old.tariff_version, old.offer_discounts) is distinct from (new.vehicle_type, new.tariff_version, new.offer_discounts))
  execute function report_mark_paid_ticket();
create function report_mark_paid_record() returns trigger language plpgsql as $$
begin
  perform report_mark_payments(null, null, new.id);
  perform report_mark_payments(e.id, null, null) from "Parking_Information" e where e.parking_main_info = new.id;
  return null;
end $$;
create trigger report_marks_paid after update on "Parking_Main_Information" for each row when (old.vehicle_type is distinct from new.vehicle_type)
  execute function report_mark_paid_record();

-- A day begins at another time: all days with figures, and those beside them. Waits for who computes figures of the branch
-- (lock reportFigures), whose days would be missed.
create function report_mark_branch() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7340, old.id);
  if tg_op = 'DELETE' then
    delete from report_marks where branch = old.id;
    delete from report_figures where branch = old.id;
  else
    insert into report_marks
      select distinct new.id, (f.day + shift + time '12:00') at time zone coalesce(new.time_zone, 'Asia/Kolkata')
        from (select distinct day from report_figures where branch = new.id) f, generate_series(-1, 1) shift;
  end if;
  return null;
end $$;
create trigger report_marks_delete after delete on "Branch" for each row execute function report_mark_branch();
create trigger report_marks_update after update on "Branch" for each row when (old.time_zone is distinct from new.time_zone)
  execute function report_mark_branch();

-- Also where checks of relations are turned off, as while the demo is loaded.
alter table "payments" enable always trigger report_marks_insert;
alter table "payments" enable always trigger report_marks_update;
alter table "payments" enable always trigger report_marks_delete;
alter table "payment_refunds" enable always trigger report_marks_insert;
alter table "payment_refunds" enable always trigger report_marks_update;
alter table "payment_refunds" enable always trigger report_marks_delete;
alter table "payment_attempts" enable always trigger report_marks_update;
alter table "Parking_Information" enable always trigger report_marks_insert;
alter table "Parking_Information" enable always trigger report_marks_update;
alter table "Parking_Information" enable always trigger report_marks_delete;
alter table "Parking_Information" enable always trigger report_marks_paid;
alter table "Valet_and_Parking_Information" enable always trigger report_marks_insert;
alter table "Valet_and_Parking_Information" enable always trigger report_marks_update;
alter table "Valet_and_Parking_Information" enable always trigger report_marks_delete;
alter table "Valet_and_Parking_Information" enable always trigger report_marks_paid;
alter table "Parking_Main_Information" enable always trigger report_marks_paid;
alter table "Branch" enable always trigger report_marks_update;
alter table "Branch" enable always trigger report_marks_delete;
