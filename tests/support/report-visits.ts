// Figures of visits computed from the rows by themselves, to compare with those that the server keeps by day.
import { formatDateTime, getDayRange } from "#domain/dates.ts";
import { getStayBucket, stayBuckets } from "#domain/reports/operations/stay-histogram.ts";
import type { Sql } from "#server/db/pool.ts";

interface Visit {
  service: "is_parking" | "is_valet_and_parking";
  is_person: boolean;
  came: number;
  went: number | null;
  slot_prefix: string | null;
  slot_no: number | null;
  paise: number;
}

const sets = ["", "is_parking", "is_valet_and_parking"].flatMap((service) => [
  { service, isInSlot: false },
  { service, isInSlot: true },
]);

/** 'what day service …' → figures. */
export interface VisitFigures {
  [key: string]: unknown;
}

async function readVisits(sql: Sql, branch: number): Promise<{ zone: string; visits: Visit[] }> {
  const fields = sql`extract(epoch from in_time)::float8 * 1000 as came, extract(epoch from out_time)::float8 * 1000 as went, slot_prefix, slot_no,
    ((coalesce(paid_amount, 0) - coalesce(refunded_amount, 0)) * 100)::int8 as paise`;
  const [place] = await sql<{ zone: string }[]>`select time_zone as zone from "Branch" where id = ${branch}`;
  const visits = await sql<Visit[]>`
    select 'is_parking' as service, is_person, ${fields} from "Parking_Information"
      where branch = ${branch} and in_time is not null and not is_test and voided_at is null and parking_status_id in (1, 2)
    union all
    select 'is_valet_and_parking', false, ${fields} from "Valet_and_Parking_Information"
      where branch = ${branch} and in_time is not null and not is_test and voided_at is null`;
  return { zone: place!.zone, visits };
}

export async function computeVisitFigures(sql: Sql, branch: number): Promise<VisitFigures> {
  const { zone, visits: all } = await readVisits(sql, branch);
  const toLocal = (ms: number): { day: string; hour: number } => {
    const text = formatDateTime({ at: new Date(ms), zone });
    return { day: text.slice(0, 10), hour: Number(text.slice(11, 13)) };
  };
  const figures: VisitFigures = {};
  const days = new Set(
    all.flatMap(({ came, went }) => [came, ...(went === null ? [] : [went])].map((ms) => toLocal(ms).day)),
  );
  for (const day of days) {
    const isOn = (ms: number | null): boolean => ms !== null && toLocal(ms).day === day;
    for (const service of ["is_parking", "is_valet_and_parking"] as const) {
      const entries = all.filter((visit) => visit.service === service && (isOn(visit.came) || isOn(visit.went)));
      if (entries.length === 0) continue;
      const visits = entries.filter(({ is_person: isPerson }) => !isPerson);
      const came = visits.filter((visit) => isOn(visit.came));
      const left = visits.filter((visit) => isOn(visit.went));
      const inSlot = ({ slot_no: no }: Visit): boolean => (no ?? 0) > 0;
      figures[`visits ${day} ${service}`] = {
        open: entries.filter((visit) => isOn(visit.came) && visit.went === null).length,
        flows: [came.length, left.length, came.filter(inSlot).length, left.filter(inSlot).length],
        arrivals: Array.from(
          { length: 24 },
          (_, hour) => came.filter((visit) => toLocal(visit.came).hour === hour).length,
        ),
        stays: left
          .map((visit) => findBucket(Math.max(0, Math.floor((visit.went! - visit.came) / 60_000))))
          .toSorted((a, b) => a - b),
      };
      const slots: { [slot: string]: [number, number] } = {};
      for (const visit of came) {
        const isPlaced = inSlot(visit) && visit.slot_prefix !== null;
        const slot = isPlaced ? `${visit.slot_prefix} ${visit.slot_no}` : "none 0";
        const [count, paise] = slots[slot] ?? [0, 0];
        slots[slot] = [count + 1, paise + visit.paise];
      }
      if (came.length > 0) figures[`slots ${day} ${service}`] = slots;
    }
    const vehicles = all.filter(({ is_person: isPerson }) => !isPerson);
    for (const { service, isInSlot } of sets) {
      const own = vehicles.filter(
        (visit) => (service === "" || visit.service === service) && (!isInSlot || (visit.slot_no ?? 0) > 0),
      );
      const events = own
        .flatMap(({ came, went }) => [{ at: came, change: 1 }, ...(went === null ? [] : [{ at: went, change: -1 }])])
        .filter(({ at }) => isOn(at));
      if (events.length > 0)
        figures[`levels ${day} ${service} ${isInSlot}`] = computeLevels({ events, day, zone, toLocal });
    }
  }
  return figures;
}

interface Event {
  at: number;
  change: number;
}

function computeLevels({
  events,
  day,
  zone,
  toLocal,
}: {
  events: readonly Event[];
  day: string;
  zone: string;
  toLocal: (ms: number) => { hour: number };
}) {
  const { from, to } = getDayRange({ day, zone });
  const hours: Event[] = [];
  for (let at = from.getTime(); at < to.getTime(); at += 3_600_000) hours.push({ at, change: 0 });
  const sorted = [...events, ...hours].toSorted((a, b) => a.at - b.at || a.change - b.change);
  const seconds = Array.from({ length: 24 }, () => 0);
  const highest: (number | null)[] = Array.from({ length: 24 }, () => null);
  const spent = new Map<number, number>();
  let inside = 0;
  for (const [index, { at, change }] of sorted.entries()) {
    inside += change;
    const length = ((sorted[index + 1]?.at ?? to.getTime()) - at) / 1_000;
    const { hour } = toLocal(at);
    seconds[hour]! += inside * length;
    highest[hour] = Math.max(highest[hour] ?? -Infinity, inside);
    spent.set(inside, (spent.get(inside) ?? 0) + length);
  }
  const lowest = Math.min(...spent.keys());
  const atLeast = Array.from({ length: Math.max(...spent.keys()) - lowest + 1 }, (_, above) =>
    [...spent].filter(([level]) => level >= lowest + above).reduce((sum, [, length]) => sum + length, 0),
  );
  return { seconds: seconds.map(Math.round), highest, lowest, at_least: atLeast.map(Math.round) };
}

/** The bucket whose minutes contain this one. */
function findBucket(minutes: number): number {
  const next = Array.from({ length: stayBuckets }, (_, index) => index).find(
    (index) => getStayBucket(index).first > minutes,
  );
  return (next ?? stayBuckets) - 1;
}

export async function readKeptVisitFigures(sql: Sql, branch: number): Promise<VisitFigures> {
  const figures: VisitFigures = {};
  const add = (key: string, value: unknown): void => {
    if (key in figures) throw new Error(`${key} is kept twice`);
    figures[key] = value;
  };
  const visits = await sql<
    { day: string; service: string; open: number; flows: number[]; arrivals: number[]; stays: Uint8Array }[]
  >`
    select day::text, service, open, flows, arrivals, stays from report_visits where branch = ${branch}`;
  for (const { day, service, stays, ...values } of visits) {
    const buckets: number[] = [];
    for (let at = 0; at < stays.length; at += 5)
      for (let count = stays[at + 4]! + stays[at + 3]! * 256; count > 0; count -= 1)
        buckets.push(stays[at]! * 256 + stays[at + 1]!);
    add(`visits ${day} ${service}`, { ...values, stays: buckets });
  }
  const slots = await sql<
    { day: string; service: string; prefix: string | null; numbers: number[]; entries: number[]; paid: number[] }[]
  >`
    select day::text, service, prefix, numbers, entries, to_jsonb(paid) as paid from report_slots where branch = ${branch}`;
  for (const { day, service, prefix, numbers, entries, paid } of slots) {
    const key = `slots ${day} ${service}`;
    const own = (figures[key] ??= {}) as { [slot: string]: unknown };
    for (const [index, no] of numbers.entries()) own[`${prefix ?? "none"} ${no}`] = [entries[index], paid[index]];
  }
  const levels = await sql<{ key: string; seconds: number[]; highest: number[]; lowest: number; at_least: number[] }[]>`
    select concat_ws(' ', 'levels', day::text, service, is_in_slot::text) as key, to_jsonb(seconds) as seconds, to_jsonb(highest) as highest, lowest, to_jsonb(at_least) as at_least
    from report_levels where branch = ${branch}`;
  for (const { key, seconds, at_least: atLeast, ...values } of levels)
    add(key, { ...values, seconds: seconds.map(Math.round), at_least: atLeast.map(Math.round) });
  return figures;
}
