// §6 Attendance of a day: who was on duty at a branch, from when to when, and who said so.
import { type DutyPeriod, dutyMinutes, dutyPeriods } from "#domain/rules/attendance.ts";
import { type Role, roleOf, roles } from "#domain/roles.ts";
import type { House } from "#server/context.ts";
import { dayOfBranch } from "#server/services/branch-day.ts";

export interface DayOfPerson {
  id: string;
  /** The name in full; `first` is what is told of who said so. */
  name: string;
  first: string;
  role: Role;
  designation: string | null;
  /** As things stand now, whatever the day. */
  isPresent: boolean;
  /** May be marked present: who is suspended or has not answered the invitation may not. */
  isActive: boolean;
  periods: DutyPeriod[];
  minutes: number;
}

interface Asked {
  house: House;
  branch: number;
  /** 'YYYY-MM-DD' in the branch's zone. */
  day: string;
}

/** Everybody who keeps attendance here, and whoever else was on duty that day, by name. */
export async function attendanceDay({ house, branch, day }: Asked): Promise<DayOfPerson[]> {
  const { from, to } = await dayOfBranch({ sql: house.sql, branch, day });
  const now = house.clock();
  const rows = await rowsOf({ house, branch, from, to });
  return rows.map(({ role, changes, ...person }) => {
    const read = changes.map(({ at, ...change }) => ({ ...change, at: new Date(at) }));
    const periods = dutyPeriods({ changes: read, from, to, now });
    return { ...person, role: roleOf(role), periods, minutes: dutyMinutes({ periods, now }) };
  });
}

interface PersonRow extends Omit<DayOfPerson, "role" | "periods" | "minutes"> {
  role: string;
  changes: { at: string; isPresent: boolean; by: string | null }[];
}

function rowsOf({ house, branch, from, to }: Omit<Asked, "day"> & { from: Date; to: Date }): Promise<PersonRow[]> {
  const keeping = [roles.staff.id, roles.manager.id];
  return house.sql<PersonRow[]>`
    with told as (
      select * from attendance where branch = ${branch} and date_created >= ${from} and date_created < ${to}
      union all
      select * from (select distinct on ("user") * from attendance where branch = ${branch} and date_created < ${from}
        order by "user", id desc) earlier where is_present)
    select u.id, u.first_name as first, concat_ws(' ', u.first_name, u.last_name) as name, u.role, u.designation, u.in_out_flag as "isPresent", u.status = 'active' as "isActive",
      coalesce(json_agg(json_build_object('at', t.date_created, 'isPresent', t.is_present, 'by', b.first_name) order by t.id)
        filter (where t.id is not null), '[]') as changes
    from users u left join told t on t."user" = u.id left join users b on b.id = t.user_created
    where (u.default_branch = ${branch} and u.role = any(${keeping}) and u.integration is null and u.status <> 'suspended')
      or u.id in (select "user" from told)
    group by u.id order by lower(u.first_name), u.id`;
}
