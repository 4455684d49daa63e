// §2 /{approver|users}/create|edit, /{staff|security-personal}/create|edit, /employee/create|edit: somebody is made or changed.
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { kindOfMenu, kindOfRole, menuOf, type PeopleKind, peopleWords } from "#domain/rules/people.ts";
import { roleOf } from "#domain/roles.ts";
import { ApiError } from "#web/items/api-error.ts";
import { useBranch, useKnownSession } from "#web/items/use-session.ts";
import { AccessDenied } from "#web/ui/access-denied.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { showSuccess } from "#web/ui/messages.ts";
import { Card, Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { IconUserSearch } from "@tabler/icons-react";
import { changePerson, createPerson, mayChange, nameOf, personQuery } from "#web/features/people/people.ts";
import { changesOf, PersonForm } from "#web/features/people/person-form.tsx";
import styles from "#web/features/people/people.module.css";

export function PersonPage() {
  const { pathname } = useLocation();
  const [, , , segment = "", verb] = pathname.split("/");
  const kind = kindOfMenu(segment) ?? "staff";
  return verb === "edit" ? <Edit kind={kind} /> : <Create kind={kind} />;
}

function Create({ kind }: { kind: PeopleKind }) {
  const { company, path } = useBranch();
  const navigate = useNavigate();
  return (
    <Page title={`New ${peopleWords({ kind, company }).one}`}>
      <Card className={styles["narrow-card"]}>
        <p className={styles["lead"]}>They get a mail with a link and choose their password themselves.</p>
        <PersonForm
          kind={kind}
          onSubmit={async (values) => {
            const id = await createPerson(values);
            showSuccess("INVITATION_SENT");
            await navigate(path(`users/${menuOf({ kind, company })}?person=${id}`));
          }}
        />
      </Card>
    </Page>
  );
}

function Edit({ kind }: { kind: PeopleKind }) {
  const { company, path } = useBranch();
  const session = useKnownSession();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const id = search.get("id") ?? "";
  const list = path(`users/${menuOf({ kind, company })}`);
  const { data: person, error, refetch } = useQuery({ ...personQuery(id), enabled: id !== "", staleTime: Infinity });
  const { one } = peopleWords({ kind, company });
  if (!id) return <Nobody list={list} title={`Edit a ${one}`} />;
  if (error)
    return (
      <Page title={`Edit a ${one}`}>
        {error instanceof ApiError && error.code === "FORBIDDEN" ? (
          <Nobody list={list} title={undefined} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    );
  if (!person)
    return (
      <Page title={`Edit a ${one}`}>
        <SkeletonRows count={5} />
      </Page>
    );
  if (!mayChange({ session, person }) || kindOfRole(roleOf(person.role)) === undefined) return <AccessDenied />;
  return (
    <Page title={nameOf(person)}>
      <Card className={styles["narrow-card"]}>
        <PersonForm
          kind={kind}
          person={person}
          onSubmit={async (values) => {
            const changes = changesOf({ person, values });
            if (Object.keys(changes).length === 0) throw new ApiError({ code: "NO_CHANGES", status: 400 });
            await changePerson(person.id, changes);
            showSuccess("DATA_UPDATED");
            await navigate(`${list}?person=${person.id}`);
          }}
        />
      </Card>
    </Page>
  );
}

function Nobody({ list, title }: { list: string; title: string | undefined }) {
  const shown = (
    <EmptyState
      icon={IconUserSearch}
      title="Choose somebody first"
      text="Open a person from the list, then press Edit."
    >
      <ButtonLink to={list} size="lg">
        To the list
      </ButtonLink>
    </EmptyState>
  );
  return title === undefined ? shown : <Page title={title}>{shown}</Page>;
}
