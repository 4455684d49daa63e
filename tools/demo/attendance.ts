// Who came and left in the last weeks, so that attendance has a history to look at.
import { wallClock, momentOf } from "#domain/rules/dates.ts";
import { roles } from "#domain/roles.ts";
import type { Tx } from "#server/db/pool.ts";
import { Chance } from "#tools/demo/chance.ts";

const daysOfHistory = 14;
/** Shifts begin in the morning or at noon, and last some nine hours. */
const shiftStarts = [7, 8, 9, 13];
const shiftHours = 9;

interface Keeper {
  id: string;
  company: number;
  branch: number;
  is_present: boolean;
}

/** Changes of everybody who keeps attendance; whoever is on duty came within the last hours. */
export async function loadAttendance({ tx, now, seed }: { tx: Tx; now: Date; seed: string }): Promise<void> {
  const keeping = [roles.staff.id, roles.manager.id];
  const keepers = await tx<Keeper[]>`
    select id, default_company as company, default_branch as branch, in_out_flag and status = 'active' as is_present
    from users where role = any(${keeping}) and default_branch is not null order by email`;
  const chance = new Chance(`${seed} attendance`);
  const rows = keepers.flatMap((keeper) => changesOf({ keeper, now, chance }));
  rows.sort((one, other) => one.date_created.getTime() - other.date_created.getTime());
  for (let at = 0; at < rows.length; at += 1_000) await tx`insert into attendance ${tx(rows.slice(at, at + 1_000))}`;
  await tx`
    update users u set on_duty_since = a.at from (select "user", max(date_created) as at from attendance group by "user") a
    where a."user" = u.id and u.in_out_flag`;
}

function changesOf({ keeper, now, chance }: { keeper: Keeper; now: Date; chance: Chance }) {
  const { id, company, branch } = keeper;
  const row = (at: Date, isPresent: boolean) => ({
    user: id,
    company,
    branch,
    is_present: isPresent,
    date_created: at,
    user_created: id,
  });
  const start = chance.pick(shiftStarts);
  const rows: ReturnType<typeof row>[] = [];
  for (let back = daysOfHistory; back > 0; back -= 1) {
    if (chance.isOne(0.15)) continue;
    const { year, month, day } = wallClock({ at: now });
    const came = { year, month, day: day - back, hour: start, minute: Math.floor(chance.fraction() * 20), second: 0 };
    const left = { ...came, hour: start + shiftHours, minute: Math.floor(chance.fraction() * 50) };
    const end = momentOf({ parts: left });
    if (end >= now) continue;
    rows.push(row(momentOf({ parts: came }), true), row(end, false));
  }
  const hoursAgo = 0.5 + chance.fraction() * 3;
  const last = rows.at(-1)?.date_created.getTime() ?? 0;
  const came = new Date(Math.max(last + 60_000, now.getTime() - hoursAgo * 3_600_000));
  return keeper.is_present ? [...rows, row(came, true)] : rows;
}
