// Loading, empty and error states of lists and pages.
import { getErrorCode } from "#domain/error-code.ts";
import { Button } from "@mantine/core";
import { IconCloudOff, IconRefresh } from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { getErrorText } from "#domain/errors.ts";
import { getErrorReference } from "#web/ui/feedback.ts";
import styles from "#web/ui/states.module.css";

interface EmptyStateProps {
  icon: Icon;
  title: string;
  /** What the user can do. */
  text?: string | undefined;
  /** Replaces a whole page: the title becomes the page heading. */
  isPage?: boolean;
  /** Button or link of the next step. */
  children?: ReactNode;
}

export function EmptyState({ icon: StateIcon, title, text, isPage = false, children }: EmptyStateProps) {
  const Heading = isPage ? "h1" : "h2";
  return (
    <div className={styles["state"]}>
      <span className={styles["icon"]} aria-hidden="true">
        <StateIcon size={34} stroke={1.6} />
      </span>
      <Heading className={styles["title"]}>{title}</Heading>
      {text && <p className={styles["text"]}>{text}</p>}
      {children && <div className={styles["next"]}>{children}</div>}
    </div>
  );
}

interface ErrorStateProps {
  error: unknown;
  /** Replaces a whole page: the title becomes the page heading. */
  isPage?: boolean;
  onRetry: () => void;
}

export function ErrorState({ error, isPage = false, onRetry }: ErrorStateProps) {
  const Heading = isPage ? "h1" : "h2";
  const code = getErrorCode(error);
  const reference = getErrorReference(error);
  return (
    <div className={styles["state"]} role="alert">
      <span className={`${styles["icon"]} ${styles["failed"]}`} aria-hidden="true">
        <IconCloudOff size={34} stroke={1.6} />
      </span>
      <Heading className={styles["title"]}>Could not load</Heading>
      <p className={styles["text"]}>{getErrorText(typeof code === "string" ? code : "FETCH_FAILED")}</p>
      {reference && (
        <p className={styles["text"]}>
          Reference: <span className="figures">{reference}</span>
        </p>
      )}
      <div className={styles["next"]}>
        <Button size="lg" leftSection={<IconRefresh aria-hidden="true" />} onClick={onRetry}>
          Try again
        </Button>
      </div>
    </div>
  );
}

/** Placeholder rows while a list loads. */
export function SkeletonRows({ count = 5 }: { count?: number }) {
  return (
    <div className={styles["rows"]} role="status" aria-label="Loading">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles["row"]} />
      ))}
    </div>
  );
}

export function SkeletonLine({ width = "60%" }: { width?: string }) {
  return <div className={styles["line"]} style={{ width }} aria-hidden="true" />;
}
