// /platform (reading.md §1): companies and branches by review status; pending ones oldest first.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { IconBuilding, IconChecks, IconMapPin, IconPlus } from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import { can } from "#domain/access/capabilities.ts";
import { onboardingStates, onboardingStatuses } from "#domain/onboarding/states.ts";
import type { OnboardingStatus } from "#domain/onboarding/states.ts";
import { humanize } from "#domain/text/labels.ts";
import { countQuery } from "#web/api/items.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { FilterChip, FilterChipGroup } from "#web/ui/filters/filter-chip.tsx";
import { Pagination } from "#web/ui/filters/pagination.tsx";
import { SearchField } from "#web/ui/forms/search-field.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { Duration, formatMinutes, RelativeTime } from "#web/ui/data/date-time.tsx";
import { Page } from "#web/ui/page.tsx";
import { useAssignmentTexts } from "#web/features/platform/review/assignment.tsx";
import { useReviewQueueUrlState } from "#web/features/platform/review/review-queue-url-state.ts";
import type { ReviewQueueUrlState } from "#web/features/platform/review/review-queue-url-state.ts";
import {
  branchesQuery,
  companiesQuery,
  firstApprovalsQuery,
  reviewTimesQuery,
} from "#web/features/platform/review/submissions.ts";
import { onboardingStatusIcons, onboardingStatusLabels, getCompanyTypeLabel } from "#web/product/submission/labels.ts";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import { Row, RowLink, RowList } from "#web/ui/data/row-list.tsx";

export function ReviewQueuePage() {
  const [urlState, setUrlState] = useReviewQueueUrlState();
  useLiveCollections("Companies", "Branch", "Onboarding_Reviews", "Review_Assignments");
  const pendingCount = usePendingCounts();
  const canCreate = can(useRequiredSession(), "platform.administer");
  return (
    <Page
      title="Vendors"
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
          {onboardingStatuses.toSorted(comparePendingFirst).map((status) => (
            <FilterChip
              key={status}
              label={onboardingStatusLabels[status]}
              count={status === "draft" ? pendingCount : undefined}
              isChosen={urlState.search === "" && urlState.status === status}
              onPress={() => setUrlState({ status, search: "" })}
            />
          ))}
        </FilterChipGroup>
        <SearchField
          label="Search all companies and branches by name"
          hint="Company or branch"
          search={urlState.search}
          onSearch={(search) => setUrlState({ search })}
        />
      </Group>
      <TimeToAnswer />
      <SubmissionLists urlState={urlState} onChange={setUrlState} />
    </Page>
  );
}

/** Pending submissions come first. */
function comparePendingFirst(one: OnboardingStatus, other: OnboardingStatus): number {
  const order: readonly OnboardingStatus[] = ["draft", "published", "rejected", "archived"];
  return order.indexOf(one) - order.indexOf(other);
}

/** Number of pending submissions, once both counts are loaded. */
function usePendingCounts(): number | undefined {
  const filter = { status: { _eq: "draft" } };
  const { data: companies } = useQuery(countQuery("Companies", filter));
  const { data: branches } = useQuery(countQuery("Branch", filter));
  return companies === undefined || branches === undefined ? undefined : companies + branches;
}

function TimeToAnswer() {
  const { data } = useQuery(reviewTimesQuery);
  if (data?.median_minutes === undefined) return null;
  return (
    <Text c="dimmed">
      {data.median_minutes === null
        ? "No submissions answered in the last 90 days"
        : `Median time to answer: ${formatMinutes(data.median_minutes)} (${data.answers} answered in the last 90 days)`}
    </Text>
  );
}

interface SubmissionListsProps {
  urlState: ReviewQueueUrlState;
  onChange: (next: Partial<ReviewQueueUrlState>) => void;
}

function SubmissionLists({ urlState, onChange }: SubmissionListsProps) {
  const { status, search } = urlState;
  const companies = useQuery({
    ...companiesQuery({ status, search, page: urlState.companies }),
    placeholderData: keepPreviousData,
  });
  const branches = useQuery({
    ...branchesQuery({ status, search, page: urlState.branches }),
    placeholderData: keepPreviousData,
  });
  const { data: times } = useQuery(reviewTimesQuery);
  const findSince = (company: number, branch: number | null): string | undefined =>
    times?.waiting.find((waiting) => waiting.company === company && waiting.branch === branch)?.since;
  const getIds = (rows: readonly { id: number }[] | undefined): number[] => (rows ?? []).map(({ id }) => id);
  const { data: approvedCompanies } = useQuery(
    firstApprovalsQuery({ kind: "company", ids: getIds(companies.data?.data) }),
  );
  const { data: approvedBranches } = useQuery(
    firstApprovalsQuery({ kind: "branch", ids: getIds(branches.data?.data) }),
  );
  const companyAssignments = useAssignmentTexts("company", getIds(companies.data?.data));
  const branchAssignments = useAssignmentTexts("branch", getIds(branches.data?.data));
  const error = companies.error ?? branches.error;
  if (error && !(companies.data && branches.data))
    return <ErrorState error={error} onRetry={() => void Promise.all([companies.refetch(), branches.refetch()])} />;
  if (!companies.data || !branches.data) return <SkeletonRows count={5} />;
  if (companies.data.count + branches.data.count === 0) return <EmptyQueue urlState={urlState} />;
  return (
    <Stack gap="2xl" aria-busy={companies.isPlaceholderData || branches.isPlaceholderData}>
      {companies.data.count > 0 && (
        <SubmissionList
          title="Companies"
          icon={IconBuilding}
          page={urlState.companies}
          count={companies.data.count}
          onOpen={(page) => onChange({ ...urlState, companies: page })}
          rows={companies.data.data.map((company) => ({
            to: `/platform/review?company=${company.id}`,
            name: company.name,
            about: getCompanyTypeLabel(company.company_type),
            since: findSince(company.id, null) ?? company.date_created,
            status: company.status,
            isFirstApproved: approvedCompanies?.has(company.id) ?? false,
            assignment: companyAssignments.get(company.id),
          }))}
        />
      )}
      {branches.data.count > 0 && (
        <SubmissionList
          title="Branches"
          icon={IconMapPin}
          page={urlState.branches}
          count={branches.data.count}
          onOpen={(page) => onChange({ ...urlState, branches: page })}
          rows={branches.data.data.map((branch) => ({
            to: `/platform/review?company=${branch.company.id}&branch=${branch.id}`,
            name: `${branch.name}, ${branch.company.name}`,
            about: [humanize(branch.entity_type), branch.city].filter(Boolean).join(", "),
            since: findSince(branch.company.id, branch.id) ?? branch.date_created,
            status: branch.status,
            isFirstApproved: approvedBranches?.has(branch.id) ?? false,
            assignment: branchAssignments.get(branch.id),
          }))}
        />
      )}
    </Stack>
  );
}

function EmptyQueue({ urlState: { status, search } }: { urlState: ReviewQueueUrlState }) {
  if (search)
    return (
      <EmptyState
        icon={IconChecks}
        title="No matching companies or branches in any status"
        text="Try a shorter part of the name."
      />
    );
  return status === "draft" ? (
    <EmptyState
      icon={IconChecks}
      title="Nothing waiting for review"
      text="New submissions appear here automatically."
    />
  ) : (
    <EmptyState icon={IconChecks} title={`No ${onboardingStatusLabels[status].toLowerCase()} companies or branches`} />
  );
}

interface SubmissionListRow {
  to: string;
  name: string;
  about: string;
  /** When it was submitted last, if it waits; otherwise when it was registered. */
  since: string;
  status: OnboardingStatus;
  /** One of two verifiers has approved it. */
  isFirstApproved: boolean;
  /** Who works on it, such as `assigned to Anita`. */
  assignment: string | undefined;
}

interface SubmissionListProps {
  title: string;
  icon: Icon;
  rows: readonly SubmissionListRow[];
  page: number;
  count: number;
  onOpen: (page: number) => void;
}

function SubmissionList({ title, icon: KindIcon, rows, page, count, onOpen }: SubmissionListProps) {
  return (
    <Stack component="section" gap="sm">
      <Title>
        {title}{" "}
        <Text component="span" c="dimmed" className="figures">
          {count}
        </Text>
      </Title>
      <RowList label={title}>
        {rows.map((row) => (
          <Row
            key={row.to}
            leading={<KindIcon aria-hidden="true" />}
            trailing={
              <StatusBadge
                label={onboardingStatusLabels[row.status]}
                colour={onboardingStates.states[row.status].colour}
                icon={onboardingStatusIcons[row.status]}
              />
            }
          >
            <RowLink to={row.to}>{row.name}</RowLink>
            <Text c="dimmed">
              {row.about},{" "}
              {row.status === "draft" ? (
                <>
                  waiting for <Duration from={row.since} />
                </>
              ) : (
                <RelativeTime at={row.since} />
              )}
              {row.isFirstApproved && ", 1 of 2 accepted"}
              {row.status === "draft" && row.assignment && `, ${row.assignment}`}
            </Text>
          </Row>
        ))}
      </RowList>
      <Pagination
        page={page}
        count={count}
        onPageChange={onOpen}
        order={rows[0]?.status === "draft" ? "oldest" : "newest"}
        isHiddenIfSingle
      />
    </Stack>
  );
}
