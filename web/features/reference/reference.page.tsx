// §7 /docs: every call of the API that whoever looks at it may make, made of the OpenAPI document.
import { NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconSearch, IconSearchOff } from "@tabler/icons-react";
import { Link, useSearchParams } from "react-router";
import { capitalised } from "#domain/words.ts";
import { useSession } from "#web/items/use-session.ts";
import { Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { type ApiDocument, type Call, callsOf, documentQuery, matching } from "#web/features/reference/document.ts";
import { CallCard } from "#web/features/reference/call-card.tsx";
import styles from "#web/features/reference/reference.module.css";

/** So many calls are shown for a search; more say little. */
const mostFound = 40;

export function ReferencePage() {
  const { data: session } = useSession();
  const { data, error, refetch } = useQuery(documentQuery);
  const who = session ? session.user.first_name : null;
  return (
    <div className={styles["frame"]}>
      <Page title="API reference">
        <p className={styles["lead"]}>
          {who
            ? `These are the calls, rows and fields ${who} may use.`
            : "You are not logged in: these are the calls, rows and fields that are open to everybody. Log in to see yours."}{" "}
          For tools: <a href="/server/specs/oas">OpenAPI 3.1</a>, <a href="/server/specs/graphql">GraphQL schema</a>.
        </p>
        {data ? (
          <Reference document={data} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows count={8} />
        )}
      </Page>
    </div>
  );
}

function Reference({ document }: { document: ApiDocument }) {
  const [parameters, setParameters] = useSearchParams();
  const search = parameters.get("find") ?? "";
  const tags = document.tags.map(({ name }) => name);
  const asked = parameters.get("part");
  const part = asked !== null && tags.includes(asked) ? asked : (tags[0] ?? "");
  const calls = callsOf(document);
  const shown = search.trim() ? matching({ calls, search }) : calls.filter((call) => call.tags.includes(part));
  const show = (next: { [name: string]: string }) => setParameters(next, { replace: true, preventScrollReset: true });
  return (
    <div className={styles["reference"]}>
      <div className={styles["side"]}>
        <TextInput
          size="lg"
          label="Find a call"
          placeholder="check in, /items/Branch"
          leftSection={<IconSearch size={20} aria-hidden="true" />}
          value={search}
          onChange={({ currentTarget }) => show(currentTarget.value ? { find: currentTarget.value } : { part })}
        />
        <NativeSelect
          size="lg"
          label="Part"
          className={styles["choice"] ?? ""}
          data={[
            ...(search ? [{ value: "", label: "Every part" }] : []),
            ...tags.map((name) => ({ value: name, label: shortName(name) })),
          ]}
          value={search ? "" : part}
          onChange={({ currentTarget }) => show({ part: currentTarget.value })}
        />
        <Parts document={document} part={search ? null : part} />
      </div>
      <Calls document={document} title={search ? "Found" : shortName(part)} calls={shown} />
    </div>
  );
}

function shortName(tag: string): string {
  const name = tag
    .replace(/^Actions: /, "")
    .replace(/^directus_/, "")
    .replaceAll("_", " ");
  return capitalised(name);
}

function Parts({ document, part }: { document: ApiDocument; part: string | null }) {
  const groups = Map.groupBy(document.tags, (tag) => tag["x-group"]);
  return (
    <nav aria-label="Parts of the API" className={styles["parts"]}>
      {[...groups].map(([group, tags]) => (
        <section key={group}>
          <h2 className={styles["group"]}>{group}</h2>
          <ul>
            {tags.map(({ name }) => (
              <li key={name}>
                <Link
                  to={`?${new URLSearchParams({ part: name }).toString()}`}
                  aria-current={name === part ? "page" : undefined}
                  className={styles["part"]}
                >
                  {shortName(name)}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function Calls({ document, title, calls }: { document: ApiDocument; title: string; calls: readonly Call[] }) {
  if (calls.length === 0)
    return (
      <EmptyState icon={IconSearchOff} title="No call fits" text="Try one word of its address or of what it does." />
    );
  return (
    <section aria-live="polite" className={styles["calls"]}>
      <h2 className={styles["heading"]}>
        {title} <span className={styles["count"]}>{calls.length}</span>
      </h2>
      {calls.slice(0, mostFound).map((call) => (
        <CallCard key={`${call.method} ${call.path}`} document={document} call={call} />
      ))}
      {calls.length > mostFound && (
        <p className={styles["lead"]}>{calls.length - mostFound} more: add a word to narrow it down.</p>
      )}
    </section>
  );
}
