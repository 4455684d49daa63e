// Loading, empty and error states of lists and pages.
import { getErrorCode } from "#domain/error-code.ts";
import { Button } from "@mantine/core";
import { IconCloudOff, IconRefresh } from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { getErrorText } from "#domain/errors.ts";
import { joinClassNames } from "#web/ui/class-names.ts";
import { getErrorReference } from "#web/ui/feedback.ts";
import { Stack } from "#web/ui/layout.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import styles from "#web/ui/states.module.css";
import { t } from "#web/languages/t.ts";

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
  return (
    <Stack gap="xs" align="center" className={styles["state"]}>
      <span className={styles["icon"]} aria-hidden="true">
        <StateIcon size={34} stroke={1.6} />
      </span>
      <Title order={isPage ? 1 : 2} size="xl">
        {title}
      </Title>
      {text && <Text c="dimmed">{text}</Text>}
      {children}
    </Stack>
  );
}

interface ErrorStateProps {
  error: unknown;
  /** Replaces a whole page: the title becomes the page heading. */
  isPage?: boolean;
  onRetry: () => void;
}

export function ErrorState({ error, isPage = false, onRetry }: ErrorStateProps) {
  const code = getErrorCode(error);
  const reference = getErrorReference(error);
  return (
    <Stack gap="xs" align="center" className={styles["state"]} role="alert">
      <span className={joinClassNames(styles["icon"], styles["failed"])} aria-hidden="true">
        <IconCloudOff size={34} stroke={1.6} />
      </span>
      <Title order={isPage ? 1 : 2} size="xl">
        {t("Could not load")}
      </Title>
      <Text c="dimmed">{t(getErrorText(typeof code === "string" ? code : "FETCH_FAILED"))}</Text>
      {reference && (
        <Text c="dimmed" isFigures>
          {t("Reference: {reference}", { reference })}
        </Text>
      )}
      <Button size="lg" leftSection={<IconRefresh aria-hidden="true" />} onClick={onRetry}>
        {t("Try again")}
      </Button>
    </Stack>
  );
}

/** Placeholder rows while a list loads. */
export function SkeletonRows({ count = 5 }: { count?: number }) {
  return (
    <Stack gap="xs" role="status" aria-label={t("Loading")}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles["row"]} />
      ))}
    </Stack>
  );
}

export function SkeletonLine({ width = "60%" }: { width?: string }) {
  return <div className={styles["line"]} style={{ width }} aria-hidden="true" />;
}
