// /platform/tags: the words by which a place is described and found.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconPlus, IconTags } from "@tabler/icons-react";
import { useState } from "react";
import { TagsCategory } from "#domain/collections/reference.ts";
import { itemsQuery } from "#web/items/items.ts";
import { FormField } from "#web/ui/form-field.tsx";
import { RowSheet } from "#web/ui/row-sheet.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { DeskFrame } from "#web/features/platform/desk-frame.tsx";
import styles from "#web/features/platform/platform.module.css";

interface TagWire {
  [field: string]: unknown;
  id?: number;
  Name?: string;
}
const fields = { Name: { ...TagsCategory.fields.Name, label: "Tag" } };

export function TagsPage() {
  const [opened, setOpened] = useState<TagWire>();
  const { data, error, refetch } = useQuery(itemsQuery<TagWire>("Tags_Category", { sort: ["Name"], limit: 500 }));
  return (
    <DeskFrame
      title="Tags"
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden="true" />} size="md" onClick={() => setOpened({})}>
          Add a tag
        </Button>
      }
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={3} />}
      {data?.length === 0 && (
        <EmptyState icon={IconTags} title="No tags yet" text="Vendors choose theirs from these." />
      )}
      <ul className={styles["words"]}>
        {data?.map((tag) => (
          <li key={tag.id}>
            <button type="button" className={styles["word"]} onClick={() => setOpened(tag)}>
              {tag.Name}
            </button>
          </li>
        ))}
      </ul>
      {opened && (
        <RowSheet
          collection="Tags_Category"
          title={opened.id === undefined ? "A new tag" : (opened.Name ?? "")}
          fields={fields}
          row={opened}
          belongsTo={{}}
          onClose={() => setOpened(undefined)}
        >
          <FormField name="Name" placeholder="Near metro" />
        </RowSheet>
      )}
    </DeskFrame>
  );
}
