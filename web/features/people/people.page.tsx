// §2 /users/{menu}: users or approvers, staff or security personnel, employees, and who was on duty when.
import { Button, NativeSelect } from "@mantine/core";
import { IconDownload, IconPlus, IconUpload, IconUsers } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { limits } from "#domain/limits.ts";
import { importedRoles } from "#domain/rules/people-import.ts";
import { kindOfMenu, type PeopleKind, peopleWords, rolesOf, segmentOf } from "#domain/rules/people.ts";
import { mayLookAfter } from "#domain/rules/invitation.ts";
import { roles } from "#domain/roles.ts";
import { useLive } from "#web/items/live.ts";
import { saveCsv } from "#web/items/save-file.ts";
import { useBranch, useKnownSession } from "#web/items/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Chip, Chips } from "#web/ui/chip.tsx";
import { NotFoundPage } from "#web/ui/not-found.page.tsx";
import { Page } from "#web/ui/page.tsx";
import { Pages } from "#web/ui/pages.tsx";
import { SearchField } from "#web/ui/search-field.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { AttendanceDay } from "#web/features/people/attendance-day.tsx";
import { ImportPeople } from "#web/features/people/import-people.tsx";
import { PeopleMenu } from "#web/features/people/people-menu.tsx";
import { PersonRow } from "#web/features/people/person-row.tsx";
import { PersonSheet } from "#web/features/people/person-sheet.tsx";
import { peopleFile, peopleQuery, statusShown } from "#web/features/people/people.ts";
import { type PeopleAddress, shownStatuses, usePeopleAddress } from "#web/features/people/people-address.ts";
import rows from "#web/ui/rows.module.css";
import styles from "#web/features/people/people.module.css";

export function PeoplePage() {
  const { menu = "" } = useParams();
  const kind = kindOfMenu(menu);
  if (menu === "attendance") return <AttendanceDay />;
  return kind ? <People key={kind} kind={kind} /> : <NotFoundPage />;
}

function People({ kind }: { kind: PeopleKind }) {
  useLive("users");
  const { company } = useBranch();
  const [address, setAddress] = usePeopleAddress(kind);
  const imported = importedRoles.find((role) => rolesOf(kind).includes(role));
  const shown = { kind, address, onShow: setAddress };
  if (address.isImport && imported)
    return <ImportPeople role={imported} kind={kind} onClose={() => setAddress({ isImport: false })} />;
  return (
    <Page
      title={peopleWords({ kind, company }).many}
      actions={<Actions {...shown} mayImport={imported !== undefined} />}
    >
      <PeopleMenu shown={kind} />
      <Filters {...shown} />
      <List {...shown} />
    </Page>
  );
}

interface Shown {
  kind: PeopleKind;
  address: PeopleAddress;
  onShow: (next: Partial<PeopleAddress>) => void;
}

function Actions({ kind, address, onShow, mayImport }: Shown & { mayImport: boolean }) {
  const { company, branch, path } = useBranch();
  const session = useKnownSession();
  const words = peopleWords({ kind, company });
  const mayMake = rolesOf(kind).some((role) => mayLookAfter({ who: session, role }));

  async function save(): Promise<void> {
    const text = await peopleFile({ address, kind, branch: branch.id });
    saveCsv({ name: `${words.many} ${branch.name}.csv`, text });
  }

  return (
    <div className={styles["actions"]}>
      <WaitingButton variant="default" leftSection={<IconDownload size={20} aria-hidden="true" />} onPress={save}>
        Export
      </WaitingButton>
      {mayImport && (
        <Button
          variant="default"
          leftSection={<IconUpload size={20} aria-hidden="true" />}
          onClick={() => onShow({ isImport: true })}
        >
          Import
        </Button>
      )}
      {mayMake && (
        <ButtonLink
          to={path(`${segmentOf({ kind, company })}/create`)}
          color="marigold"
          leftSection={<IconPlus size={20} aria-hidden="true" />}
        >
          {`New ${words.one}`}
        </ButtonLink>
      )}
    </div>
  );
}

function Filters({ kind, address, onShow }: Shown) {
  const own = rolesOf(kind);
  return (
    <div className={styles["filters"]}>
      <Chips label="Show">
        <Chip label="All" isChosen={address.status === ""} onPress={() => onShow({ status: "" })} />
        {shownStatuses.map((status) => (
          <Chip
            key={status}
            label={statusShown[status].label}
            isChosen={address.status === status}
            onPress={() => onShow({ status })}
          />
        ))}
        {kind !== "employees" && (
          <Chip
            label="On duty"
            isChosen={address.isPresent}
            onPress={() => onShow({ isPresent: !address.isPresent })}
          />
        )}
      </Chips>
      <div className={styles["narrow"]}>
        {own.length > 1 && (
          <NativeSelect
            aria-label="Role"
            value={address.role}
            data={[
              { value: "", label: "Every role" },
              ...own.map((role) => ({ value: role, label: roles[role].name })),
            ]}
            onChange={(event) => onShow({ role: own.find((role) => role === event.currentTarget.value) ?? "" })}
          />
        )}
        <SearchField
          label="Part of a name, an email, a phone number or an employee ID"
          hint="Name, phone, employee ID"
          search={address.search}
          onSearch={(search) => onShow({ search })}
        />
      </div>
    </div>
  );
}

function List({ kind, address, onShow }: Shown) {
  const { branch } = useBranch();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...peopleQuery({ address, kind, branch: branch.id }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={6} />;
  return (
    <div className={styles["list"]} aria-busy={isPlaceholderData}>
      {data.data.length === 0 ? (
        <Nothing kind={kind} address={address} onShow={onShow} />
      ) : (
        <ul className={rows["rows"]} aria-label="People">
          {data.data.map((person) => (
            <PersonRow key={person.id} person={person} onOpen={() => onShow({ person: person.id })} />
          ))}
        </ul>
      )}
      {data.count > limits.pageSize && (
        <Pages page={address.page} count={data.count} order="other" onOpen={(page) => onShow({ person: "", page })} />
      )}
      {address.person && <PersonSheet id={address.person} kind={kind} onClose={() => onShow({ person: "" })} />}
    </div>
  );
}

function Nothing({ kind, address, onShow }: Shown) {
  const { company, path } = useBranch();
  const session = useKnownSession();
  const words = peopleWords({ kind, company });
  const isNarrowed = address.search || address.status || address.isPresent || address.role;
  if (isNarrowed)
    return (
      <EmptyState icon={IconUsers} title="Nobody fits" text="Try a shorter part of the name, or show all.">
        <Button size="lg" onClick={() => onShow({ search: "", status: "", isPresent: false, role: "" })}>
          Show all
        </Button>
      </EmptyState>
    );
  const mayMake = rolesOf(kind).some((role) => mayLookAfter({ who: session, role }));
  return (
    <EmptyState
      icon={IconUsers}
      title={`No ${words.many.toLowerCase()} yet`}
      text={mayMake ? "Add the first: they get a mail with a link and choose their password themselves." : undefined}
    >
      {mayMake && (
        <ButtonLink size="lg" color="marigold" to={path(`${segmentOf({ kind, company })}/create`)}>
          {`New ${words.one}`}
        </ButtonLink>
      )}
    </EmptyState>
  );
}
