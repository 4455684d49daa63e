// Opening hours of a branch: always open or by weekday, also past midnight (docs/rules/opening-hours.md).
import { Button, TextInput } from "@mantine/core";
import { Select } from "#web/ui/forms/select.tsx";
import { IconCopy, IconPlus, IconX } from "@tabler/icons-react";
import { useState } from "react";
import * as limits from "#domain/limits.ts";
import {
  describeOverlap,
  findOverlap,
  isOpenAt,
  parseOpeningHours,
  findNextOpening,
  weekdays,
  repeatDaily,
  weekdayNames,
} from "#domain/branches/opening-hours.ts";
import type { OpeningPeriod, OpeningHours, Weekday } from "#domain/branches/opening-hours.ts";
import { updateItem } from "#web/api/items.ts";
import { queryClient } from "#web/api/query-client.ts";
import { useNow } from "#web/ui/use-now.ts";
import { useEditedValue } from "#web/product/forms/use-edited-value.tsx";
import { HelpButton } from "#web/product/help-button.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Card } from "#web/ui/page.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { SectionLink } from "#web/features/branches/section-link.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";

type DayKind = "open" | "hours" | "closed";

const fullDay: OpeningPeriod = { from: "00:00", until: "24:00" };
const defaultOpening: OpeningPeriod = { from: "09:00", until: "21:00" };
const defaultWeek = repeatDaily([defaultOpening]);

function getDayKind(openings: readonly OpeningPeriod[]): DayKind {
  if (openings.length === 0) return "closed";
  return openings[0]?.from === "00:00" && openings[0].until === "24:00" ? "open" : "hours";
}

/** `kind` is a `DayKind`, as the select field has it. */
function getDefaultOpenings(kind: string): OpeningPeriod[] {
  return kind === "closed" ? [] : [kind === "open" ? fullDay : defaultOpening];
}

interface OpeningHoursSectionProps {
  branch: number;
  hours: OpeningHours | null;
  /** IANA time zone of the branch. */
  zone: string;
}

export function OpeningHoursSection({ branch, hours, zone }: OpeningHoursSectionProps) {
  const { value: typed, setValue: setTyped, reset, notice } = useEditedValue(hours);
  const [error, setError] = useState<string>();
  const [overlap, setOverlap] = useState<readonly Weekday[]>([]);

  async function save(): Promise<void> {
    if (typed !== null && !parseOpeningHours(typed)) return setError("*Enter a start and end time for each period");
    const overlapping = typed === null ? undefined : findOverlap(typed);
    setOverlap(overlapping ?? []);
    setError(overlapping && describeOverlap(overlapping));
    if (overlapping) return;
    await updateItem("Branch", branch, { opening_hours: typed });
    showSuccess("DATA_UPDATED");
    await queryClient.invalidateQueries();
    reset();
  }

  const edit = (next: OpeningHours | null): void => {
    setError(undefined);
    setOverlap([]);
    setTyped(next);
  };
  const setDay = (day: Weekday, openings: readonly OpeningPeriod[]): void =>
    edit({ ...(typed ?? defaultWeek), [day]: openings });
  return (
    <Card
      title={
        <SectionLink menu="branch" edit="hours">
          Opening hours
        </SectionLink>
      }
      actions={
        <HelpButton title="About opening hours">
          If the end is at or before the start, it falls on the next day: 18:00–02:00 is open past midnight. You can add
          up to {limits.openingsPerDay} periods per day. Vehicles can be checked in and out at any time.
        </HelpButton>
      }
    >
      <Stack>
        <Group>
          <OpenNowBadge hours={hours} zone={zone} />
        </Group>
        <Select
          label="Open"
          value={typed === null ? "always" : "days"}
          data={[
            { value: "always", label: "Open 24×7" },
            { value: "days", label: "Set by weekday" },
          ]}
          onChange={(event) => edit(event.currentTarget.value === "always" ? null : (hours ?? defaultWeek))}
        />
        {typed !== null && (
          <Stack gap="sm">
            {weekdays.map((day) => (
              <DayHours
                key={day}
                day={day}
                openings={typed[day]}
                isOverlapping={overlap.includes(day)}
                onChange={(openings) => setDay(day, openings)}
              />
            ))}
            <Button
              variant="subtle"
              size="md"
              leftSection={<IconCopy size={18} aria-hidden="true" />}
              onClick={() => edit(repeatDaily(typed.mon))}
            >
              Copy Monday to all days
            </Button>
          </Stack>
        )}
        {error && (
          <Text c="red" role="alert">
            {error}
          </Text>
        )}
        {notice}
        <AsyncButton color="ink" size="lg" onPress={save}>
          Save opening hours
        </AsyncButton>
      </Stack>
    </Card>
  );
}

function OpenNowBadge({ hours, zone }: Pick<OpeningHoursSectionProps, "hours" | "zone">) {
  const at = useNow();
  if (isOpenAt({ hours, at, zone })) return <StatusBadge label="Open now" colour="green" />;
  const next = findNextOpening({ hours, at, zone });
  const opensAt = next ? `, opens ${next.isToday ? "today" : weekdayNames[next.day]} at ${next.from}` : "";
  return <StatusBadge label={`Closed now${opensAt}`} colour="grey" />;
}

interface DayHoursProps {
  day: Weekday;
  openings: readonly OpeningPeriod[];
  isOverlapping: boolean;
  onChange: (openings: readonly OpeningPeriod[]) => void;
}

function DayHours({ day, openings, isOverlapping, onChange }: DayHoursProps) {
  const kind = getDayKind(openings);
  const name = weekdayNames[day];
  return (
    <Group align="end" role="group" aria-label={name}>
      <Select
        label={name}
        style={{ flex: "1 1 140px" }}
        value={kind}
        data={[
          { value: "hours", label: "Hours" },
          { value: "open", label: "24 hours" },
          { value: "closed", label: "Closed" },
        ]}
        onChange={(event) => onChange(getDefaultOpenings(event.currentTarget.value))}
      />
      {kind === "hours" && (
        <Stack gap="xs" align="start" style={{ flex: "2 1 280px" }}>
          {openings.map((opening, index) => (
            <OpeningTimes
              // Periods have no id.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              name={name}
              opening={opening}
              isOverlapping={isOverlapping}
              onChange={(next) => onChange(openings.with(index, next))}
              onRemove={openings.length > 1 ? () => onChange(openings.toSpliced(index, 1)) : undefined}
            />
          ))}
          {openings.length < limits.openingsPerDay && (
            <Button
              variant="subtle"
              size="md"
              aria-label={`Add hours for ${name}`}
              leftSection={<IconPlus size={18} aria-hidden="true" />}
              onClick={() => onChange([...openings, { from: "", until: "" }])}
            >
              Add hours
            </Button>
          )}
        </Stack>
      )}
    </Group>
  );
}

interface OpeningTimesProps {
  name: string;
  opening: OpeningPeriod;
  isOverlapping: boolean;
  onChange: (opening: OpeningPeriod) => void;
  onRemove: (() => void) | undefined;
}

/** Two times fit beside each other on the narrowest phone. */
const timeInputStyles = { style: { flex: 1, minWidth: 0 }, styles: { input: { paddingInline: "var(--space-xs)" } } };

function OpeningTimes({ name, opening, isOverlapping, onChange, onRemove }: OpeningTimesProps) {
  return (
    <Group wrap="nowrap" style={{ width: "100%" }}>
      <TextInput
        {...timeInputStyles}
        type="time"
        error={isOverlapping}
        aria-label={`${name}, from`}
        value={opening.from}
        onChange={(event) => onChange({ ...opening, from: event.currentTarget.value })}
      />
      <span aria-hidden="true">–</span>
      <TextInput
        {...timeInputStyles}
        type="time"
        error={isOverlapping}
        aria-label={`${name}, to`}
        value={opening.until === "24:00" ? "00:00" : opening.until}
        onChange={(event) => onChange({ ...opening, until: event.currentTarget.value })}
      />
      {onRemove && <IconButton label={`Remove these hours for ${name}`} icon={IconX} onPress={onRemove} />}
    </Group>
  );
}
