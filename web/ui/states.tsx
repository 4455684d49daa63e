// What a list shows before, without and instead of its rows: a skeleton, a next step, a retry.
import { Button } from "@mantine/core";
import { IconCloudOff, IconRefresh } from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { errorText } from "#domain/errors.ts";
import styles from "#web/ui/states.module.css";

interface EmptyStateProps {
  icon: Icon;
  title: string;
  /** What to do now. */
  text?: string | undefined;
  /** The next step: a button or a link. */
  children?: ReactNode;
}

export function EmptyState({ icon: Shown, title, text, children }: EmptyStateProps) {
  return (
    <div className={styles["state"]}>
      <span className={styles["icon"]} aria-hidden="true">
        <Shown size={34} stroke={1.6} />
      </span>
      <h2 className={styles["title"]}>{title}</h2>
      {text && <p className={styles["text"]}>{text}</p>}
      {children && <div className={styles["next"]}>{children}</div>}
    </div>
  );
}

export function ErrorState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const code = (error as { code?: unknown } | null)?.code;
  return (
    <div className={styles["state"]} role="alert">
      <span className={`${styles["icon"]} ${styles["failed"]}`} aria-hidden="true">
        <IconCloudOff size={34} stroke={1.6} />
      </span>
      <h2 className={styles["title"]}>This could not be loaded</h2>
      <p className={styles["text"]}>{errorText(typeof code === "string" ? code : "FETCH_FAILED")}</p>
      <div className={styles["next"]}>
        <Button size="lg" leftSection={<IconRefresh aria-hidden="true" />} onClick={onRetry}>
          Try again
        </Button>
      </div>
    </div>
  );
}

/** As many grey rows as the list is likely to have. */
export function SkeletonRows({ count = 5 }: { count?: number }) {
  return (
    <div className={styles["rows"]} role="status" aria-label="Loading">
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className={styles["row"]} />
      ))}
    </div>
  );
}

export function SkeletonLine({ width = "60%" }: { width?: string }) {
  return <div className={styles["line"]} style={{ width }} aria-hidden="true" />;
}
