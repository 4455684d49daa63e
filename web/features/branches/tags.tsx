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
  /** Of those that were pressed, whether they are chosen: others may change the rest meanwhile. */
  const [toggled, setToggled] = useState<ReadonlyMap<number, boolean>>(new Map());
  const ownTags = useQuery(
    itemsQuery("Branch_Tags", { filter: { branch: { _eq: branch } }, fields: ["id", "tag.id"], limit: -1 }),
  );
  const saved = new Set(ownTags.data?.map(({ tag }) => tag.id));
  const isChosen = (tag: number): boolean => toggled.get(tag) ?? saved.has(tag);
  const { query: allTags, offered } = useOfferedTags((id) => saved.has(id));
  const failed = [allTags, ownTags].find(({ error, data }) => error && !data);

  function toggle(tag: number): void {
    setToggled(new Map(toggled).set(tag, !isChosen(tag)));
  }

  async function save(): Promise<void> {
    // Not live: somebody else may have saved tags meanwhile.
    const { data: current = [] } = await ownTags.refetch({ throwOnError: true });
    const ids = new Set(current.map(({ tag }) => tag.id));
    const added = [...toggled].filter(([tag, isOn]) => isOn && !ids.has(tag)).map(([tag]) => ({ tag }));
    const removed = current.filter(({ tag }) => toggled.get(tag.id) === false).map(({ id }) => id);
    await updateItem("Branch", branch, { tags: { create: added, update: [], delete: removed } });
    showSuccess("DATA_UPDATED");
    await queryClient.invalidateQueries();
    setToggled(new Map());
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
              <FilterChip key={id} label={Name} isChosen={isChosen(id)} onPress={() => toggle(id)} />
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
