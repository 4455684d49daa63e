// What a report covers: report, period, branches, group, comparison and filters. Each choice is part of the address.
import { getKeys } from "#domain/object-keys.ts";
import { Button, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { can } from "#domain/access/capabilities.ts";
import { serviceLabels, serviceNames } from "#domain/branches/services.ts";
import { stayClasses } from "#domain/reports/operations/stay-lengths.ts";
import { formatCell } from "#domain/reports/format-cell.ts";
import { comparisons, isValidRange } from "#domain/reports/report-period.ts";
import { findPreset, getPresetLabel, getPresetRange, getReportPresets } from "#domain/reports/report-presets.ts";
import type { ReportDefinition, ReportFilter } from "#domain/reports/report.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import type { ReportUrlState } from "#domain/reports/report-address.ts";
import { FilterChip, FilterChipGroup } from "#web/ui/filters/filter-chip.tsx";
import { SearchField } from "#web/ui/forms/search-field.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { Disclosure } from "#web/ui/data/disclosure.tsx";
import { Grid, Group, Stack } from "#web/ui/layout.tsx";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import styles from "#web/features/reports/reports.module.css";

interface ReportControlsProps {
  definition: ReportDefinition;
  state: ReportUrlState;
  /** 'YYYY-MM-DD' at the branch. */
  today: string;
  onChange: (next: Partial<ReportUrlState>) => void;
}

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
const comparisonLabels = { previous: "The period before", weekdays: "The same weekdays before" } as const;

/** On a phone one line, which opens them: they would fill the first screen. */
export function ReportControls(props: ReportControlsProps) {
  const className = styles["controls"];
  const fields = <ControlFields {...props} />;
  const isPhone = useIsPhone();
  return (
    <>
      <ReferenceSearch {...props} />
      {isPhone ? (
        <Disclosure label={describeChoices(props)} className={className}>
          {fields}
        </Disclosure>
      ) : (
        <div className={className}>{fields}</div>
      )}
    </>
  );
}

/** The period, and how many filters are set, such as "Last 7 days · All branches · 2 filters". */
function describeChoices({ state: { range, isAcrossBranches, filters, compare }, today }: ReportControlsProps): string {
  const preset = findPreset({ range, today });
  const [from, to] = [range.from, range.to].map((value) => formatCell({ value, type: "date" }));
  const count = Object.keys(filters).length;
  return [
    preset ? getPresetLabel(preset) : from === to ? from : `${from} to ${to}`,
    isAcrossBranches && "All branches",
    compare && "compared",
    count === 0 ? "Filters" : count === 1 ? "1 filter" : `${count} filters`,
  ]
    .filter(Boolean)
    .join(" · ");
}

function ControlFields(props: ReportControlsProps) {
  const { definition, state, onChange } = props;
  const groups = Object.entries(definition.groups ?? {});
  const mayReadAll = can(useRequiredSession(), "branch.switch") && definition.isAcrossBranches === true;
  return (
    <Stack gap="sm">
      <PeriodField {...props} />
      <Grid minColumnWidth={180} gap="sm" fill role="group" aria-label="Options of the report">
        {mayReadAll && (
          <Select
            label="Branches"
            value={state.isAcrossBranches ? "all" : "own"}
            data={[
              { value: "own", label: "This branch" },
              { value: "all", label: "All branches" },
            ]}
            onChange={({ currentTarget: { value } }) => onChange({ isAcrossBranches: value === "all" })}
          />
        )}
        {groups.length > 1 && (
          <Select
            label="Group by"
            value={state.group || groups[0]![0]}
            data={groups.map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget: { value } }) => onChange({ group: value })}
          />
        )}
        <Select
          label="Compare with"
          value={state.compare}
          data={[
            { value: "", label: "Nothing" },
            ...comparisons.map((value) => ({ value, label: comparisonLabels[value] })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange({ compare: comparisons.find((comparison) => comparison === value) ?? "" })
          }
        />
        <Filters {...props} />
      </Grid>
      <AppliedFilters {...props} />
    </Stack>
  );
}

function PeriodField({ definition, state: { range }, today, onChange }: ReportControlsProps) {
  const { period = "range" } = definition;
  const isOneDay = period !== "range";
  const current = findPreset({ range, today });
  const setDay = (part: "from" | "to", value: string): void => {
    const next = isOneDay ? { from: value, to: value } : { ...range, [part]: value };
    // The other end follows where the range would be empty or too long.
    if (value !== "") onChange({ range: isValidRange(next) ? next : { from: value, to: value } });
  };
  return (
    <Group gap="sm" justify="space-between" align="end">
      <FilterChipGroup label="Period">
        {getReportPresets(period).offered.map((preset) => (
          <FilterChip
            key={preset}
            label={getPresetLabel(preset)}
            isChosen={preset === current}
            onPress={() => onChange({ range: getPresetRange({ preset, today }) })}
          />
        ))}
      </FilterChipGroup>
      <Group gap="sm">
        <TextInput
          type="date"
          required
          withAsterisk={false}
          label={isOneDay ? "Day" : "From"}
          value={range.from}
          onChange={(event) => setDay("from", event.currentTarget.value)}
        />
        {!isOneDay && (
          <TextInput
            type="date"
            required
            withAsterisk={false}
            label="To"
            value={range.to}
            onChange={(event) => setDay("to", event.currentTarget.value)}
          />
        )}
      </Group>
    </Group>
  );
}

/** Filters that are chosen from a list; the others are set by links of other reports. */
function Filters({ definition, state, onChange }: ReportControlsProps) {
  const { branch } = useRequiredSession();
  const { filters = [], kinds = {}, isKindChosen = false } = definition;
  const { data: types = [] } = useQuery({
    ...itemsQuery("Vehicle_Type", { sort: ["sort", "id"] }),
    enabled: filters.includes("vehicle_type"),
  });
  const set = (filter: ReportFilter, value: string): void => {
    const { [filter]: _, ...others } = state.filters;
    onChange({ filters: value === "" ? others : { ...others, [filter]: value } });
  };
  const services = serviceNames.filter((name) => name !== "is_pre_booking" && branch?.[name]);
  const lists: {
    filter: ReportFilter;
    label: string;
    all: string | undefined;
    options: { value: string; label: string }[];
  }[] = [
    {
      filter: "service",
      label: "Service",
      all: "All services",
      options: services.map((value) => ({ value, label: serviceLabels[value] })),
    },
    {
      filter: "vehicle_type",
      label: "Vehicle type",
      all: "All vehicle types",
      options: types.map(({ id, name }) => ({ value: String(id), label: name ?? String(id) })),
    },
    {
      filter: "kind",
      label: "Kind",
      all: isKindChosen ? undefined : "All kinds",
      options: getKeys(kinds).map((value) => ({ value, label: kinds[value]! })),
    },
    {
      filter: "hour",
      label: "Hour",
      all: "All hours",
      options: Array.from({ length: 24 }, (_, hour) => ({
        value: String(hour),
        label: formatCell({ value: hour, type: "hour" }),
      })),
    },
    {
      filter: "weekday",
      label: "Weekday",
      all: "All weekdays",
      options: weekdays.map((weekday) => ({
        value: String(weekday),
        label: formatCell({ value: weekday, type: "weekday" }),
      })),
    },
    {
      filter: "length",
      label: "Length of stay",
      all: "All lengths",
      options: stayClasses.map((label, index) => ({ value: String(index), label })),
    },
  ];
  return lists
    .filter(({ filter, options }) => filters.includes(filter) && options.length > 1)
    .map(({ filter, label, all, options }) => (
      <Select
        key={filter}
        label={label}
        value={state.filters[filter] ?? (all === undefined ? options[0]!.value : "")}
        data={all === undefined ? options : [{ value: "", label: all }, ...options]}
        onChange={({ currentTarget: { value } }) => set(filter, value)}
      />
    ));
}

function ReferenceSearch({ definition, state, onChange }: ReportControlsProps) {
  if (!definition.filters?.includes("reference")) return null;
  const { reference = "", ...others } = state.filters;
  return (
    <div className={styles["screenOnly"]}>
      <SearchField
        label="Search by reference"
        hint="Reference, such as a UTR"
        search={reference}
        onSearch={(search) => onChange({ filters: search.trim() === "" ? others : { ...others, reference: search } })}
      />
    </div>
  );
}

const linkedFilters = {
  person: "One person only",
  offer: "One offer only",
  channel: "One payment channel only",
  shift: "One shift only",
  tariff: "One tariff version only",
  block: "One block only",
  slot: "One slot only",
  at_branch: "One branch only",
} as const;

function AppliedFilters({ state, onChange }: ReportControlsProps) {
  const applied = getKeys(linkedFilters).filter((filter) => state.filters[filter] !== undefined);
  if (applied.length === 0) return null;
  return (
    <Group>
      {applied.map((filter) => (
        <Button
          key={filter}
          variant="default"
          rightSection={<IconX size={18} aria-hidden="true" />}
          onClick={() => {
            const { [filter]: _, ...others } = state.filters;
            onChange({ filters: others });
          }}
        >
          {linkedFilters[filter]}
          <span className="visually-hidden">, remove this filter</span>
        </Button>
      ))}
    </Group>
  );
}
