// Mailed reports: who gets the report by email, and how often.
import { useQuery } from "@tanstack/react-query";
import { can } from "#domain/access/capabilities.ts";
import { getFirstHeader } from "#domain/reports/columns.ts";
import type { ReportUrlState } from "#domain/reports/report-address.ts";
import { getReport } from "#domain/reports/reports.ts";
import { call } from "#web/api/call.ts";
import { deleteItem, updateItem } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { refreshItems } from "#web/api/query-client.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import {
  formatHour,
  frequencyLabels,
  readersQuery,
  type ReportSchedule,
  scheduleCollection,
  schedulesQuery,
} from "#web/features/reports/schedule-api.ts";
import { ScheduleForm } from "#web/features/reports/schedule-form.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Card } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";

export function ScheduleSheet({ state }: { state: ReportUrlState }) {
  useLiveCollections(scheduleCollection);
  const session = useRequiredSession();
  const { branch } = useBranch();
  const { data, error, refetch } = useQuery(schedulesQuery({ report: state.report, branch: branch.id }));
  const mayManage = can(session, "report.schedule");
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={2} />;
  const shown = data.filter(({ recipients }) => mayManage || recipients.includes(session.user.id));
  return (
    <Stack>
      {shown.map((schedule) => (
        <ScheduleCard key={schedule.id} schedule={schedule} mayManage={mayManage} />
      ))}
      {!mayManage && shown.length === 0 && <Text c="dimmed">You get no emails of this report.</Text>}
      {mayManage && <ScheduleForm state={state} />}
    </Stack>
  );
}

const badges = { active: { label: "Active", colour: "green" }, paused: { label: "Paused", colour: "grey" } } as const;

function ScheduleCard({ schedule, mayManage }: { schedule: ReportSchedule; mayManage: boolean }) {
  const { user } = useRequiredSession();
  const {
    id,
    frequency,
    hour,
    recipients,
    report,
    report_group: group,
    is_across_branches: isAcrossBranches,
  } = schedule;
  const state = schedule.state ?? "paused";
  const when = `${frequencyLabels[frequency]}, at ${formatHour(hour)}`;
  const isActive = state === "active";
  const title = isAcrossBranches ? `${when}, all branches` : when;

  async function run(work: Promise<unknown>, done: string): Promise<void> {
    await work;
    await refreshItems(scheduleCollection);
    showSuccess(done);
  }

  return (
    <Card title={title} actions={<StatusBadge {...badges[state]} />}>
      <Text>By {getFirstHeader({ definition: getReport(report), group: group ?? "" }).toLowerCase()}</Text>
      <RecipientNames recipients={recipients} isAcrossBranches={isAcrossBranches} mayManage={mayManage} />
      <Group>
        {mayManage && (
          <>
            <AsyncButton
              variant="default"
              aria-label={`${isActive ? "Pause" : "Resume"}: ${title}`}
              onPress={() =>
                run(
                  updateItem(scheduleCollection, id, { state: isActive ? "paused" : "active" }),
                  isActive ? "Emails paused" : "Emails resumed",
                )
              }
            >
              {isActive ? "Pause" : "Resume"}
            </AsyncButton>
            <AsyncButton
              variant="default"
              aria-label={`Delete: ${title}`}
              onPress={() => run(deleteItem(scheduleCollection, id), "Emails stopped")}
            >
              Delete
            </AsyncButton>
          </>
        )}
        {recipients.includes(user.id) && (
          <AsyncButton
            variant="default"
            aria-label={`Stop emails to me: ${title}`}
            onPress={() =>
              run(call({ route: "POST /actions/report-schedules/:id/leave", id }), "You get no more emails of it")
            }
          >
            Stop emails to me
          </AsyncButton>
        )}
      </Group>
    </Card>
  );
}

function RecipientNames({
  recipients,
  isAcrossBranches,
  mayManage,
}: {
  recipients: readonly string[];
  isAcrossBranches: boolean;
  mayManage: boolean;
}) {
  const { data: readers = [] } = useQuery({ ...readersQuery({ isAcrossBranches }), enabled: mayManage });
  const names = readers.filter(({ id }) => recipients.includes(id)).map(({ name }) => name);
  const others = recipients.length - names.length;
  if (recipients.length === 0) return <Text c="dimmed">Nobody gets it any more.</Text>;
  if (!mayManage || names.length === 0)
    return <Text>{recipients.length === 1 ? "1 person" : `${recipients.length} people`}</Text>;
  return <Text>To {[...names, ...(others > 0 ? [`${others} who may no longer see it`] : [])].join(", ")}</Text>;
}
