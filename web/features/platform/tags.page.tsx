// /platform/tags: tags that describe branches.
import type { WireRow } from "#domain/schema/registry.ts";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconPlus, IconTags } from "@tabler/icons-react";
import { useState } from "react";
import { TagsCategory } from "#domain/platform/reference.collection.ts";
import { itemsQuery } from "#web/api/items.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { ItemSheet } from "#web/product/item-sheet.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Page } from "#web/ui/page.tsx";
import { Group } from "#web/ui/layout.tsx";

/** A row of the list, or the values of a new one. */
type EditedTag = Partial<WireRow<"Tags_Category">>;
const fields = { Name: { ...TagsCategory.fields.Name, label: "Tag" } };

export function TagsPage() {
  const [opened, setOpened] = useState<EditedTag>();
  const { data, error, refetch } = useQuery(itemsQuery("Tags_Category", { sort: ["Name"], limit: 500 }));
  return (
    <Page
      title="Tags"
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden="true" />} size="md" onClick={() => setOpened({})}>
          Add tag
        </Button>
      }
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={3} />}
      {data?.length === 0 && (
        <EmptyState icon={IconTags} title="No tags yet" text="Vendors choose their tags from this list." />
      )}
      <Group component="ul">
        {data?.map((tag) => (
          <li key={tag.id}>
            <Button variant="default" radius="xl" onClick={() => setOpened(tag)}>
              {tag.Name}
            </Button>
          </li>
        ))}
      </Group>
      {opened && (
        <ItemSheet
          collection="Tags_Category"
          title={opened.id === undefined ? "New tag" : (opened.Name ?? "")}
          fields={fields}
          row={opened}
          defaults={{}}
          onClose={() => setOpened(undefined)}
        >
          <FormField name="Name" description="Example: Near metro" />
        </ItemSheet>
      )}
    </Page>
  );
}
