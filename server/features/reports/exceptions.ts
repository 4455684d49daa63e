// §2 /reporting/parking: what counts as an exception, in the same words for the figures by day and for the entries behind them.
import { type ExceptionKind } from "#domain/reports/operations/exceptions.ts";
import { getKeys } from "#domain/object-keys.ts";
import * as limits from "#domain/limits.ts";
import { selectChanges, selectOverrides, selectReturns, selectTotal } from "#server/features/cash/exception-facts.ts";
import {
  isFreeExitSql,
  selectEntriesAndTickets,
  selectFreeServices,
} from "#server/features/cash/entries-and-tickets.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { type ReportQuery, selectBranchPeriods, type SqlFragment } from "#server/features/reports/report-query.ts";
import type { Fragment } from "#server/features/reports/visits.ts";

/**
 * The exceptions of the period, one row each: `branch, branch_name, kind, person, time, amount` (rupees; null if nothing
 * is known to be lost), `reason, entry_kind, entry, vehicle, receipt`.
 */
export function selectExceptions(query: ReportQuery): Fragment {
  const { sql, filters } = query;
  const selects = { ...selectOfDepartures(sql), ...selectOthers(query) };
  const kinds = getKeys(selects).filter((kind) => filters.kind === undefined || kind === filters.kind);
  // An unknown kind has no exceptions.
  const chosen = kinds.length === 0 ? [sql`${selects.void} and false`] : kinds.map((kind) => selects[kind]);
  return sql`
    with ${selectDepartures(sql, selectBranchPeriods(query))},
    exceptions (branch, branch_name, kind, person, time, amount, reason, entry_kind, entry, vehicle, receipt) as (${joinAll(sql, chosen)})
    select * from exceptions where ${filters.person === undefined ? sql`true` : sql`coalesce(person::text, '-') = ${filters.person}`}
      and ${filters.at_branch === undefined ? sql`true` : sql`branch::text = ${filters.at_branch}`}
      and not (kind = 'zero-fee' and (branch, entry_kind) in (${selectFree(query)}))`;
}

/** Kinds of what has left, in the order in which their sums are kept by day. */
const keptKinds = ["void", "edit", "zero-fee", "discount", "lost-slip", "reprint"] as const;

/** Kinds of which few happen, so that they are read from their rows and not kept by day; each at its own time. */
const eventKinds = ["cash-difference", "override", "refunded", "reversed"] as const;
type EventKind = (typeof eventKinds)[number];

/** What the sums of a day are of: each kind of entries, then of tickets. `at` is the position of the number; that of the amount follows. */
export const keptSums = keptKinds.flatMap((kind, index) => [
  { kind, entryKind: "P", at: index * 4 + 1 } as const,
  { kind, entryKind: "V", at: index * 4 + 3 } as const,
]);

interface SumOptions {
  isByDay?: boolean;
  isByPerson?: boolean;
}

/**
 * Numbers and amounts in paise by `branch, branch_name, kind`, and by `day` and `person`, which are null otherwise: of what left and of
 * stays of over 24 hours that have ended from the figures by day, of the others from their rows.
 */
export function selectExceptionSums(query: ReportQuery, options: SumOptions = {}): Fragment {
  const { isByDay = false, isByPerson = false } = options;
  const { sql, filters } = query;
  const { kind = null, person = null, at_branch: place = null } = filters;
  const others = selectOthers(query);
  const key = (day: Fragment, by: Fragment): { day: Fragment; person: Fragment; isOf: Fragment } => ({
    day: isByDay ? day : sql`null::date`,
    person: isByPerson ? by : sql`null::uuid`,
    isOf: sql`(${person}::text is null or coalesce(${by}::text, '-') = ${person})`,
  });
  const open = key(sql`l.day`, sql`l.person`);
  const other = key(sql`(o.time at time zone day.zone)::date`, sql`o.person`);
  const gap = key(sql`(start at time zone zone)::date`, sql`null::uuid`);
  return sql`
    with others (branch, branch_name, kind, person, time, amount, reason, entry_kind, entry, vehicle, receipt) as (
      ${joinAll(
        sql,
        eventKinds.map((name) => others[name]),
      )}),
    sums (branch, day, kind, person, entry_kind, count, amount) as (
      ${selectKeptSums(query, { isByDay, isByPerson })}
      union all
      select l.branch, ${open.day}, 'long-open', ${open.person}, l.entry_kind, sum(l.count)::int8, 0 from (${selectLongOpen(query)}) l where ${open.isOf} group by 1, 2, 3, 4, 5
      union all
      select o.branch, ${other.day}, o.kind, ${other.person}, o.entry_kind, count(*), coalesce(sum(o.amount) * 100, 0)::int8
      from others o join ${selectBranchPeriods(query)} on day.branch = o.branch where ${other.isOf} group by 1, 2, 3, 4, 5
      union all
      select branch, ${gap.day}, 'receipt-gap', null, null, sum(gaps)::int8, 0 from (${selectGapCounts(query)}) g where gaps > 0 and ${gap.isOf} group by 1, 2)
    select s.branch, day.name as branch_name, day.zone, s.day, s.kind, s.person, s.count, s.amount from sums s join ${selectBranchPeriods(query)} on day.branch = s.branch
    where (${kind}::text is null or s.kind = ${kind}) and (${place}::text is null or s.branch::text = ${place})
      and not (s.kind = 'zero-fee' and (s.branch, s.entry_kind) in (${selectFree(query)}))`;
}

/** The figures by day, `(branch, day, kind, person, entry_kind, count, amount)`; those of all persons in one row a day unless persons are asked for. */
function selectKeptSums(
  { sql, branches, range, filters }: ReportQuery,
  { isByDay, isByPerson }: Required<SumOptions>,
): Fragment {
  const { person = null } = filters;
  const isOfPersons = isByPerson || person !== null;
  const columns = keptSums.map(
    ({ at }) => `sum(figures[${at}])::int8 as n${at}, sum(figures[${at + 1}])::int8 as a${at}`,
  );
  const rows = keptSums.map(({ kind, entryKind, at }) => `('${kind}', '${entryKind}', n${at}, a${at})`);
  return sql`
    select k.branch, k.day, v.kind, k.person, v.entry_kind, v.count, v.amount
    from (
      select branch, ${isByDay ? sql`day` : sql`null::date as day`}, ${isByPerson ? sql`nullif(keys[1], '')::uuid as person` : sql`null::uuid as person`}, ${sql.unsafe(columns.join(", "))}
      from report_figures where branch = any(${branches.map(({ id }) => id)}::bigint[]) and topic = ${isOfPersons ? "person-exceptions" : "exceptions"}
        and day between ${range.from}::text::date and ${range.to}::text::date and (${person}::text is null or keys[1] = ${person === "-" ? "" : person})
      group by 1, 2, 3) k
      cross join lateral (values ${sql.unsafe(rows.join(", "))}) v (kind, entry_kind, count, amount) where v.count > 0`;
}

/** `(day, kind, person, amount, entry_kind)` of the days `periods`, whose `name` is the day; also of services that are free of charge now. */
export const selectDayExceptions = (sql: Tx, periods: SqlFragment): Fragment => sql`
  with ${selectDepartures(sql, periods)}
  select x.day::date as day, x.kind, x.person, x.amount, x.entry_kind from (${joinAll(sql, Object.values(selectOfDepartures(sql)))}) x
    (branch, day, kind, person, time, amount, reason, entry_kind, entry, vehicle, receipt)`;

const joinAll = (sql: Sql | Tx, parts: readonly Fragment[]): Fragment =>
  parts.reduce((first, second) => sql`${first} union all ${second}`);

const selectFree = ({ sql, branches }: ReportQuery): Fragment =>
  selectFreeServices({ sql, branches: branches.map(({ id }) => id) });

/**
 * Entries and tickets that left in the period, or whose stay a void ended, and that may have an exception: the condition is that of an
 * index. A missed exit belongs to the time of the exit.
 */
function selectDepartures(sql: Sql | Tx, periods: SqlFragment): Fragment {
  const mayCount = (
    e: Fragment,
    corrected: Fragment,
  ): Fragment => sql`${e}.branch = day.branch and ${e}.out_time >= day.start and ${e}.out_time < day.stop
    and (${e}.voided_at is not null or ${e}.${corrected} is not null or coalesce(${e}.total_amount, 0) = 0 or ${e}.deduction_charge > 0 or ${e}.is_slip_lost
      or ${e}.slip_prints > 1 or ${e}.receipt_prints > 1)`;
  return sql`left_entries as materialized (select day.branch, day.name as branch_name, e.* from ${periods}
    cross join lateral (${selectEntriesAndTickets({
      sql,
      parking: mayCount(sql`p`, sql`correction`),
      valet: mayCount(sql`v`, sql`corrected_at`),
    })}) e where not e.is_test)`;
}

type Kinds<K extends ExceptionKind> = { readonly [kind in K]: Fragment };

function selectOfDepartures(sql: Sql | Tx): Kinds<"void" | "edit" | "zero-fee" | "discount" | "lost-slip" | "reprint"> {
  const entry = sql`e.kind as entry_kind, e.id as entry, e.name::text as vehicle, e.receipt_no::text as receipt`;
  const latest = (condition: Fragment): Fragment =>
    sql`left join lateral (select * from ${selectChanges(sql, condition)} c order by c.at desc, c.id desc limit 1) h on true`;
  const [before, after] = [selectTotal(sql, "before"), selectTotal(sql, "after")];
  const edited = sql`(h.changes -> 'correction' -> 1 ?| array['vehicle_no', 'vehicle_type'] or h.changes ?| array['Vehicle_Number', 'vehicle_type'])`;
  return {
    void: sql`select e.branch, e.branch_name, 'void' as kind, e.voided_by as person, e.voided_at as time, ${before} as amount, e.change_reason::text as reason, ${entry}
      from left_entries e ${latest(sql`h.changes ? 'voided_at'`)} where e.voided_at is not null`,
    edit: sql`select e.branch, e.branch_name, 'edit', h.by, h.at, ${before} - coalesce(${after}, 0), e.change_reason::text, ${entry}
      from left_entries e cross join lateral ${selectChanges(sql, edited)} h where e.is_corrected`,
    "zero-fee": sql`select e.branch, e.branch_name, 'zero-fee', coalesce(h.by, e.user_updated), e.out_time, greatest(0, coalesce(e.actual_amount, 0) + coalesce(e.additional_charge, 0) - coalesce(e.deduction_charge, 0)), e.deduction_note::text, ${entry}
      from left_entries e ${latest(sql`h.changes ? 'out_time'`)}
      where ${isFreeExitSql(sql)}`,
    discount: sql`select e.branch, e.branch_name, 'discount', coalesce(h.by, e.user_updated), coalesce(h.at, e.out_time), e.deduction_charge, e.deduction_note::text, ${entry}
      from left_entries e ${latest(sql`h.changes ? 'deduction_charge'`)} where e.voided_at is null and e.deduction_charge > 0`,
    "lost-slip": sql`select e.branch, e.branch_name, 'lost-slip', coalesce(h.by, e.user_updated), coalesce(h.at, e.out_time), null::numeric, e.lost_slip_proof::text, ${entry}
      from left_entries e ${latest(sql`h.changes ? 'is_slip_lost'`)} where e.voided_at is null and e.is_slip_lost`,
    reprint: sql`select e.branch, e.branch_name, 'reprint', coalesce(h.by, e.user_updated), coalesce(h.at, e.out_time), null::numeric, null, ${entry}
      from left_entries e ${latest(sql`h.changes ?| array['slip_prints', 'receipt_prints']`)} where e.slip_prints > 1 or e.receipt_prints > 1`,
  };
}

/** Entry or ticket `e` has been open for over 24 hours at a time of the period `day`. The last part is the condition of an index. */
function isLongOpenSql({ sql, now }: ReportQuery, e: Fragment): Fragment {
  const open = sql`make_interval(hours => ${limits.longOpenHours})`;
  return sql`${e}.in_time >= day.start - ${open} and ${e}.in_time < day.stop - ${open}
    and ${e}.in_time <= ${now.toISOString()}::timestamptz - ${open} and (${e}.out_time is null or ${e}.out_time - ${e}.in_time > interval '24 hours')`;
}

/**
 * The rows of 'long-open' in selectOthers as numbers, `(branch, day, person, entry_kind, count)`: of stays that have ended from the figures, which are kept on
 * the day of the arrival; those still inside are few.
 */
function selectLongOpen(query: ReportQuery): Fragment {
  const { sql, branches, range } = query;
  const select = (kind: "P" | "V", table: Fragment, condition: Fragment): Fragment => sql`
    select day.branch, ((e.in_time + make_interval(hours => ${limits.longOpenHours})) at time zone day.zone)::date, e.user_created, ${kind}::text, 1
    from ${selectBranchPeriods(query)} join ${table} e on e.branch = day.branch and e.out_time is null and ${isLongOpenSql(query, sql`e`)}
    where ${condition}`;
  return sql`
    select branch, keys[3]::date as day, nullif(keys[1], '')::uuid as person, keys[2] as entry_kind, figures[1] as count from report_figures
    where branch = any(${branches.map(({ id }) => id)}::bigint[]) and topic = 'long-open' and day between ${range.from}::text::date - 2 and ${range.to}::text::date
      and keys[3] between ${range.from} and ${range.to}
    union all ${select("P", sql`"Parking_Information"`, isLongOpenEntrySql(sql))}
    union all ${select("V", sql`"Valet_and_Parking_Information"`, isLongOpenTicketSql(sql))}`;
}

/** Whether entry or ticket `e` counts once it has been open for over 24 hours. */
const isLongOpenTicketSql = (sql: Sql | Tx): Fragment => sql`not e.is_test and e.voided_at is null`;
const isLongOpenEntrySql = (
  sql: Sql | Tx,
): Fragment => sql`${isLongOpenTicketSql(sql)} and not e.is_person and e.parking_status_id is distinct from 4
  and not exists (select from "Parking_Main_Information" m where m.id = e.parking_main_info and m.parking_type = 'long_time')`;

/** Stays of over 24 hours that have ended, of arrivals on the days `day`: `(day, counted, person, entry_kind)`. */
export const selectEndedLongStays = (sql: Tx): Fragment => {
  const select = (kind: "P" | "V", table: Fragment, condition: Fragment): Fragment => sql`
    select day.name::date as day, ((e.in_time + make_interval(hours => ${limits.longOpenHours})) at time zone day.zone)::date as counted, e.user_created as person, ${kind}::text as entry_kind
    from day join ${table} e on e.branch = day.branch and e.in_time >= day.start and e.in_time < day.stop and e.out_time - e.in_time > interval '24 hours'
    where ${condition}`;
  return sql`${select("P", sql`"Parking_Information"`, isLongOpenEntrySql(sql))} union all ${select("V", sql`"Valet_and_Parking_Information"`, isLongOpenTicketSql(sql))}`;
};

function selectOthers(query: ReportQuery): Kinds<"receipt-gap" | "long-open" | EventKind> {
  const { sql } = query;
  const returns = selectReturns(sql, selectBranchPeriods(query));
  const open = sql`make_interval(hours => ${limits.longOpenHours})`;
  return {
    "receipt-gap": sql`select day.branch, day.name, 'receipt-gap', null::uuid, day.start, null::numeric, null, null, null::int, null, g.receipt
      from (select branch, name, zone, start, stop from (${selectGapCounts(query)}) c where gaps > 0) day cross join lateral (${selectGaps(sql)}) g`,
    "long-open": sql`select day.branch, day.name, 'long-open', e.user_created, e.in_time + ${open}, null::numeric, null,
        e.kind, e.id, e.name::text, e.receipt_no::text
      from ${selectBranchPeriods(query)} cross join lateral (${selectEntriesAndTickets({
        sql,
        parking: sql`p.branch = day.branch and ${isLongOpenSql(query, sql`p`)}`,
        valet: sql`v.branch = day.branch and ${isLongOpenSql(query, sql`v`)}`,
      })}) e where not e.is_test and not e.is_uncharged and e.voided_at is null and not e.is_cancelled`,
    "cash-difference": sql`select day.branch, day.name, 'cash-difference', s.collector, s.closed_at, abs(s.difference), nullif(concat_ws(' · ', s.note, s.correction_reason), ''),
        null, null::int, null, null
      from ${selectBranchPeriods(query)} join cash_shifts s on s.branch = day.branch and s.closed_at >= day.start and s.closed_at < day.stop where s.difference <> 0`,
    // The charge that was set says nothing of what is lost.
    override: sql`select branch, branch_name, kind, person, time, null::numeric, reason, entry_kind, entry, vehicle, receipt
      from (${selectOverrides(sql, selectBranchPeriods(query))}) o`,
    refunded: sql`select * from (${returns}) r where kind = 'refunded'`,
    reversed: sql`select * from (${returns}) r where kind = 'reversed'`,
  };
}

/** Numbers that the branch's counter of the day `day` (`branch, zone, start, stop`) gave out, and that no entry or ticket has: `(receipt)`. */
export const selectGaps = (sql: Sql | Tx): Fragment => {
  const given = (table: Fragment): Fragment => sql`select substring(receipt_no from '[0-9]{8}-[0-9]+$') from ${table}
    where branch = day.branch and date_created >= day.start - interval '1 day' and date_created < day.stop + interval '1 day'
      and receipt_no like '%' || to_char(day.start at time zone day.zone, 'YYYYMMDD') || '-%'`;
  return sql`
    select to_char(c.day, 'YYYYMMDD') || '-' || n as receipt from counters c cross join lateral generate_series(1, c.value) as n
      where c.branch = day.branch and c.name = 'receipt' and c.day = (day.start at time zone day.zone)::date
    except (${given(sql`"Parking_Information"`)} union all ${given(sql`"Valet_and_Parking_Information"`)})`;
};

/**
 * Missing receipt numbers by day: `(branch, name, zone, start, stop, gaps)`. A check-in writes no mark: a day whose counter has given out
 * more numbers than its figure knows is read from the rows.
 */
const selectGapCounts = (query: ReportQuery): Fragment => {
  const { sql } = query;
  return sql`
    select day.*, case when day.counted = day.value then day.known else (select count(*) from (${selectGaps(sql)}) g) end as gaps
    from (select p.branch, p.name, p.zone, c.day::timestamp at time zone p.zone as start, (c.day + 1)::timestamp at time zone p.zone as stop, c.value, f.figures[1] as counted, f.figures[2] as known
      from (select day.* from ${selectBranchPeriods(query)}) p
        join counters c on c.branch = p.branch and c.name = 'receipt' and c.day >= (p.start at time zone p.zone)::date and c.day < (p.stop at time zone p.zone)::date
        left join report_figures f on f.branch = p.branch and f.topic = 'receipts' and f.day = c.day) day`;
};
