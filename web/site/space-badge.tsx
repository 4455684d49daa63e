// Free slots of a branch, with the age of the count: an old one is not shown as live.
import type { SiteSpace } from "#domain/site/site-data.ts";
import type { SpaceText } from "#domain/site/space-text.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Text } from "#web/ui/text.tsx";
import { cardIcons } from "#web/site/card-icons.tsx";
import styles from "#web/site/site.module.css";

interface SpaceBadgeProps {
  id: number;
  space: SiteSpace;
  text: SpaceText;
}

export function SpaceBadge({ id, space, text: { count, age, isFull } }: SpaceBadgeProps) {
  return (
    <span
      className={styles["space"]}
      data-space={id}
      data-free={space.free}
      data-total={space.total}
      data-at={space.at}
    >
      <Badge c={isFull ? "red" : "green"} icon={isFull ? cardIcons.ban : cardIcons.parking}>
        <span data-space-count>{count}</span>
      </Badge>
      <Text component="span" size="sm" c="dimmed" isFigures data-space-age>
        {age}
      </Text>
    </span>
  );
}
