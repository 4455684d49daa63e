// §2 /reporting/parking: what counts as an exception, as one statement for the figures and for the entries behind them.
import { type ExceptionKind } from "#domain/reports/operations/exceptions.ts";
import { getKeys } from "#domain/object-keys.ts";
import { limits } from "#domain/limits.ts";
import { selectEntriesAndTickets } from "#server/features/cash/entries-and-tickets.ts";
import { type ReportQuery, selectBranchPeriods } from "#server/features/reports/report-query.ts";
import type { Fragment } from "#server/features/reports/visits.ts";

/**
 * The exceptions of the period, one row each: `branch, branch_name, kind, person, time, amount` (rupees; null if nothing
 * is known to be lost), `reason, entry_kind, entry, vehicle, receipt`.
 */
export function selectExceptions(query: ReportQuery): Fragment {
  const { sql, filters } = query;
  const selects = { ...selectOfDepartures(query), ...selectOthers(query) };
  const kinds = getKeys(selects).filter((kind) => filters.kind === undefined || kind === filters.kind);
  // An unknown kind has no exceptions.
  const chosen = kinds.length === 0 ? [sql`${selects.void} and false`] : kinds.map((kind) => selects[kind]);
  const all = chosen.reduce((first, second) => sql`${first} union all ${second}`);
  return sql`
    with left_entries as materialized (select day.branch, day.name as branch_name, e.* from ${selectBranchPeriods(query)}
      cross join lateral (${selectDepartures(query)}) e where not e.is_test),
    exceptions (branch, branch_name, kind, person, time, amount, reason, entry_kind, entry, vehicle, receipt) as (${all})
    select * from exceptions where ${filters.person === undefined ? sql`true` : sql`coalesce(person::text, '-') = ${filters.person}`}
      and ${filters.at_branch === undefined ? sql`true` : sql`branch::text = ${filters.at_branch}`}`;
}

/** Entries and tickets that left in the period, or whose stay a void ended. A missed exit belongs to the time of the exit. */
function selectDepartures({ sql }: ReportQuery): Fragment {
  return selectEntriesAndTickets({
    sql,
    parking: sql`p.branch = day.branch and p.out_time >= day.start and p.out_time < day.stop`,
    valet: sql`v.branch = day.branch and v.out_time >= day.start and v.out_time < day.stop`,
  });
}

/** The changes of entry or ticket `e`, with who made them. */
function selectChanges({ sql }: ReportQuery, condition: Fragment): Fragment {
  return sql`(
    select h.user_created as by, h.date_created as at, h.changes from "Parking_History" h where e.kind = 'P' and h.parking_information = e.id and ${condition}
    union all
    select h.user_created, h.date_created, h.changes from "Valet_and_Parking_History" h where e.kind = 'V' and h.valet_and_parking_information = e.id and ${condition})`;
}

type Kinds<K extends ExceptionKind> = { readonly [kind in K]: Fragment };

function selectOfDepartures(
  query: ReportQuery,
): Kinds<"void" | "edit" | "zero-fee" | "discount" | "lost-slip" | "reprint"> {
  const { sql } = query;
  const entry = sql`e.kind as entry_kind, e.id as entry, e.name::text as vehicle, e.receipt_no::text as receipt`;
  const latest = (condition: Fragment): Fragment =>
    sql`left join lateral (select * from ${selectChanges(query, condition)} c order by c.at desc limit 1) h on true`;
  const difference = (first: Fragment, second: Fragment): Fragment => sql`(${first} - coalesce(${second}, 0))`;
  const total = (index: number): Fragment => sql`(h.changes -> 'total_amount' ->> ${index}::int)::numeric`;
  const edited = sql`(h.changes -> 'correction' -> 1 ?| array['vehicle_no', 'vehicle_type'] or h.changes ?| array['Vehicle_Number', 'vehicle_type'])`;
  return {
    void: sql`select e.branch, e.branch_name, 'void' as kind, e.voided_by as person, e.voided_at as time, ${total(0)} as amount, e.change_reason::text as reason, ${entry}
      from left_entries e ${latest(sql`h.changes ? 'voided_at'`)} where e.voided_at is not null`,
    edit: sql`select e.branch, e.branch_name, 'edit', h.by, h.at, ${difference(total(0), total(1))}, e.change_reason::text, ${entry}
      from left_entries e cross join lateral ${selectChanges(query, edited)} h where e.is_corrected`,
    "zero-fee": sql`select e.branch, e.branch_name, 'zero-fee', coalesce(h.by, e.user_updated), e.out_time, coalesce(e.actual_amount, 0) + coalesce(e.additional_charge, 0), e.deduction_note::text, ${entry}
      from left_entries e join "Branch" b on b.id = e.branch
        left join "Parking_Configuration" pc on pc.id = b.parking_config left join "Valet_and_Parking_Configuration" vc on vc.id = b.valet_and_parking_config
        ${latest(sql`h.changes ? 'out_time'`)}
      where e.voided_at is null and coalesce(e.total_amount, 0) = 0 and not e.is_uncharged
        and not coalesce(case e.kind when 'P' then pc.is_free else vc.is_free end, false)`,
    discount: sql`select e.branch, e.branch_name, 'discount', coalesce(h.by, e.user_updated), coalesce(h.at, e.out_time), e.deduction_charge, e.deduction_note::text, ${entry}
      from left_entries e ${latest(sql`h.changes ? 'deduction_charge'`)} where e.voided_at is null and e.deduction_charge > 0`,
    "lost-slip": sql`select e.branch, e.branch_name, 'lost-slip', coalesce(h.by, e.user_updated), coalesce(h.at, e.out_time), null::numeric, e.lost_slip_proof::text, ${entry}
      from left_entries e ${latest(sql`h.changes ? 'is_slip_lost'`)} where e.voided_at is null and e.is_slip_lost`,
    reprint: sql`select e.branch, e.branch_name, 'reprint', coalesce(h.by, e.user_updated), coalesce(h.at, e.out_time), null::numeric, null, ${entry}
      from left_entries e ${latest(sql`h.changes ?| array['slip_prints', 'receipt_prints']`)} where e.slip_prints > 1 or e.receipt_prints > 1`,
  };
}

function selectOthers(query: ReportQuery): Kinds<"receipt-gap" | "long-open" | "cash-difference"> {
  const { sql, now, range } = query;
  const open = sql`make_interval(hours => ${limits.longOpenHours})`;
  const isLongOpen = (
    e: Fragment,
  ): Fragment => sql`${e}.in_time >= day.start - ${open} and ${e}.in_time < day.stop - ${open}
    and ${e}.in_time <= ${now.toISOString()}::timestamptz - ${open} and (${e}.out_time is null or ${e}.out_time > ${e}.in_time + ${open})`;
  return {
    // Receipts of a day are counted by its counter. A number is missing if no entry or ticket has it.
    "receipt-gap": sql`select day.branch, day.name, 'receipt-gap', null::uuid, c.day::timestamp at time zone day.zone, null::numeric, null,
        null, null::int, null, to_char(c.day, 'YYYYMMDD') || '-' || n
      from ${selectBranchPeriods(query)} join counters c on c.branch = day.branch and c.name = 'receipt' and c.day between ${range.from}::text::date and ${range.to}::text::date
        cross join lateral generate_series(1, c.value) as n
      where (day.branch, to_char(c.day, 'YYYYMMDD') || '-' || n) not in (
        select r.branch, substring(r.receipt_no from '[0-9]{8}-[0-9]+$') from ${selectBranchPeriods(query)} cross join lateral (
          select branch, receipt_no from "Parking_Information" where branch = day.branch and date_created >= day.start - interval '1 day' and date_created < day.stop + interval '1 day'
          union all select branch, receipt_no from "Valet_and_Parking_Information" where branch = day.branch and date_created >= day.start - interval '1 day' and date_created < day.stop + interval '1 day') r
        where r.receipt_no ~ '[0-9]{8}-[0-9]+$')`,
    "long-open": sql`select day.branch, day.name, 'long-open', e.user_created, e.in_time + ${open}, null::numeric, null,
        e.kind, e.id, e.name::text, e.receipt_no::text
      from ${selectBranchPeriods(query)} cross join lateral (${selectEntriesAndTickets({
        sql,
        parking: sql`p.branch = day.branch and ${isLongOpen(sql`p`)}`,
        valet: sql`v.branch = day.branch and ${isLongOpen(sql`v`)}`,
      })}) e where not e.is_test and not e.is_uncharged and e.voided_at is null and not e.is_cancelled`,
    "cash-difference": sql`select day.branch, day.name, 'cash-difference', s.collector, s.closed_at, abs(s.difference), s.note::text,
        null, null::int, null, null
      from ${selectBranchPeriods(query)} join cash_shifts s on s.branch = day.branch and s.closed_at >= day.start and s.closed_at < day.stop where s.difference <> 0`,
  };
}
