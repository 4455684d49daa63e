// Events in order, the newest first.
import type { ReactNode } from "react";
import { Text } from "#web/ui/text.tsx";
import styles from "#web/ui/data/timeline.module.css";

export function Timeline({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ol className={styles["timeline"]} aria-label={label}>
      {children}
    </ol>
  );
}

interface TimelineItemProps {
  /** Who and when. */
  meta: ReactNode;
  /** What happened. */
  children: ReactNode;
}

export function TimelineItem({ meta, children }: TimelineItemProps) {
  return (
    <li>
      <Text component="div" fw="medium">
        {children}
      </Text>
      <Text size="sm" c="dimmed">
        {meta}
      </Text>
    </li>
  );
}
