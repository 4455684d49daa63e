// Difference between counted and expected cash.
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { Badge } from "#web/ui/badge.tsx";
import { formatDifference } from "#web/features/cash/labels.ts";

export function CashDifference({ paise }: { paise: number }) {
  return (
    <Badge c={paise === 0 ? "green" : "red"} icon={paise === 0 ? IconCircleCheck : IconAlertTriangle}>
      {formatDifference(paise)}
    </Badge>
  );
}
