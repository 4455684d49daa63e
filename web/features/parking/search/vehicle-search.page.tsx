// §2 /vehicle-search: searches all entries of the branch by plate, phone, dates and status.
import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { IconDownload, IconSearchOff } from "@tabler/icons-react";
import { useSearchParams } from "react-router";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import { text } from "#domain/schema/fields.ts";
import * as limits from "#domain/limits.ts";
import { entryFields } from "#web/api/entry.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { ticketFields, type Ticket } from "#web/api/ticket.ts";
import { useBranch } from "#web/api/use-session.ts";
import { useNow } from "#web/ui/use-now.ts";
import { exportEntries, maxExportedEntries } from "#web/features/parking/search/export-entries.ts";
import { Text } from "#web/ui/text.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { downloadCsv } from "#web/api/download-file.ts";
import { t } from "#web/languages/t.ts";
import { EntryList } from "#web/product/entry-list.tsx";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { Grid, Group, Stack } from "#web/ui/layout.tsx";
import { Card, Page } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/filters/pagination.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { RowList } from "#web/ui/data/row-list.tsx";
import { TicketSearchResults } from "#web/product/shell/ticket-search-results.tsx";
import { DayField } from "#web/product/forms/day-field.tsx";
import {
  parseVehicleSearchUrlState,
  toTicketSearchFilter,
  toVehicleSearchFilter,
  statusFilters,
  serializeVehicleSearchUrlState,
} from "#web/features/parking/search/vehicle-search-url-state.ts";
import type { VehicleSearchUrlState } from "#web/features/parking/search/vehicle-search-url-state.ts";

const fields = {
  // Fewer characters match too many plates.
  plate: text({
    label: "Vehicle number",
    min: 3,
    max: 15,
    minMessage: "*Enter at least 3 characters of the vehicle number",
  }),
  // The first digits are enough.
  phone: { ...ParkingMainInformation.fields.phone_no, pattern: /^\d{0,10}$/, min: 0 },
  from: text({ label: "From" }),
  to: text({ label: "To" }),
  state: text({ label: "Status", values: statusFilters }),
};

const listFields = [...entryFields, "voided_by.first_name"] as const;

const statusLabels: { [state in (typeof statusFilters)[number]]: string } = {
  in: "In",
  out: "Out",
  pending: "Pending",
  cancelled: "Cancelled",
  voided: "Voided",
};

const clearedSearch: VehicleSearchUrlState = { plate: "", phone: "", from: "", to: "", state: "", page: 1 };

export function VehicleSearchPage() {
  const [parameters, setParameters] = useSearchParams();
  const search = parseVehicleSearchUrlState(parameters);
  const { page: _, ...filled } = search;
  const found = useFoundTickets(search);
  useLiveCollections("Parking_Information");
  const show = (next: VehicleSearchUrlState) =>
    setParameters(serializeVehicleSearchUrlState(next), { preventScrollReset: true });

  function submit(values: { [name: string]: string | boolean | null }): void {
    const typed = Object.entries(values).map(([name, value]) => [name, String(value ?? "")] as const);
    show(parseVehicleSearchUrlState(new URLSearchParams(Object.fromEntries(typed))));
  }

  return (
    <Page title="Vehicle search">
      <Card>
        {/* Remounted when the URL changes, so that the back button restores the fields too. */}
        <Form key={JSON.stringify(filled)} fields={fields} initial={filled} onSubmit={submit}>
          <Grid minColumnWidth={150} gap="sm" align="end">
            <FormField name="plate" placeholder="AB12" />
            <FormField name="phone" placeholder="98400" />
            <DayField name="from" />
            <DayField name="to" />
            <FormField
              name="state"
              placeholder="Any status"
              options={statusFilters.map((value) => ({ value, label: statusLabels[value] }))}
            />
            <SubmitButton size="lg" isReading>
              Search
            </SubmitButton>
          </Grid>
        </Form>
      </Card>
      <FoundTickets {...found} search={search} onShow={show} />
      <VehicleSearchResults search={search} hasTickets={found.tickets.length > 0} onShow={show} />
    </Page>
  );
}

interface TicketPage {
  tickets: readonly Ticket[];
  isMore: boolean;
}

/**
 * Valet tickets of the search, newest first. A branch without parking has nothing else: it lists them page by page, also
 * before anything is typed.
 */
function useFoundTickets(search: VehicleSearchUrlState): TicketPage {
  const { branch, zone } = useBranch();
  useLiveCollections("Valet_and_Parking_Information");
  const filter = toTicketSearchFilter({ search, branch: branch.id, zone });
  const isSearched = !branch.is_parking || search.plate !== "" || search.phone !== "";
  const { data = [] } = useQuery({
    ...itemsQuery("Valet_and_Parking_Information", {
      filter: filter ?? {},
      fields: ticketFields,
      sort: ["-id"],
      limit: limits.pageSize + 1,
      offset: branch.is_parking ? 0 : (search.page - 1) * limits.pageSize,
    }),
    enabled: branch.is_valet_and_parking && isSearched && filter !== undefined,
    placeholderData: keepPreviousData,
  });
  const rows = isSearched && filter !== undefined ? data : [];
  return { tickets: rows.slice(0, limits.pageSize), isMore: rows.length > limits.pageSize };
}

interface VehicleSearchProps {
  search: VehicleSearchUrlState;
  onShow: (next: VehicleSearchUrlState) => void;
}

/** Above the entries. */
function FoundTickets({ tickets, isMore, search, onShow }: TicketPage & VehicleSearchProps) {
  const { branch } = useBranch();
  if (tickets.length === 0) return null;
  return (
    <Stack>
      <Card title="Valet tickets">
        <RowList isFramed={false}>
          <TicketSearchResults tickets={tickets} />
        </RowList>
      </Card>
      {!branch.is_parking && (
        <Pagination
          page={search.page}
          count={(search.page - 1) * limits.pageSize + tickets.length}
          isMore={isMore}
          onPageChange={(page) => onShow({ ...search, page })}
        />
      )}
    </Stack>
  );
}

function VehicleSearchResults({
  search,
  hasTickets,
  onShow,
}: VehicleSearchProps & {
  /** Valet tickets are found, so that no entries are not an empty result. */
  hasTickets: boolean;
}) {
  const { branch, zone } = useBranch();
  const now = useNow();
  const filter = toVehicleSearchFilter({ search, branch: branch.id, zone });
  const { data, error, refetch, isPlaceholderData } = useQuery({
    // Reads one row more than shown to detect a next page: counting all rows is slower than this query.
    ...itemsQuery("Parking_Information", {
      filter,
      fields: listFields,
      sort: ["-id"],
      limit: limits.pageSize + 1,
      offset: (search.page - 1) * limits.pageSize,
    }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={6} />;
  if (data.length === 0)
    return hasTickets ? null : (
      <EmptyState
        icon={IconSearchOff}
        title="No matching entries"
        text="Try a shorter vehicle number or a longer period."
      >
        <Button size="lg" onClick={() => onShow(clearedSearch)}>
          Clear search
        </Button>
      </EmptyState>
    );
  return (
    <Stack aria-busy={isPlaceholderData}>
      <Group>
        <AsyncButton
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden="true" />}
          onPress={async () =>
            downloadCsv({ name: `Entries ${branch.name}.csv`, text: await exportEntries({ filter, zone }) })
          }
        >
          {t("Download CSV")}
        </AsyncButton>
        <Text c="dimmed">
          {t("All entries found, up to the newest {count}", { count: maxExportedEntries.toLocaleString("en-IN") })}
        </Text>
      </Group>
      <EntryList entries={data.slice(0, limits.pageSize)} now={now} />
      <Pagination
        page={search.page}
        count={(search.page - 1) * limits.pageSize + data.length}
        isMore={data.length > limits.pageSize}
        onPageChange={(page) => onShow({ ...search, page })}
      />
    </Stack>
  );
}
