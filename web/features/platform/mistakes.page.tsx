// /platform/mistakes: mistakes on public pages, reported by their readers.
import { IconChecks } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { pageQuery } from "#web/api/items.ts";
import { FilterChip, FilterChipGroup } from "#web/ui/filters/filter-chip.tsx";
import { Pagination } from "#web/ui/filters/pagination.tsx";
import { Page, Card } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { MistakeContent, MistakeDone, mistakeFields } from "#web/product/public-page/mistake-content.tsx";

const fields = [...mistakeFields, "email", "phone", "branch.name", "company.name"] as const;

export function MistakesPage() {
  const [parameters, setParameters] = useSearchParams();
  const isDone = parameters.get("show") === "done";
  const page = Math.max(1, Number(parameters.get("page")) || 1);
  const filter = { is_done: { _eq: isDone } };
  const { data, error, refetch } = useQuery({
    ...pageQuery("Mistakes", { filter, fields, sort: [isDone ? "-id" : "id"], page }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title="Mistakes">
      <FilterChipGroup label="Status">
        <FilterChip label="Open" isChosen={!isDone} onPress={() => setParameters({})} />
        <FilterChip label="Done" isChosen={isDone} onPress={() => setParameters({ show: "done" })} />
      </FilterChipGroup>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={3} />}
      {data?.count === 0 && (
        <EmptyState
          icon={IconChecks}
          title={isDone ? "No mistakes are done" : "No open mistakes"}
          text="Mistakes that readers report on the public page of a branch appear here and in its settings."
        />
      )}
      {data?.data.map((mistake) => (
        <Card
          key={mistake.id}
          title={[mistake.branch?.name, mistake.company?.name].filter(Boolean).join(", ")}
          gap="sm"
        >
          <MistakeContent mistake={mistake} />
          {mistake.email && (
            <p>
              <a href={`mailto:${mistake.email}`}>{mistake.email}</a>
            </p>
          )}
          {mistake.phone && (
            <p>
              <a href={`tel:+91${mistake.phone}`} className="figures">
                {mistake.phone}
              </a>
            </p>
          )}
          <MistakeDone mistake={mistake} />
        </Card>
      ))}
      {data && (
        <Pagination
          page={page}
          count={data.count}
          order={isDone ? "newest" : "oldest"}
          onPageChange={(next) => setParameters({ ...(isDone ? { show: "done" } : {}), page: String(next) })}
          isHiddenIfSingle
        />
      )}
    </Page>
  );
}
