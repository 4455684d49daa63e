// §6 Attendance of a day: the duty periods of a branch's users and who recorded them.
import { countDutyMinutes, getDutyPeriods } from "#domain/people/attendance.ts";
import type { peopleActions } from "#domain/people/actions.ts";
import type { ContractReply, ContractResult } from "#domain/schema/contract.ts";
import { accountRoles, findRole, hasAttendance, roles } from "#domain/access/roles.ts";
import type { AppServices } from "#server/context.ts";
import { getBranchDayRange } from "#server/features/branches/branch-day.ts";

interface AttendanceDayInput {
  services: AppServices;
  branch: number;
  /** 'YYYY-MM-DD' in the branch's zone. */
  day: string;
}

/** Returns all users with attendance at this branch, and others who were on duty there that day, by name. */
export async function readAttendanceDay({
  services,
  branch,
  day,
}: AttendanceDayInput): Promise<ContractResult<typeof peopleActions.readAttendance>> {
  const { from, to } = await getBranchDayRange({ sql: services.sql, branch, day });
  const now = services.clock();
  const rows = await readPersonRows({ services, branch, from, to });
  return rows.map(({ role, changes, ...person }) => {
    const parsedChanges = changes.map(({ at, ...change }) => ({ ...change, at: new Date(at) }));
    const periods = getDutyPeriods({ changes: parsedChanges, from, to, now });
    return { ...person, role: findRole(role), periods, minutes: countDutyMinutes({ periods, now }) };
  });
}

type AttendanceOfPerson = ContractReply<typeof peopleActions.readAttendance>[number];
interface PersonRow extends Omit<AttendanceOfPerson, "role" | "periods" | "minutes"> {
  role: string;
  changes: { at: string; isPresent: boolean; by: string | null }[];
}

function readPersonRows({
  services,
  branch,
  from,
  to,
}: Omit<AttendanceDayInput, "day"> & { from: Date; to: Date }): Promise<PersonRow[]> {
  const attendanceRoles = accountRoles.filter((role) => hasAttendance({ role })).map((role) => roles[role].id);
  return services.sql<PersonRow[]>`
    with recorded as (
      select * from attendance where branch = ${branch} and date_created >= ${from} and date_created < ${to}
      union all
      select * from (select distinct on ("user") * from attendance where branch = ${branch} and date_created < ${from}
        order by "user", id desc) earlier where is_present)
    select u.id, u.first_name as first, concat_ws(' ', u.first_name, u.last_name) as name, u.role, u.designation, u.in_out_flag as "isPresent", u.status = 'active' as "isActive",
      coalesce(json_agg(json_build_object('at', t.date_created, 'isPresent', t.is_present, 'by', b.first_name) order by t.id)
        filter (where t.id is not null), '[]') as changes
    from users u left join recorded t on t."user" = u.id left join users b on b.id = t.user_created
    where (u.default_branch = ${branch} and u.role = any(${attendanceRoles}) and u.integration is null and u.status <> 'suspended')
      or u.id in (select "user" from recorded)
    group by u.id order by lower(u.first_name), u.id`;
}
