// §1 /platform/companies: all companies with the size of what they do.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { IconBuilding, IconPlus } from "@tabler/icons-react";
import { can } from "#domain/access/capabilities.ts";
import { serviceLabels } from "#domain/branches/services.ts";
import { formatRupees } from "#domain/money.ts";
import { onboardingStates, type OnboardingStatus, onboardingStatuses } from "#domain/onboarding/states.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { CompanyStatus } from "#web/features/platform/companies/company-status.tsx";
import { companiesQuery, type CompanyRow } from "#web/features/platform/companies/companies-api.ts";
import { type CompaniesUrlState, useCompaniesUrlState } from "#web/features/platform/companies/companies-url-state.ts";
import { Page } from "#web/ui/page.tsx";
import { onboardingStatusLabels } from "#web/product/submission/labels.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { DataTable, type DataTableColumn } from "#web/ui/data/data-table.tsx";
import { RowLink } from "#web/ui/data/row-list.tsx";
import { FilterChip, FilterChipGroup } from "#web/ui/filters/filter-chip.tsx";
import { Pagination } from "#web/ui/filters/pagination.tsx";
import { SearchField } from "#web/ui/forms/search-field.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";

export function CompaniesPage() {
  const [urlState, setUrlState] = useCompaniesUrlState();
  useLiveCollections("Companies", "Branch");
  const canCreate = can(useRequiredSession(), "platform.administer");
  return (
    <Page
      title="Companies"
      actions={
        canCreate && (
          <ButtonLink to="/platform/companies/create" leftSection={<IconPlus size={18} aria-hidden="true" />} size="md">
            New company
          </ButtonLink>
        )
      }
    >
      <Group justify="space-between" gap="sm">
        <FilterChipGroup label="Status">
          <FilterChip
            label="All"
            isChosen={urlState.status === undefined || urlState.search !== ""}
            onPress={() => setUrlState({ status: undefined })}
          />
          {onboardingStatuses.map((status) => (
            <FilterChip
              key={status}
              label={onboardingStatusLabels[status]}
              isChosen={urlState.status === status && urlState.search === ""}
              onPress={() => setUrlState({ status, search: "" })}
            />
          ))}
        </FilterChipGroup>
        <SearchField
          label="Search all companies by name, PAN, GSTIN, phone or email"
          hint="Name, PAN, GSTIN, phone"
          search={urlState.search}
          onSearch={(search) => setUrlState({ search })}
        />
      </Group>
      <CompanyList urlState={urlState} onChange={setUrlState} />
    </Page>
  );
}

interface CompanyListProps {
  urlState: CompaniesUrlState;
  onChange: (next: Partial<CompaniesUrlState>) => void;
}

function CompanyList({ urlState, onChange }: CompanyListProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...companiesQuery(urlState),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={6} />;
  if (data.count === 0) return <NoCompanies urlState={urlState} />;
  return (
    <Stack aria-busy={isPlaceholderData}>
      <Text c="dimmed">
        {data.count === 1 ? "1 company" : `${data.count} companies`}. Entries and money are of the last 30 days.
      </Text>
      <DataTable label="Companies" columns={columns} rows={data.companies} getKey={({ id }) => id} />
      <Pagination
        page={urlState.page}
        count={data.count}
        order="other"
        onPageChange={(page) => onChange({ page })}
        isHiddenIfSingle
      />
    </Stack>
  );
}

const columns: readonly DataTableColumn<CompanyRow>[] = [
  {
    header: "Company",
    isRowHeader: true,
    cell: ({ id, name }) => <RowLink to={`/platform/companies/${id}`}>{name}</RowLink>,
  },
  { header: "Status", cell: (company) => <CompanyStatus status={company.status} isSuspended={company.is_suspended} /> },
  {
    header: "Services",
    cell: ({ services }) => services.map((service) => serviceLabels[service]).join(", ") || "–",
  },
  { header: "Branches", align: "end", cell: ({ branches }) => branches },
  { header: "People", align: "end", cell: ({ people }) => people },
  { header: "Entries", align: "end", cell: ({ entries }) => entries.toLocaleString("en-IN") },
  { header: "Net", align: "end", cell: ({ received }) => formatRupees(received) },
];

const emptyTexts: { readonly [status in OnboardingStatus]: string } = {
  draft: "Companies appear here once they have registered.",
  published: "Companies appear here once a verifier has published them.",
  rejected: "Companies whose registration needs a correction appear here.",
  archived: "Companies that the platform has closed appear here.",
};

function NoCompanies({ urlState: { search, status } }: { urlState: CompaniesUrlState }) {
  if (search)
    return (
      <EmptyState
        icon={IconBuilding}
        title="Company not found"
        text="Try a shorter part of its name, PAN, GSTIN, phone number or email."
      />
    );
  const name = status && onboardingStates.states[status].name.toLowerCase();
  return (
    <EmptyState
      icon={IconBuilding}
      title={name ? `No ${name} companies` : "No companies yet"}
      text={status ? emptyTexts[status] : emptyTexts.draft}
    />
  );
}
