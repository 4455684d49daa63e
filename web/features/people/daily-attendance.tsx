// §6 /users/attendance: duty periods of all staff on a day, and who recorded them.
import type { ActionReply } from "#domain/contracts.ts";
import { IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { formatTime } from "#domain/dates.ts";
import { roles } from "#domain/access/roles.ts";
import { call } from "#web/api/call.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { useSelectedDay } from "#web/ui/filters/use-selected-day.tsx";
import { Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { formatMinutes } from "#web/ui/data/date-time.tsx";
import { AttendanceButton } from "#web/features/people/attendance-button.tsx";
import { PeopleMenu } from "#web/features/people/people-menu.tsx";
import { canMarkAttendance } from "#web/features/people/api.ts";
import { Text } from "#web/ui/text.tsx";
import { Row, RowList } from "#web/ui/data/row-list.tsx";
import { Stack } from "#web/ui/layout.tsx";

type AttendancePerson = ActionReply<"GET /actions/people/attendance">[number];

const minuteMs = 60_000;

export function DailyAttendance() {
  useLiveCollections("users");
  const { zone } = useBranch();
  const { day, isToday, picker } = useSelectedDay(zone);
  const { data, error, refetch } = useQuery({
    queryKey: ["items", "users", "attendance", day],
    queryFn: () => call({ route: "GET /actions/people/attendance", query: { day } }),
    // Hours of people on duty increase.
    refetchInterval: isToday ? minuteMs : false,
  });
  return (
    <Page title="Attendance" actions={picker}>
      <PeopleMenu current="attendance" />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <AttendanceTable people={data} isToday={isToday} />
      ) : (
        <SkeletonRows count={6} />
      )}
    </Page>
  );
}

function AttendanceTable({ people, isToday }: { people: readonly AttendancePerson[]; isToday: boolean }) {
  if (people.length === 0)
    return (
      <EmptyState
        icon={IconUsers}
        title="No staff yet"
        text="Staff and managers appear here with their hours on duty."
      />
    );
  const attendedCount = people.filter(({ periods }) => periods.length > 0).length;
  const onDutyCount = people.filter(({ isPresent }) => isPresent).length;
  return (
    <>
      <Text c="dimmed">
        {isToday
          ? `${onDutyCount} of ${people.length} on duty now; ${attendedCount} present today.`
          : `${attendedCount} of ${people.length} were present.`}
      </Text>
      <RowList label="Attendance">
        {people.map((person) => (
          <AttendanceRow key={person.id} person={person} isToday={isToday} />
        ))}
      </RowList>
    </>
  );
}

function AttendanceRow({ person, isToday }: { person: AttendancePerson; isToday: boolean }) {
  const session = useRequiredSession();
  const { id, name, first, role, designation, periods, minutes, isActive, isPresent } = person;
  return (
    <Row
      columns="1fr 1fr 190px"
      trailing={
        <Text component="strong" size="lg" isFigures isNowrap>
          {periods.length > 0 && formatMinutes(minutes)}
        </Text>
      }
    >
      <Stack gap="2xs">
        <Text component="strong" size="lg">
          {name}
        </Text>
        <Text c="dimmed">{designation ?? roles[role].name}</Text>
      </Stack>
      <Stack gap="2xs">
        {periods.length === 0 && <Text c="dimmed">{isToday ? "Not on duty yet" : "Absent"}</Text>}
        {periods.map((period) => (
          <AttendancePeriod key={period.from} period={period} name={first} />
        ))}
      </Stack>
      {isToday && isActive && canMarkAttendance({ session, id, role }) && (
        <AttendanceButton id={id} name={name} isPresent={isPresent} hasPersonName />
      )}
    </Row>
  );
}

/** '9:00 AM – 1:00 PM', and who recorded it if it was another user. */
function AttendancePeriod({ period, name }: { period: AttendancePerson["periods"][number]; name: string }) {
  const { zone } = useBranch();
  const formatClock = (at: string): string => formatTime({ at: new Date(at), zone });
  const recordedBy = [...new Set([period.begunBy, period.endedBy])].filter((by) => by && by !== name);
  return (
    <span>
      <span className="figures">
        {formatClock(period.from)} – {period.until ? formatClock(period.until) : "now"}
      </span>
      {recordedBy.length > 0 && (
        <Text component="span" c="dimmed">
          , marked by {recordedBy.join(", ")}
        </Text>
      )}
    </span>
  );
}
