// Attendance of the last weeks.
import { toDateParts, fromDateParts } from "#domain/dates.ts";
import { roles } from "#domain/access/roles.ts";
import type { Tx } from "#server/db/pool.ts";
import { Random } from "#tools/demo/random.ts";

const daysOfHistory = 14;
/** Shifts start in the morning or at noon and last about nine hours. */
const shiftStarts = [7, 8, 9, 13];
const shiftHours = 9;

interface AttendancePerson {
  id: string;
  company: number;
  branch: number;
  is_present: boolean;
}

/** Creates the changes of all staff with attendance; those on duty started within the last hours. */
export async function loadAttendance({ tx, now, seed }: { tx: Tx; now: Date; seed: string }): Promise<void> {
  const attendanceRoles = [roles.staff.id, roles.manager.id];
  const people = await tx<AttendancePerson[]>`
    select id, default_company as company, default_branch as branch, in_out_flag and status = 'active' as is_present
    from users where role = any(${attendanceRoles}) and default_branch is not null order by email`;
  const random = new Random(`${seed} attendance`);
  const rows = people.flatMap((person) => createAttendanceChanges({ person, now, random }));
  rows.sort((first, second) => first.date_created.getTime() - second.date_created.getTime());
  for (let offset = 0; offset < rows.length; offset += 1_000)
    await tx`insert into attendance ${tx(rows.slice(offset, offset + 1_000))}`;
  await tx`
    update users u set on_duty_since = a.at from (select "user", max(date_created) as at from attendance group by "user") a
    where a."user" = u.id and u.in_out_flag`;
}

function createAttendanceChanges({ person, now, random }: { person: AttendancePerson; now: Date; random: Random }) {
  const { id, company, branch } = person;
  const row = (at: Date, isPresent: boolean) => ({
    user: id,
    company,
    branch,
    is_present: isPresent,
    date_created: at,
    user_created: id,
  });
  const start = random.pick(shiftStarts);
  const rows: ReturnType<typeof row>[] = [];
  for (let daysAgo = daysOfHistory; daysAgo > 0; daysAgo -= 1) {
    if (random.isTrue(0.15)) continue;
    const { year, month, day } = toDateParts({ at: now });
    const shiftStart = {
      year,
      month,
      day: day - daysAgo,
      hour: start,
      minute: Math.floor(random.fraction() * 20),
      second: 0,
    };
    const shiftEnd = { ...shiftStart, hour: start + shiftHours, minute: Math.floor(random.fraction() * 50) };
    const end = fromDateParts({ parts: shiftEnd });
    if (end >= now) continue;
    rows.push(row(fromDateParts({ parts: shiftStart }), true), row(end, false));
  }
  const hoursAgo = 0.5 + random.fraction() * 3;
  const last = rows.at(-1)?.date_created.getTime() ?? 0;
  const shiftStart = new Date(Math.max(last + 60_000, now.getTime() - hoursAgo * 3_600_000));
  return person.is_present ? [...rows, row(shiftStart, true)] : rows;
}
