// §6 /users/attendance: who is on duty today, and on any day from when to when, and who said so.
import { IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { formatTime } from "#domain/rules/dates.ts";
import { type Role, roles } from "#domain/roles.ts";
import { request } from "#web/items/client.ts";
import { useLive } from "#web/items/live.ts";
import { useBranch, useKnownSession } from "#web/items/use-session.ts";
import { useDay } from "#web/ui/day-choice.tsx";
import { Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { showMinutes } from "#web/ui/time.tsx";
import { MarkButton } from "#web/features/people/mark-button.tsx";
import { PeopleMenu } from "#web/features/people/people-menu.tsx";
import { mayMark } from "#web/features/people/people.ts";
import rows from "#web/ui/rows.module.css";
import styles from "#web/features/people/people.module.css";

interface PeriodWire {
  from: string;
  until: string | null;
  begunBy: string | null;
  endedBy: string | null;
}
interface DayWire {
  id: string;
  name: string;
  first: string;
  role: Role;
  designation: string | null;
  isPresent: boolean;
  isActive: boolean;
  periods: PeriodWire[];
  minutes: number;
}

const minuteMs = 60_000;

export function AttendanceDay() {
  useLive("users");
  const { zone } = useBranch();
  const { day, isToday, choice } = useDay(zone);
  const { data, error, refetch } = useQuery({
    queryKey: ["items", "users", "attendance", day],
    queryFn: async () => (await request<{ data: DayWire[] }>(`/actions/people/attendance?day=${day}`)).data,
    // The hours of who is on duty go on.
    refetchInterval: isToday ? minuteMs : false,
  });
  return (
    <Page title="Attendance" actions={choice}>
      <PeopleMenu shown="attendance" />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Day people={data} isToday={isToday} />
      ) : (
        <SkeletonRows count={6} />
      )}
    </Page>
  );
}

function Day({ people, isToday }: { people: readonly DayWire[]; isToday: boolean }) {
  if (people.length === 0)
    return (
      <EmptyState
        icon={IconUsers}
        title="Nobody keeps attendance here yet"
        text="Staff and managers show here with the hours they were on duty."
      />
    );
  const came = people.filter(({ periods }) => periods.length > 0).length;
  const present = people.filter(({ isPresent }) => isPresent).length;
  return (
    <>
      <p className={styles["lead"]}>
        {isToday
          ? `${present} of ${people.length} on duty now, ${came} came today.`
          : `${came} of ${people.length} came.`}
      </p>
      <ul className={rows["rows"]} aria-label="Attendance">
        {people.map((person) => (
          <PersonOfDay key={person.id} person={person} isToday={isToday} />
        ))}
      </ul>
    </>
  );
}

function PersonOfDay({ person, isToday }: { person: DayWire; isToday: boolean }) {
  const session = useKnownSession();
  const { id, name, first, role, designation, periods, minutes, isActive, isPresent } = person;
  return (
    <li className={`${rows["row"]} ${styles["row"]} ${styles["of-day"]}`}>
      <span className={styles["who"]}>
        <span className={styles["name"]}>{name}</span>
        <span className={styles["soft"]}>{designation ?? roles[role].name}</span>
      </span>
      <span className={styles["periods"]}>
        {periods.length === 0 && <span className={styles["soft"]}>{isToday ? "Not yet today" : "Did not come"}</span>}
        {periods.map((period) => (
          <Period key={period.from} period={period} name={first} />
        ))}
      </span>
      <span className={`figures ${styles["hours"]}`}>{periods.length > 0 && showMinutes(minutes)}</span>
      <span className={styles["mark"]}>
        {isToday && isActive && mayMark({ session, id, role }) && (
          <MarkButton id={id} name={name} isPresent={isPresent} isOfMany />
        )}
      </span>
    </li>
  );
}

/** '9:00 AM – 1:00 PM', and who said so where it was somebody else. */
function Period({ period, name }: { period: PeriodWire; name: string }) {
  const { zone } = useBranch();
  const clock = (at: string): string => formatTime({ at: new Date(at), zone });
  const others = [...new Set([period.begunBy, period.endedBy])].filter((by) => by && by !== name);
  return (
    <span>
      <span className="figures">
        {clock(period.from)} – {period.until ? clock(period.until) : "now"}
      </span>
      {others.length > 0 && <span className={styles["soft"]}> by {others.join(", ")}</span>}
    </span>
  );
}
