-- §2 Figures by branch and day of exceptions, exits, receipt numbers, drivers, and of how long valets and approvers took; see 0140.
-- What they are made of is marked here. A check-in writes no mark: a figure of receipt numbers knows the counter that it was computed for.
create table "report_times" (
  "branch" integer not null,
  "day" date not null,
  "topic" text collate "C" not null,
  "keys" text[] collate "C" not null,
  -- Lists of 4 bytes each: the hour of the branch times 2^26, and whole seconds.
  "times" bytea[] not null
);
create index "report_times_branch_idx" on "report_times" ("branch", "topic", "day");

-- The day of a receipt number, if the branch has counted receipts on it.
create function report_mark_receipt(changed integer, receipt text) returns void language sql as $$
  insert into report_marks select c.branch, (c.day + time '12:00') at time zone coalesce(b.time_zone, 'Asia/Kolkata')
  from counters c join "Branch" b on b.id = c.branch
  where c.branch = changed and c.name = 'receipt' and to_char(c.day, 'YYYYMMDD') = substring(receipt from '([0-9]{8})-[0-9]+$')
$$;

-- When exceptions of an entry count, and when it was asked for an approval; the driver's work, where it is a ticket.
create function report_times_of(e "Parking_Information") returns timestamptz[] language sql immutable as $$
  select array[e.out_time, case when e.approved_at is not null or e.parking_status_id = 3 then e.date_created end]
$$;
create function report_times_of(e "Valet_and_Parking_Information") returns timestamptz[] language sql immutable as $$
  select array[e.in_time, e.at_gate_at, e.out_time]
$$;

create function report_mark_exception() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform report_mark(old.branch, report_times_of(old)); end if;
  if tg_op <> 'DELETE' then perform report_mark(new.branch, report_times_of(new)); end if;
  return null;
end $$;
create function report_mark_receipts() returns trigger language plpgsql as $$
begin
  perform report_mark_receipt(old.branch, old.receipt_no);
  if tg_op = 'UPDATE' then perform report_mark_receipt(new.branch, new.receipt_no); end if;
  return null;
end $$;
create function report_mark_arrival() returns trigger language plpgsql as $$
begin
  perform report_mark(new.branch, new.in_time || report_times_of(new));
  return null;
end $$;

-- Conditions of inserts are short and call no function: they are prepared for each check-in.
create or replace trigger report_visits_insert after insert on "Parking_Information" for each row
  when (new.out_time is not null or new.parking_status_id = 3 or new.approved_at is not null) execute function report_mark_arrival();
create or replace trigger report_visits_insert after insert on "Valet_and_Parking_Information" for each row
  when (new.out_time is not null or new.at_gate_at is not null) execute function report_mark_arrival();

create trigger report_exceptions_delete after delete on "Parking_Information" for each row execute function report_mark_exception();
create trigger report_exceptions_update after update on "Parking_Information" for each row when (
  (old.out_time is not null or new.out_time is not null or old.approved_at is not null or new.approved_at is not null or old.parking_status_id = 3 or new.parking_status_id = 3)
  and (old.branch, old.out_time, old.is_test, old.voided_at, old.voided_by, old.total_amount, old.actual_amount, old.additional_charge, old.deduction_charge, old.user_updated, old.is_slip_lost,
    old.slip_prints, old.receipt_prints, old.correction is null, old.is_person, old.parking_main_info, old.parking_status_id, old.date_created, old.approved_at, old.decision_reason, old.asked_at,
    old.approved_by, old.answered_by_member)
  is distinct from (new.branch, new.out_time, new.is_test, new.voided_at, new.voided_by, new.total_amount, new.actual_amount, new.additional_charge, new.deduction_charge, new.user_updated, new.is_slip_lost,
    new.slip_prints, new.receipt_prints, new.correction is null, new.is_person, new.parking_main_info, new.parking_status_id, new.date_created, new.approved_at, new.decision_reason, new.asked_at,
    new.approved_by, new.answered_by_member))
  execute function report_mark_exception();
create trigger report_receipts_delete after delete on "Parking_Information" for each row when (old.receipt_no is not null) execute function report_mark_receipts();
create trigger report_receipts_update after update on "Parking_Information" for each row
  when ((old.branch, old.receipt_no) is distinct from (new.branch, new.receipt_no)) execute function report_mark_receipts();

create trigger report_exceptions_delete after delete on "Valet_and_Parking_Information" for each row execute function report_mark_exception();
create trigger report_exceptions_update after update on "Valet_and_Parking_Information" for each row when (
  (old.branch, old.in_time, old.at_gate_at, old.out_time, old.is_test, old.voided_at, old.voided_by, old.total_amount, old.actual_amount, old.additional_charge, old.deduction_charge, old.user_updated,
    old.is_slip_lost, old.slip_prints, old.receipt_prints, old.corrected_at is null, old."Assigned_Staff", old.pickup_request_assigned, old.started_time, old.pickup_requested_at, old.pickup_wanted_at,
    old.told_wait_minutes, old.damages, old.valet_tip, old.online_tip)
  is distinct from (new.branch, new.in_time, new.at_gate_at, new.out_time, new.is_test, new.voided_at, new.voided_by, new.total_amount, new.actual_amount, new.additional_charge, new.deduction_charge, new.user_updated,
    new.is_slip_lost, new.slip_prints, new.receipt_prints, new.corrected_at is null, new."Assigned_Staff", new.pickup_request_assigned, new.started_time, new.pickup_requested_at, new.pickup_wanted_at,
    new.told_wait_minutes, new.damages, new.valet_tip, new.online_tip))
  execute function report_mark_exception();
create trigger report_receipts_delete after delete on "Valet_and_Parking_Information" for each row when (old.receipt_no is not null) execute function report_mark_receipts();
create trigger report_receipts_update after update on "Valet_and_Parking_Information" for each row
  when ((old.branch, old.receipt_no) is distinct from (new.branch, new.receipt_no)) execute function report_mark_receipts();

-- A record that becomes a pass, or waits for an approval.
create function report_mark_record() returns trigger language plpgsql as $$
begin
  perform report_mark(e.branch, array[e.out_time, e.date_created]) from "Parking_Information" e where e.parking_main_info = new.id;
  return null;
end $$;
create trigger report_exceptions_update after update on "Parking_Main_Information" for each row
  when ((old.parking_type, old.is_waiting_for_approve) is distinct from (new.parking_type, new.is_waiting_for_approve)) execute function report_mark_record();

-- Who made a change that is an exception or an exit, and when a car was parked.
create function report_mark_history() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform report_mark(e.branch, report_times_of(e)) from "Parking_Information" e where e.id = old.parking_information; end if;
  if tg_op <> 'DELETE' then perform report_mark(e.branch, report_times_of(e)) from "Parking_Information" e where e.id = new.parking_information; end if;
  return null;
end $$;
create function report_mark_ticket_history() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform report_mark(e.branch, report_times_of(e)) from "Valet_and_Parking_Information" e where e.id = old.valet_and_parking_information; end if;
  if tg_op <> 'DELETE' then perform report_mark(e.branch, report_times_of(e)) from "Valet_and_Parking_Information" e where e.id = new.valet_and_parking_information; end if;
  return null;
end $$;
create trigger report_exceptions_insert after insert on "Parking_History" for each row
  when (new.changes ?| '{voided_at,correction,out_time,deduction_charge,is_slip_lost,slip_prints,receipt_prints}') execute function report_mark_history();
create trigger report_exceptions_delete after delete on "Parking_History" for each row execute function report_mark_history();
create trigger report_exceptions_update after update on "Parking_History" for each row execute function report_mark_history();
create trigger report_exceptions_insert after insert on "Valet_and_Parking_History" for each row
  when (new.status_id = 2 or new.changes ?| '{voided_at,Vehicle_Number,vehicle_type,out_time,deduction_charge,is_slip_lost,slip_prints,receipt_prints}')
  execute function report_mark_ticket_history();
create trigger report_exceptions_delete after delete on "Valet_and_Parking_History" for each row execute function report_mark_ticket_history();
create trigger report_exceptions_update after update on "Valet_and_Parking_History" for each row execute function report_mark_ticket_history();

-- Also where checks of relations are turned off, as while the demo is loaded.
alter table "Parking_Information" enable always trigger report_visits_insert;
alter table "Parking_Information" enable always trigger report_exceptions_update;
alter table "Parking_Information" enable always trigger report_exceptions_delete;
alter table "Parking_Information" enable always trigger report_receipts_update;
alter table "Parking_Information" enable always trigger report_receipts_delete;
alter table "Valet_and_Parking_Information" enable always trigger report_visits_insert;
alter table "Valet_and_Parking_Information" enable always trigger report_exceptions_update;
alter table "Valet_and_Parking_Information" enable always trigger report_exceptions_delete;
alter table "Valet_and_Parking_Information" enable always trigger report_receipts_update;
alter table "Valet_and_Parking_Information" enable always trigger report_receipts_delete;
alter table "Parking_Main_Information" enable always trigger report_exceptions_update;
alter table "Parking_History" enable always trigger report_exceptions_insert;
alter table "Parking_History" enable always trigger report_exceptions_update;
alter table "Parking_History" enable always trigger report_exceptions_delete;
alter table "Valet_and_Parking_History" enable always trigger report_exceptions_insert;
alter table "Valet_and_Parking_History" enable always trigger report_exceptions_update;
alter table "Valet_and_Parking_History" enable always trigger report_exceptions_delete;

create or replace function report_mark_branch() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7340, old.id);
  if tg_op = 'DELETE' then
    delete from report_marks where branch = old.id;
    delete from report_figures where branch = old.id;
    delete from report_visits where branch = old.id;
    delete from report_levels where branch = old.id;
    delete from report_slots where branch = old.id;
    delete from report_times where branch = old.id;
  else
    insert into report_marks
      select distinct new.id, (f.day + shift + time '12:00') at time zone coalesce(new.time_zone, 'Asia/Kolkata')
        from (select day from report_figures where branch = new.id union select day from report_visits where branch = new.id
          union select day from report_times where branch = new.id) f, generate_series(-1, 1) shift;
  end if;
  return null;
end $$;

-- Days before the figures existed, as in 0142.
insert into report_marks
  select branch, date_bin('15 minutes', out_time, '2000-01-01Z') from "Parking_Information" where branch is not null and out_time is not null
  union select branch, date_bin('15 minutes', date_created, '2000-01-01Z') from "Parking_Information" where branch is not null and (approved_at is not null or parking_status_id = 3)
  union select branch, date_bin('15 minutes', at, '2000-01-01Z') from "Valet_and_Parking_Information", unnest(array[in_time, at_gate_at, out_time]) at where at is not null;
