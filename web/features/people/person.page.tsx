// §2 /{approver|users}/create|edit, /{staff|security-personal}/create|edit, /employee/create|edit: creates or edits a person.
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import {
  findKindByMenu,
  getKindOfRole,
  getPeopleMenu,
  type PeopleKind,
  getPeopleLabels,
} from "#domain/people/people.ts";
import { findRole } from "#domain/access/roles.ts";
import { ApiError } from "#web/api/api-error.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { AccessDenied } from "#web/product/access-denied.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Card, Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { IconUserSearch } from "@tabler/icons-react";
import {
  updatePerson,
  createPerson,
  canEditPerson,
  getFullName,
  getInvitationText,
  personQuery,
} from "#web/features/people/api.ts";
import { getChangedValues, PersonForm } from "#web/features/people/person-form.tsx";
import { Text } from "#web/ui/text.tsx";

export function PersonPage() {
  const { pathname } = useLocation();
  const [, , , segment = "", verb] = pathname.split("/");
  const kind = findKindByMenu(segment) ?? "staff";
  return verb === "edit" ? <EditPerson kind={kind} /> : <CreatePerson kind={kind} />;
}

function CreatePerson({ kind }: { kind: PeopleKind }) {
  const { company, path } = useBranch();
  const navigate = useNavigate();
  return (
    <Page title={`New ${getPeopleLabels({ kind, company }).one}`} width="form">
      <Card gap="lg">
        <Text c="dimmed">{getInvitationText(kind)}</Text>
        <PersonForm
          kind={kind}
          onSubmit={async (values) => {
            const id = await createPerson(values);
            showSuccess("INVITATION_SENT");
            await navigate(path(`users/${getPeopleMenu({ kind, company })}?person=${id}`));
          }}
        />
      </Card>
    </Page>
  );
}

function EditPerson({ kind }: { kind: PeopleKind }) {
  const { company, path } = useBranch();
  const session = useRequiredSession();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const id = search.get("id") ?? "";
  const listPath = path(`users/${getPeopleMenu({ kind, company })}`);
  const { data: person, error, refetch } = useQuery({ ...personQuery(id), enabled: id !== "", staleTime: Infinity });
  const { one } = getPeopleLabels({ kind, company });
  if (!id) return <NoPersonSelected list={listPath} title={`Edit ${one}`} />;
  if (error)
    return (
      <Page title={`Edit ${one}`}>
        {error instanceof ApiError && error.code === "FORBIDDEN" ? (
          <NoPersonSelected list={listPath} title={undefined} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    );
  if (!person)
    return (
      <Page title={`Edit ${one}`}>
        <SkeletonRows count={5} />
      </Page>
    );
  if (!canEditPerson({ session, person }) || getKindOfRole(findRole(person.role)) === undefined)
    return <AccessDenied />;
  return (
    <Page title={getFullName(person)} width="form">
      <Card>
        <PersonForm
          kind={kind}
          person={person}
          onSubmit={async (values) => {
            const changes = getChangedValues({ person, values });
            if (Object.keys(changes).length === 0) throw new ApiError({ code: "NO_CHANGES", status: 400 });
            await updatePerson(person.id, changes);
            showSuccess("DATA_UPDATED");
            await navigate(`${listPath}?person=${person.id}`);
          }}
        />
      </Card>
    </Page>
  );
}

function NoPersonSelected({ list, title }: { list: string; title: string | undefined }) {
  const emptyState = (
    <EmptyState icon={IconUserSearch} title="No person selected" text="Open a person from the list and press Edit.">
      <ButtonLink to={list} size="lg">
        Go to list
      </ButtonLink>
    </EmptyState>
  );
  return title === undefined ? emptyState : <Page title={title}>{emptyState}</Page>;
}
