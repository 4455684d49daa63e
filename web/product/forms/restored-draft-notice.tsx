// Says that a form shows what was typed into it before, and lets the user begin again.
import { Button } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { formatRelativeTime } from "#web/ui/data/date-time.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useNow } from "#web/ui/use-now.ts";
import { t } from "#web/languages/t.ts";

export function RestoredDraftNotice({ at, onDiscard }: { at: number; onDiscard: () => void }) {
  const now = useNow();
  return (
    <Notice
      c="blue"
      icon={IconHistory}
      actions={
        <Button variant="default" onClick={onDiscard}>
          {t("Discard changes")}
        </Button>
      }
    >
      {t("Your unsaved changes are restored, last edited {time}.", {
        time: formatRelativeTime({ at: new Date(at), now }),
      })}
    </Notice>
  );
}
