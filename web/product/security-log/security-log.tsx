// Security log of a company or the platform, with filters kept in the URL and a CSV export.
import { Button, TextInput } from "@mantine/core";
import { Select } from "#web/ui/forms/select.tsx";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { IconDownload, IconShieldCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { isSecurityEventKind, securityEventKinds, securityEvents } from "#domain/security/events.ts";
import { downloadCsv } from "#web/api/download-file.ts";
import { Pagination } from "#web/ui/filters/pagination.tsx";
import { SearchField } from "#web/ui/forms/search-field.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import {
  isFiltered,
  parseSecurityLogUrlState,
  type SecurityLogUrlState,
  type UpdateSecurityLogUrlState,
  serializeSecurityLogUrlState,
} from "#web/product/security-log/url-state.ts";
import { EventSheet } from "#web/product/security-log/event-sheet.tsx";
import {
  describeActor,
  securityEventsQuery,
  type SecurityEvent,
  exportSecurityEvents,
  severityBadges,
} from "#web/product/security-log/events.ts";
import { useUrlParameters } from "#web/ui/filters/use-url-parameters.ts";
import { Grid, Group, Stack } from "#web/ui/layout.tsx";
import { Row, RowButton, RowList } from "#web/ui/data/row-list.tsx";
import { Text } from "#web/ui/text.tsx";

/** URL state of the log. A change of filters resets the page and closes the open event. */
export function useSecurityLogUrlState(): [SecurityLogUrlState, UpdateSecurityLogUrlState] {
  const [parameters, setParameters] = useUrlParameters();
  const urlState = parseSecurityLogUrlState(parameters);
  return [
    urlState,
    (next) =>
      setParameters(
        (current) =>
          serializeSecurityLogUrlState({ ...parseSecurityLogUrlState(current), page: 1, event: null, ...next }),
        {
          preventScrollReset: true,
        },
      ),
  ];
}

interface SecurityLogViewProps {
  address: SecurityLogUrlState;
  /** Time zone of the branch; default: the platform's. */
  zone?: string | undefined;
  onShow: UpdateSecurityLogUrlState;
  /** Shows the company of each event. */
  hasCompanies?: boolean;
}

export function ExportEventsButton({
  address,
  zone,
  name,
}: Pick<SecurityLogViewProps, "address" | "zone"> & { name: string }): ReactNode {
  return (
    <AsyncButton
      variant="default"
      size="md"
      leftSection={<IconDownload size={20} aria-hidden="true" />}
      onPress={async () =>
        downloadCsv({ name: `${name}.csv`, text: await exportSecurityEvents({ urlState: address, zone }) })
      }
    >
      Export
    </AsyncButton>
  );
}

export function SecurityLogView({ address, zone, onShow, hasCompanies = false }: SecurityLogViewProps) {
  return (
    <Stack>
      <Filters address={address} onShow={onShow} />
      <Events address={address} zone={zone} onShow={onShow} hasCompanies={hasCompanies} />
    </Stack>
  );
}

const sortedEventKinds = securityEventKinds.toSorted((one, other) =>
  securityEvents[one].label.localeCompare(securityEvents[other].label, "en"),
);
const eventOptions = [
  { value: "", label: "All events" },
  ...sortedEventKinds.map((kind) => ({ value: kind, label: securityEvents[kind].label })),
];

function Filters({ address, onShow }: Pick<SecurityLogViewProps, "address" | "onShow">) {
  return (
    <Grid minColumnWidth={150} gap="sm" role="group" aria-label="Filters">
      <Select
        label="Event"
        value={address.kind}
        data={eventOptions}
        onChange={({ currentTarget: { value } }) => onShow({ kind: isSecurityEventKind(value) ? value : "" })}
      />
      <TextInput
        type="date"
        label="From"
        value={address.from}
        max={address.to || undefined}
        onChange={(event) => onShow({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="To"
        value={address.to}
        min={address.from || undefined}
        onChange={(event) => onShow({ to: event.currentTarget.value })}
      />
      <Group gap="sm" style={{ gridColumn: "1 / -1" }}>
        <SearchField
          label="Search by person, account, token or record"
          hint="Person or account"
          search={address.person}
          onSearch={(person) => onShow({ person })}
        />
        <SearchField
          label="Search by IP address"
          hint="IP address"
          search={address.ip}
          onSearch={(ip) => onShow({ ip })}
        />
      </Group>
    </Grid>
  );
}

const clearedFilters: Partial<SecurityLogUrlState> = { kind: "", person: "", ip: "", from: "", to: "" };

function Events({ address, zone, onShow, hasCompanies = false }: SecurityLogViewProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...securityEventsQuery({ urlState: address, zone }),
    placeholderData: keepPreviousData,
    // Security events have no live updates.
    staleTime: 0,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={6} />;
  if (data.count === 0) return <EmptySecurityLog address={address} onShow={onShow} />;
  const opened = data.data.find(({ id }) => id === address.event);
  return (
    <Stack aria-busy={isPlaceholderData}>
      <RowList label="Events">
        {data.data.map((event) => (
          <EventRow
            key={event.id}
            event={event}
            zone={zone}
            hasCompany={hasCompanies}
            onOpen={() => onShow({ page: address.page, event: event.id })}
          />
        ))}
      </RowList>
      <Pagination page={address.page} count={data.count} onPageChange={(page) => onShow({ page })} />
      {opened && (
        <EventSheet event={opened} zone={zone} onShow={onShow} onClose={() => onShow({ page: address.page })} />
      )}
    </Stack>
  );
}

function EmptySecurityLog({ address, onShow }: Pick<SecurityLogViewProps, "address" | "onShow">) {
  if (!isFiltered(address))
    return (
      <EmptyState
        icon={IconShieldCheck}
        title="No security events yet"
        text="Failed logins, denied access, exports and account changes appear here."
      />
    );
  return (
    <EmptyState
      icon={IconShieldCheck}
      title="No events found"
      text="No events match these filters, or they were deleted after the retention period."
    >
      <Button variant="default" size="md" onClick={() => onShow(clearedFilters)}>
        Show all events
      </Button>
    </EmptyState>
  );
}

interface EventRowProps {
  event: SecurityEvent;
  zone?: string | undefined;
  hasCompany: boolean;
  onOpen: () => void;
}

function EventRow({ event, zone, hasCompany, onOpen }: EventRowProps) {
  const { kind, count, ip, last_at: lastAt, company } = event;
  const { label, severity } = securityEvents[kind];
  const source = [describeActor(event), ip, hasCompany && company?.name].filter(Boolean).join(" · ");
  return (
    <Row columns="1fr 1fr 170px" trailing={<StatusBadge {...severityBadges[severity]} />}>
      <RowButton onPress={onOpen}>
        {label}
        {count > 1 && (
          <Text component="span" c="dimmed" isFigures isNowrap>
            {" "}
            ×{count}
          </Text>
        )}
      </RowButton>
      <Text c="dimmed">{source}</Text>
      <Text c="dimmed" size="sm">
        <DateTime at={lastAt} zone={zone} />
      </Text>
    </Row>
  );
}
