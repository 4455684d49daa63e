// §7 /docs: reference of the API operations available to the current user, from the OpenAPI document.
import { NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconSearch, IconSearchOff } from "@tabler/icons-react";
import { Link, useSearchParams } from "react-router";
import { capitalize } from "#domain/text/labels.ts";
import { useSession } from "#web/api/use-session.ts";
import { Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import {
  type ApiDocument,
  type OperationRef,
  listOperations,
  documentQuery,
  searchOperations,
} from "#web/features/reference/openapi-document.ts";
import { OperationCard } from "#web/features/reference/operation-card.tsx";
import styles from "#web/features/reference/api-reference.module.css";

/** Search results beyond this number are counted, not listed. */
const maxResults = 40;

export function ApiReferencePage() {
  const { data: session } = useSession();
  const { data, error, refetch } = useQuery(documentQuery);
  const userName = session ? session.user.first_name : null;
  return (
    <div className={styles["frame"]}>
      <Page title="API reference">
        <p className={styles["lead"]}>
          {userName
            ? `Operations and fields available to ${userName}.`
            : "You are not logged in, so only public operations are shown. Log in to see yours."}{" "}
          Specifications: <a href="/server/specs/oas">OpenAPI 3.1</a>,{" "}
          <a href="/server/specs/graphql">GraphQL schema</a>.
        </p>
        {data ? (
          <ApiReference document={data} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows count={8} />
        )}
      </Page>
    </div>
  );
}

function ApiReference({ document }: { document: ApiDocument }) {
  const [parameters, setParameters] = useSearchParams();
  const search = parameters.get("find") ?? "";
  const tags = document.tags.map(({ name }) => name);
  const requestedPart = parameters.get("part");
  const part = requestedPart !== null && tags.includes(requestedPart) ? requestedPart : (tags[0] ?? "");
  const operations = listOperations(document);
  const shown = search.trim()
    ? searchOperations({ operations, search })
    : operations.filter((operation) => operation.tags.includes(part));
  const show = (next: { [name: string]: string }) => setParameters(next, { replace: true, preventScrollReset: true });
  return (
    <div className={styles["reference"]}>
      <div className={styles["sidebar"]}>
        <TextInput
          size="lg"
          label="Search operations"
          placeholder="check in, /items/Branch"
          leftSection={<IconSearch size={20} aria-hidden="true" />}
          value={search}
          onChange={({ currentTarget }) => show(currentTarget.value ? { find: currentTarget.value } : { part })}
        />
        <NativeSelect
          size="lg"
          label="Section"
          className={styles["sectionSelect"] ?? ""}
          data={[
            ...(search ? [{ value: "", label: "All sections" }] : []),
            ...tags.map((name) => ({ value: name, label: getShortName(name) })),
          ]}
          value={search ? "" : part}
          onChange={({ currentTarget }) => show({ part: currentTarget.value })}
        />
        <ReferenceSections document={document} part={search ? null : part} />
      </div>
      <OperationList document={document} title={search ? "Search results" : getShortName(part)} operations={shown} />
    </div>
  );
}

function getShortName(tag: string): string {
  const name = tag
    .replace(/^Actions: /, "")
    .replace(/^directus_/, "")
    .replaceAll("_", " ");
  return capitalize(name);
}

function ReferenceSections({ document, part }: { document: ApiDocument; part: string | null }) {
  const groups = Map.groupBy(document.tags, (tag) => tag["x-group"]);
  return (
    <nav aria-label="API sections" className={styles["sections"]}>
      {[...groups].map(([group, tags]) => (
        <section key={group}>
          <h2 className={styles["group"]}>{group}</h2>
          <ul>
            {tags.map(({ name }) => (
              <li key={name}>
                <Link
                  to={`?${new URLSearchParams({ part: name }).toString()}`}
                  aria-current={name === part ? "page" : undefined}
                  className={styles["section"]}
                >
                  {getShortName(name)}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function OperationList({
  document,
  title,
  operations,
}: {
  document: ApiDocument;
  title: string;
  operations: readonly OperationRef[];
}) {
  if (operations.length === 0)
    return (
      <EmptyState
        icon={IconSearchOff}
        title="No matching operations"
        text="Try a word from the path or the description."
      />
    );
  return (
    <section aria-live="polite" className={styles["operations"]}>
      <h2 className={styles["heading"]}>
        {title} <span className={styles["count"]}>{operations.length}</span>
      </h2>
      {operations.slice(0, maxResults).map((operation) => (
        <OperationCard key={`${operation.method} ${operation.path}`} document={document} operation={operation} />
      ))}
      {operations.length > maxResults && (
        <p className={styles["lead"]}>{operations.length - maxResults} more. Refine your search.</p>
      )}
    </section>
  );
}
