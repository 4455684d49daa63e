// §7 /docs: reference of the API operations available to the current user, from the OpenAPI document.
import { TextInput } from "@mantine/core";
import { Select } from "#web/ui/forms/select.tsx";
import { useQuery } from "@tanstack/react-query";
import { IconSearch, IconSearchOff } from "@tabler/icons-react";
import { Link, useSearchParams } from "react-router";
import { capitalize } from "#domain/text/labels.ts";
import { useSession } from "#web/api/use-session.ts";
import { Columns, Stack } from "#web/ui/layout.tsx";
import { NavigationItem } from "#web/ui/links/navigation-item.tsx";
import { Text, Title } from "#web/ui/text.tsx";
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
        <Text c="dimmed">
          {userName
            ? `Operations and fields available to ${userName}.`
            : "You are not logged in, so only public operations are shown. Log in to see yours."}{" "}
          Specifications: <a href="/server/specs/oas">OpenAPI 3.1</a>,{" "}
          <a href="/server/specs/graphql">GraphQL schema</a>. <Link to="/docs/examples">Examples and errors</Link>
        </Text>
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
    <Columns template="280px 1fr">
      <Stack>
        <TextInput
          size="lg"
          label="Search operations"
          placeholder="check in, /items/Branch"
          leftSection={<IconSearch size={20} aria-hidden="true" />}
          value={search}
          onChange={({ currentTarget }) => show(currentTarget.value ? { find: currentTarget.value } : { part })}
        />
        <Select
          size="lg"
          label="Section"
          className={styles["selectSection"] ?? ""}
          data={[
            ...(search ? [{ value: "", label: "All sections" }] : []),
            ...tags.map((name) => ({ value: name, label: getShortName(name) })),
          ]}
          value={search ? "" : part}
          onChange={({ currentTarget }) => show({ part: currentTarget.value })}
        />
        <ReferenceSections document={document} part={search ? null : part} />
      </Stack>
      <OperationList document={document} title={search ? "Search results" : getShortName(part)} operations={shown} />
    </Columns>
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
    <Stack component="nav" aria-label="API sections" className={styles["sections"]}>
      {[...groups].map(([group, tags]) => (
        <Stack key={group} component="section" gap="2xs">
          <Title size="sm">{group}</Title>
          <Stack component="ul" gap="0">
            {tags.map(({ name }) => (
              <li key={name}>
                <NavigationItem to={`?${new URLSearchParams({ part: name }).toString()}`} isCurrent={name === part}>
                  {getShortName(name)}
                </NavigationItem>
              </li>
            ))}
          </Stack>
        </Stack>
      ))}
    </Stack>
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
    <Stack component="section" gap="sm" aria-live="polite">
      <Title size="xl">
        {title}{" "}
        <Text component="span" size="md" c="dimmed" fw="regular">
          {operations.length}
        </Text>
      </Title>
      {operations.slice(0, maxResults).map((operation) => (
        <OperationCard key={`${operation.method} ${operation.path}`} document={document} operation={operation} />
      ))}
      {operations.length > maxResults && (
        <Text c="dimmed">{operations.length - maxResults} more. Refine your search.</Text>
      )}
    </Stack>
  );
}
