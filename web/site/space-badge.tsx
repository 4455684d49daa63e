// Free slots of a branch, with the age of the count: an old one is not shown as live.
import { IconBan, IconParking } from "@tabler/icons-react";
import type { SiteSpace } from "#domain/site/site-data.ts";
import { describeSpace } from "#domain/site/space-text.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Text } from "#web/ui/text.tsx";

export function SpaceBadge({ id, space, now }: { id: number; space: SiteSpace | null; now: Date }) {
  if (space === null) return null;
  const { count, age, isFull } = describeSpace({ space, now });
  return (
    <>
      <Badge c={isFull ? "red" : "green"} icon={isFull ? IconBan : IconParking}>
        <span data-space-count={id}>{count}</span>
      </Badge>
      <Text component="span" size="sm" c="dimmed">
        <span data-space-age={id} data-at={space.at}>
          {age}
        </span>
      </Text>
    </>
  );
}
