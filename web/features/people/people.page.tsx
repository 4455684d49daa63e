// §2 /users/{menu}: users or approvers, staff or security personnel, employees, and attendance.
import { Button } from "@mantine/core";
import { Select } from "#web/ui/forms/select.tsx";
import { IconDownload, IconPlus, IconUpload, IconUsers } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { importedRoles } from "#domain/people/people-import.ts";
import {
  findKindByMenu,
  getKindOfRole,
  type PeopleKind,
  getPeopleLabels,
  getRolesOfKind,
  getPeoplePathSegment,
} from "#domain/people/people.ts";
import { canManageRole } from "#domain/access/manageable-roles.ts";
import { roles } from "#domain/access/roles.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { downloadCsv } from "#web/api/download-file.ts";
import type { Session } from "#web/api/session.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { maySend } from "#web/product/may-send.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { FilterChip, FilterChipGroup } from "#web/ui/filters/filter-chip.tsx";
import { NotFoundPage } from "#web/ui/errors/not-found.page.tsx";
import { Page } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/filters/pagination.tsx";
import { SearchField } from "#web/ui/forms/search-field.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { DailyAttendance } from "#web/features/people/daily-attendance.tsx";
import { ImportPeople } from "#web/features/people/import-people.tsx";
import { PeopleMenu } from "#web/features/people/people-menu.tsx";
import { PersonRow } from "#web/features/people/person-row.tsx";
import { PersonSheet } from "#web/features/people/person-sheet.tsx";
import { exportPeople, getInvitationText, peopleQuery, statusBadges } from "#web/features/people/api.ts";
import { type PeopleUrlState, statusFilters, usePeopleUrlState } from "#web/features/people/people-url-state.ts";
import { Group, Stack } from "#web/ui/layout.tsx";
import { RowList } from "#web/ui/data/row-list.tsx";

export function PeoplePage() {
  const { menu = "" } = useParams();
  const kind = findKindByMenu(menu);
  if (menu === "attendance") return <DailyAttendance />;
  return kind ? <PeopleOfKind key={kind} kind={kind} /> : <NotFoundPage />;
}

function PeopleOfKind({ kind }: { kind: PeopleKind }) {
  useLiveCollections("users");
  const { company } = useBranch();
  const [urlState, setUrlState] = usePeopleUrlState(kind);
  const imported = importedRoles.find((role) => getKindOfRole(role) === kind);
  const viewProps = { kind, urlState, onShow: setUrlState };
  if (urlState.isImportOpen && imported)
    return <ImportPeople role={imported} kind={kind} onClose={() => setUrlState({ isImportOpen: false })} />;
  return (
    <Page
      title={getPeopleLabels({ kind, company }).many}
      actions={<PeopleActions {...viewProps} mayImport={imported !== undefined} />}
    >
      <PeopleMenu current={kind} />
      <PeopleFilters {...viewProps} />
      <PeopleList {...viewProps} />
    </Page>
  );
}

const canCreatePeople = ({ session, kind }: { session: Session; kind: PeopleKind }): boolean =>
  maySend({ session, write: "users" }) && getRolesOfKind(kind).some((role) => canManageRole({ actor: session, role }));

interface PeopleViewProps {
  kind: PeopleKind;
  urlState: PeopleUrlState;
  onShow: (next: Partial<PeopleUrlState>) => void;
}

function PeopleActions({ kind, urlState, onShow, mayImport }: PeopleViewProps & { mayImport: boolean }) {
  const { company, branch, path } = useBranch();
  const session = useRequiredSession();
  const labels = getPeopleLabels({ kind, company });
  const canCreate = canCreatePeople({ session, kind });

  async function exportList(): Promise<void> {
    const text = await exportPeople({ urlState: urlState, kind, branch: branch.id });
    downloadCsv({ name: `${labels.many} ${branch.name}.csv`, text });
  }

  return (
    <Group>
      <AsyncButton variant="default" leftSection={<IconDownload size={20} aria-hidden="true" />} onPress={exportList}>
        Export
      </AsyncButton>
      {mayImport && maySend({ session, write: "users" }) && (
        <Button
          variant="default"
          leftSection={<IconUpload size={20} aria-hidden="true" />}
          onClick={() => onShow({ isImportOpen: true })}
        >
          Import
        </Button>
      )}
      {canCreate && (
        <ButtonLink
          to={path(`${getPeoplePathSegment({ kind, company })}/create`)}
          color="marigold"
          leftSection={<IconPlus size={20} aria-hidden="true" />}
        >
          {`New ${labels.one}`}
        </ButtonLink>
      )}
    </Group>
  );
}

function PeopleFilters({ kind, urlState, onShow }: PeopleViewProps) {
  const kindRoles = getRolesOfKind(kind);
  return (
    <Group justify="space-between" gap="sm">
      <FilterChipGroup label="Status">
        <FilterChip label="All" isChosen={urlState.status === ""} onPress={() => onShow({ status: "" })} />
        {statusFilters.map((status) => (
          <FilterChip
            key={status}
            label={statusBadges[status].label}
            isChosen={urlState.status === status}
            onPress={() => onShow({ status })}
          />
        ))}
        {kind !== "employees" && (
          <FilterChip
            label="On duty"
            isChosen={urlState.isPresent}
            onPress={() => onShow({ isPresent: !urlState.isPresent })}
          />
        )}
      </FilterChipGroup>
      <Group justify="end" style={{ flex: "1 1 300px" }}>
        {kindRoles.length > 1 && (
          <Select
            aria-label="Role"
            value={urlState.role}
            data={[
              { value: "", label: "All roles" },
              ...kindRoles.map((role) => ({ value: role, label: roles[role].name })),
            ]}
            onChange={(event) => onShow({ role: kindRoles.find((name) => name === event.currentTarget.value) ?? "" })}
          />
        )}
        <SearchField
          label="Search by name, email, phone or employee ID"
          hint="Name, phone, employee ID"
          search={urlState.search}
          onSearch={(search) => onShow({ search })}
        />
      </Group>
    </Group>
  );
}

function PeopleList({ kind, urlState, onShow }: PeopleViewProps) {
  const { branch } = useBranch();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...peopleQuery({ urlState: urlState, kind, branch: branch.id }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={6} />;
  return (
    <Stack aria-busy={isPlaceholderData}>
      {data.count === 0 ? (
        <EmptyPeople kind={kind} urlState={urlState} onShow={onShow} />
      ) : (
        <RowList label="People">
          {data.data.map((person) => (
            <PersonRow key={person.id} person={person} onOpen={() => onShow({ person: person.id })} />
          ))}
        </RowList>
      )}
      <Pagination
        page={urlState.page}
        count={data.count}
        order="other"
        onPageChange={(page) => onShow({ person: "", page })}
        isHiddenIfSingle
      />
      {urlState.person && <PersonSheet id={urlState.person} kind={kind} onClose={() => onShow({ person: "" })} />}
    </Stack>
  );
}

function EmptyPeople({ kind, urlState, onShow }: PeopleViewProps) {
  const { company, path } = useBranch();
  const session = useRequiredSession();
  const labels = getPeopleLabels({ kind, company });
  const isFiltered = urlState.search || urlState.status || urlState.isPresent || urlState.role;
  if (isFiltered)
    return (
      <EmptyState icon={IconUsers} title="No matching people" text="Try a shorter name, or show all.">
        <Button size="lg" onClick={() => onShow({ search: "", status: "", isPresent: false, role: "" })}>
          Show all
        </Button>
      </EmptyState>
    );
  const canCreate = canCreatePeople({ session, kind });
  return (
    <EmptyState
      icon={IconUsers}
      title={`No ${labels.many.toLowerCase()} yet`}
      text={canCreate ? `Add the first person. ${getInvitationText(kind)}` : undefined}
    >
      {canCreate && (
        <ButtonLink size="lg" to={path(`${getPeoplePathSegment({ kind, company })}/create`)}>
          {`New ${labels.one}`}
        </ButtonLink>
      )}
    </EmptyState>
  );
}
