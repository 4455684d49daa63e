-- §2 Exceptions of a day in one row ('exceptions'), and by person ('person-exceptions'): numbers and amounts in paise of entries, then of
-- tickets, by kind as keptSums says (server/features/reports/exceptions.ts). Stays of over 24 hours that have ended ('long-open')
-- are kept on the day of their arrival, with the day on which they count. Rows of 'exception' are for servers of the version before.
create or replace function report_version() returns integer language sql immutable as 'select 2';

-- Days that an earlier server is computing now wait, and are marked again by report_mark_settled.
lock table "report_figures" in share row exclusive mode;

insert into report_figures (branch, day, topic, keys, figures)
  select branch, day, p.topic, p.keys, array[
    coalesce(sum(count) filter (where kind = 'void' and entry = 'P'), 0), coalesce(sum(amount) filter (where kind = 'void' and entry = 'P'), 0),
    coalesce(sum(count) filter (where kind = 'void' and entry = 'V'), 0), coalesce(sum(amount) filter (where kind = 'void' and entry = 'V'), 0),
    coalesce(sum(count) filter (where kind = 'edit' and entry = 'P'), 0), coalesce(sum(amount) filter (where kind = 'edit' and entry = 'P'), 0),
    coalesce(sum(count) filter (where kind = 'edit' and entry = 'V'), 0), coalesce(sum(amount) filter (where kind = 'edit' and entry = 'V'), 0),
    coalesce(sum(count) filter (where kind = 'zero-fee' and entry = 'P'), 0), coalesce(sum(amount) filter (where kind = 'zero-fee' and entry = 'P'), 0),
    coalesce(sum(count) filter (where kind = 'zero-fee' and entry = 'V'), 0), coalesce(sum(amount) filter (where kind = 'zero-fee' and entry = 'V'), 0),
    coalesce(sum(count) filter (where kind = 'discount' and entry = 'P'), 0), coalesce(sum(amount) filter (where kind = 'discount' and entry = 'P'), 0),
    coalesce(sum(count) filter (where kind = 'discount' and entry = 'V'), 0), coalesce(sum(amount) filter (where kind = 'discount' and entry = 'V'), 0),
    coalesce(sum(count) filter (where kind = 'lost-slip' and entry = 'P'), 0), coalesce(sum(amount) filter (where kind = 'lost-slip' and entry = 'P'), 0),
    coalesce(sum(count) filter (where kind = 'lost-slip' and entry = 'V'), 0), coalesce(sum(amount) filter (where kind = 'lost-slip' and entry = 'V'), 0),
    coalesce(sum(count) filter (where kind = 'reprint' and entry = 'P'), 0), coalesce(sum(amount) filter (where kind = 'reprint' and entry = 'P'), 0),
    coalesce(sum(count) filter (where kind = 'reprint' and entry = 'V'), 0), coalesce(sum(amount) filter (where kind = 'reprint' and entry = 'V'), 0)]::int8[]
  from (select branch, day, keys[1] as kind, keys[2] as by, keys[3] as entry, figures[1] as count, figures[2] as amount from report_figures where topic = 'exception') f
    cross join lateral (values ('exceptions', '{}'::text[]), ('person-exceptions', array[f.by])) p (topic, keys)
  group by branch, day, p.topic, p.keys;

insert into report_figures (branch, day, topic, keys, figures)
  select e.branch, (e.in_time at time zone z.zone)::date, 'long-open', array[coalesce(e.person::text, ''), e.kind, ((e.in_time + interval '24 hours') at time zone z.zone)::date::text], array[count(*)]
  from (
    select p.branch, p.in_time, p.user_created as person, 'P' as kind from "Parking_Information" p
      left join "Parking_Main_Information" m on m.id = p.parking_main_info
    where p.out_time - p.in_time > interval '24 hours' and not p.is_test and p.voided_at is null and not p.is_person and p.parking_status_id is distinct from 4
      and m.parking_type is distinct from 'long_time'
    union all
    select branch, in_time, user_created, 'V' from "Valet_and_Parking_Information" where out_time - in_time > interval '24 hours' and not is_test and voided_at is null) e
    join "Branch" b on b.id = e.branch cross join lateral (select coalesce(b.time_zone, 'Asia/Kolkata') as zone) z
  group by 1, 2, 4;

-- A stay of over 24 hours also counts for the day of its arrival.
create or replace function report_times_of(e "Parking_Information") returns timestamptz[] language sql immutable as $$
  select array[e.out_time, case when e.approved_at is not null or e.parking_status_id = 3 then e.date_created end,
    case when e.out_time - e.in_time > interval '24 hours' then e.in_time end]
$$;
create or replace function report_mark_record() returns trigger language plpgsql as $$
begin
  perform report_mark(e.branch, report_times_of(e) || e.date_created) from "Parking_Information" e where e.parking_main_info = new.id;
  return null;
end $$;
create or replace trigger report_exceptions_update after update on "Parking_Information" for each row when (
  (old.out_time is not null or new.out_time is not null or old.approved_at is not null or new.approved_at is not null or old.parking_status_id = 3 or new.parking_status_id = 3)
  and (old.branch, old.in_time, old.out_time, old.is_test, old.voided_at, old.voided_by, old.total_amount, old.actual_amount, old.additional_charge, old.deduction_charge, old.user_created, old.user_updated, old.is_slip_lost,
    old.slip_prints, old.receipt_prints, old.correction is null, old.is_person, old.parking_main_info, old.parking_status_id, old.date_created, old.approved_at, old.decision_reason, old.asked_at,
    old.approved_by, old.answered_by_member)
  is distinct from (new.branch, new.in_time, new.out_time, new.is_test, new.voided_at, new.voided_by, new.total_amount, new.actual_amount, new.additional_charge, new.deduction_charge, new.user_created, new.user_updated, new.is_slip_lost,
    new.slip_prints, new.receipt_prints, new.correction is null, new.is_person, new.parking_main_info, new.parking_status_id, new.date_created, new.approved_at, new.decision_reason, new.asked_at,
    new.approved_by, new.answered_by_member))
  execute function report_mark_exception();
alter table "Parking_Information" enable always trigger report_exceptions_update;
