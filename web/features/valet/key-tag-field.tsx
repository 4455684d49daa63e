// The key tag: one of the free tags of the branch's board, or typed where it has none.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { listKeyTags, normaliseKeyTag } from "#domain/valet/key-tags.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { useBranch } from "#web/api/use-session.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { useFormState } from "#web/ui/forms/form.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

/** Free tags offered first; all of them fill the page of a large board. */
const offeredTags = 8;

function useTakenTags(): Map<string, string> {
  const { branch } = useBranch();
  useLiveCollections("Valet_and_Parking_Information");
  const { data } = useQuery(
    itemsQuery("Valet_and_Parking_Information", {
      filter: { branch: { _eq: branch.id }, out_time: { _null: true }, key_tag: { _nnull: true } },
      fields: ["key_tag", "Vehicle_Number"],
      limit: -1,
    }),
  );
  return new Map(data?.map(({ key_tag: tag, Vehicle_Number: plate }) => [normaliseKeyTag(tag) ?? "", plate]));
}

/** The form field `key_tag`; `saved` is the ticket's own tag. */
export function KeyTagField({ saved = null }: { saved?: string | null }) {
  const { branch } = useBranch();
  const { values, errors, setValue } = useFormState();
  const [showsAll, setShowsAll] = useState(false);
  const taken = useTakenTags();
  const board = listKeyTags(branch.valet_and_parking_config);
  const tag = normaliseKeyTag(String(values["key_tag"] ?? ""));
  const owner = tag === null || tag === normaliseKeyTag(saved) ? undefined : taken.get(tag);
  const free = board.filter((name) => !taken.has(name) || name === normaliseKeyTag(saved));
  const shown = showsAll ? free : free.slice(0, offeredTags);
  return (
    <Stack gap="xs">
      <FormField name="key_tag" label={t("Key tag (optional)")} placeholder={board[0] ?? "17"} />
      {/* The refusal at the field says the same. */}
      {owner !== undefined && errors["key_tag"] === undefined && (
        <Text c="red" role="status">
          {t("Tag {tag} is on the key of {owner}.", { tag: tag ?? "", owner })}
        </Text>
      )}
      {board.length > 0 && (
        <Group gap="2xs" role="group" aria-label={t("Free key tags")}>
          {shown.map((name) => (
            <Button
              key={name}
              variant={name === tag ? "filled" : "default"}
              aria-pressed={name === tag}
              onClick={() => setValue("key_tag", name)}
            >
              {name}
            </Button>
          ))}
          {free.length > shown.length && (
            <Button variant="subtle" onClick={() => setShowsAll(true)}>
              {t("All {count} free tags", { count: free.length })}
            </Button>
          )}
          {free.length === 0 && <Text c="dimmed">{t("All tags are in use.")}</Text>}
        </Group>
      )}
    </Stack>
  );
}
