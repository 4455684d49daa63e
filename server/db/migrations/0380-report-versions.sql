-- §2 During an update, an earlier server that computes the figures of a day leaves out those that it does not know. Every server says
-- which version of the figures it computes (setting chaavi.report_figures, settle-days.ts); a day that was computed by an earlier one,
-- also by one that sets nothing, is marked again. A migration that adds figures replaces report_version.
create function report_version() returns integer language sql immutable as 'select 1';

create function report_mark_settled() returns trigger language plpgsql as $$
begin
  if coalesce(nullif(current_setting('chaavi.report_figures', true), ''), '0')::integer >= report_version() then return null; end if;
  if tg_table_name = 'report_marks' then
    -- Marks of a branch that is deleted go with it.
    insert into report_marks select s.branch, s.at from settled s where exists (select from "Branch" b where b.id = s.branch);
  else
    insert into report_marks
      select distinct s.branch, (s.day + time '12:00') at time zone coalesce(b.time_zone, 'Asia/Kolkata') from settled s join "Branch" b on b.id = s.branch;
  end if;
  return null;
end $$;

create trigger report_marks_settled after delete on "report_marks" referencing old table as settled
  for each statement execute function report_mark_settled();
-- A day with other vehicles inside is computed without a mark.
create trigger report_visits_settled after insert on "report_visits" referencing new table as settled
  for each statement execute function report_mark_settled();
