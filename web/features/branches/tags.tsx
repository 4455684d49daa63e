// §3 Branch.tags: words of the platform's list that describe the branch on the public site.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { itemsQuery, updateItem } from "#web/api/items.ts";
import { queryClient } from "#web/api/query-client.ts";
import { FilterChip, FilterChipGroup } from "#web/ui/filters/filter-chip.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Card } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { SectionLink } from "#web/features/branches/section-link.tsx";
import { useOfferedTags } from "#web/product/submission/offered-tags.ts";
import { Text } from "#web/ui/text.tsx";

export function TagsSection({ branch }: { branch: number }) {
  const [changed, setChanged] = useState<ReadonlySet<number>>();
  const ownTags = useQuery(
    itemsQuery("Branch_Tags", { filter: { branch: { _eq: branch } }, fields: ["id", "tag.id"], limit: -1 }),
  );
  const saved = new Set(ownTags.data?.map(({ tag }) => tag.id));
  const chosen = changed ?? saved;
  const { query: allTags, offered } = useOfferedTags((id) => saved.has(id));
  const failed = [allTags, ownTags].find(({ error, data }) => error && !data);

  function toggle(tag: number): void {
    setChanged(chosen.has(tag) ? new Set([...chosen].filter((id) => id !== tag)) : new Set([...chosen, tag]));
  }

  async function save(): Promise<void> {
    const added = [...chosen].filter((tag) => !saved.has(tag)).map((tag) => ({ tag }));
    const removed = (ownTags.data ?? []).filter(({ tag }) => !chosen.has(tag.id)).map(({ id }) => id);
    await updateItem("Branch", branch, { tags: { create: added, update: [], delete: removed } });
    showSuccess("DATA_UPDATED");
    await queryClient.invalidateQueries();
    setChanged(undefined);
  }

  return (
    <Card
      title={
        <SectionLink menu="branch" edit="tags">
          Tags
        </SectionLink>
      }
    >
      {failed && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && !(offered && ownTags.data) && <SkeletonRows count={1} />}
      {offered?.length === 0 && <Text c="dimmed">The platform has not defined any tags yet.</Text>}
      {offered && offered.length > 0 && ownTags.data && (
        <>
          <Text c="dimmed">Words that describe this branch on its public page.</Text>
          <FilterChipGroup label="Tags">
            {offered.map(({ id, Name }) => (
              <FilterChip key={id} label={Name} isChosen={chosen.has(id)} onPress={() => toggle(id)} />
            ))}
          </FilterChipGroup>
          <AsyncButton color="ink" size="lg" onPress={save}>
            Save tags
          </AsyncButton>
        </>
      )}
    </Card>
  );
}
