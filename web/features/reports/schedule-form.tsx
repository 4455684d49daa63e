// Mailed reports: form of a new schedule for the report as the page shows it.
import { Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getFirstHeader } from "#domain/reports/columns.ts";
import type { ReportUrlState } from "#domain/reports/report-address.ts";
import { getReport } from "#domain/reports/reports.ts";
import { scheduleFrequencies, type ScheduleFrequency } from "#domain/reports/schedules/due-period.ts";
import { isMailableReport } from "#domain/reports/schedules/mailable-reports.ts";
import { createItem } from "#web/api/items.ts";
import { refreshItems } from "#web/api/query-client.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { formatHour, frequencyLabels, readersQuery, scheduleCollection } from "#web/features/reports/schedule-api.ts";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";

const defaultHour = 7;
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: formatHour(hour) }));

export function ScheduleForm({ state }: { state: ReportUrlState }) {
  const { report, group, isAcrossBranches, filters } = state;
  const definition = getReport(report);
  const { branch } = useBranch();
  const { user } = useRequiredSession();
  const { data: readers, error, refetch } = useQuery(readersQuery({ isAcrossBranches }));
  const [frequency, setFrequency] = useState<ScheduleFrequency>("daily");
  const [hour, setHour] = useState(defaultHour);
  const [chosen, setChosen] = useState<readonly string[]>([user.id]);
  const isOneDay = (definition.period ?? "range") !== "range";
  const frequencies = isOneDay ? (["daily"] as const) : scheduleFrequencies;
  const groupLabel = getFirstHeader({ definition, group });
  if (!isMailableReport({ report, group }))
    return <Notice c="amber">By {groupLabel.toLowerCase()}, this report is not emailed. Choose another group.</Notice>;
  if (error && !readers) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!readers) return <SkeletonRows count={3} />;
  const recipients = chosen.filter((id) => readers.some((reader) => reader.id === id));

  async function submit(): Promise<void> {
    await createItem(scheduleCollection, {
      branch: branch.id,
      report,
      is_across_branches: isAcrossBranches,
      report_group: group || null,
      filters,
      frequency,
      hour,
      recipients,
    });
    await refreshItems(scheduleCollection);
    showSuccess("Emails start with the next one");
  }

  return (
    <Stack>
      <Text c="dimmed">
        Each email has the figures of the {isOneDay ? "day" : "period before"}, by {groupLabel.toLowerCase()}
        {Object.keys(filters).length > 0 ? " and with the filters of this page" : ""}, and a link to this page. It has
        no plates, phone numbers or names of visitors.
      </Text>
      <Select
        label="How often"
        value={frequency}
        data={frequencies.map((value) => ({ value, label: frequencyLabels[value] }))}
        onChange={({ currentTarget: { value } }) =>
          setFrequency(scheduleFrequencies.find((name) => name === value) ?? "daily")
        }
      />
      <Select
        label="Time at the branch"
        value={String(hour)}
        data={hours}
        onChange={({ currentTarget: { value } }) => setHour(Number(value))}
      />
      <Stack component="fieldset" gap="0">
        <legend>
          <strong>Recipients</strong>
        </legend>
        {readers.map(({ id, name, role }) => (
          <Checkbox
            key={id}
            size="md"
            label={`${name}, ${role.toLowerCase()}`}
            checked={recipients.includes(id)}
            onChange={(event) =>
              setChosen(event.currentTarget.checked ? [...recipients, id] : recipients.filter((other) => other !== id))
            }
          />
        ))}
        {readers.length === 0 && <Text c="dimmed">Nobody who may see this report has an email.</Text>}
      </Stack>
      <AsyncButton size="xl" fullWidth color="marigold" disabled={recipients.length === 0} onPress={submit}>
        Start emails
      </AsyncButton>
    </Stack>
  );
}
