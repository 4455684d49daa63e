// A reported mistake: what is wrong, and the way to mark it as done.
import { mistakeLabels } from "#domain/mistakes/mistake-kinds.ts";
import type { WireRow } from "#domain/schema/registry.ts";
import { updateItem } from "#web/api/items.ts";
import { refreshItems } from "#web/api/query-client.ts";
import { RelativeTime } from "#web/ui/data/date-time.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Text } from "#web/ui/text.tsx";

/** What the branch may read. */
export const mistakeFields = ["id", "kind", "words", "is_done", "date_created"] as const;

export function MistakeContent({ mistake }: { mistake: WireRow<"Mistakes", typeof mistakeFields> }) {
  const { kind, words, date_created: at } = mistake;
  return (
    <>
      <Text c="dimmed">
        {kind && mistakeLabels[kind]}, <RelativeTime at={at} />
      </Text>
      <Text style={{ whiteSpace: "pre-wrap" }}>{words}</Text>
    </>
  );
}

export function MistakeDone({
  mistake: { id, is_done: isDone },
}: {
  mistake: { id: number; is_done: boolean | null };
}) {
  return (
    <AsyncButton
      variant="default"
      size="md"
      onPress={async () => {
        await updateItem("Mistakes", id, { is_done: !isDone });
        await refreshItems("Mistakes");
      }}
    >
      {isDone ? "Reopen" : "Mark as done"}
    </AsyncButton>
  );
}
