// Shows whether live updates are connected.
import { IconBolt, IconPlugConnectedX } from "@tabler/icons-react";
import { liveConnectionStore } from "#web/api/live-updates.ts";
import { useStore } from "#web/store.ts";
import { Badge } from "#web/ui/badge.tsx";
import { t } from "#web/languages/t.ts";

export function LiveIndicator() {
  const state = useStore(liveConnectionStore);
  return (
    <span role="status">
      {state === "live" && (
        <Badge c="green" icon={IconBolt}>
          {t("Live")}
        </Badge>
      )}
      {state === "reconnecting" && (
        <Badge c="amber" icon={IconPlugConnectedX}>
          {t("Reconnecting…")}
        </Badge>
      )}
    </span>
  );
}
