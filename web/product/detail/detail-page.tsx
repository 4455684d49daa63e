// Layout of the detail page of an entry or a valet ticket: heading, status, charge, details and history.
import { IconCarOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { capitalize } from "#domain/text/labels.ts";
import { AmountDue } from "#web/ui/data/amount-due.tsx";
import { Amount } from "#web/ui/data/amount.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { Columns, Group, Stack } from "#web/ui/layout.tsx";
import { Card, Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import { ClockNotice } from "#web/product/clock-notice.tsx";
import { useFocusOnHeading } from "#web/product/detail/use-focus-on-heading.ts";
import { t } from "#web/languages/t.ts";

interface DetailPageProps {
  /** Title of the browser tab; `heading` is shown on the page. */
  name: string;
  heading: ReactNode;
  badges: ReactNode;
  summary: ReactNode;
  sidebar: ReactNode;
  /** Actions. */
  children?: ReactNode;
}

export function DetailPage({ name, heading, badges, summary, sidebar, children }: DetailPageProps) {
  useFocusOnHeading();
  return (
    <Page title={name} heading={heading} actions={<Group>{badges}</Group>}>
      <ClockNotice />
      <Columns gap="md">
        <Stack gap="sm">{summary}</Stack>
        <Stack gap="sm">{sidebar}</Stack>
      </Columns>
      {children}
    </Page>
  );
}

interface DetailNotFoundProps {
  /** 'entry' or 'ticket'. */
  entityName: string;
  title: string;
  /** Path of the board to search on. */
  boardPath: string;
  isMissing: boolean;
  error: Error | null;
  onRetry: () => void;
}

/** Shown while the record loads, if it does not exist, and if loading failed. */
export function DetailNotFound({ entityName, title, boardPath, isMissing, error, onRetry }: DetailNotFoundProps) {
  return (
    <Page title={title}>
      {isMissing ? (
        <EmptyState
          icon={IconCarOff}
          title={t(`${capitalize(entityName)} not found`)}
          text={t("It may belong to another branch. Search for it on the board.")}
        >
          <ButtonLink to={boardPath} size="lg">
            {t("Go to board")}
          </ButtonLink>
        </EmptyState>
      ) : error ? (
        <ErrorState error={error} onRetry={onRetry} />
      ) : (
        <SkeletonRows count={4} />
      )}
    </Page>
  );
}

export function SlotKeyValue({ slot }: { slot: string }) {
  return (
    <KeyValue label={t("Slot")}>
      <Text component="span" size="2xl" fw="bold">
        {slot}
      </Text>
    </KeyValue>
  );
}

interface ChargeCardProps {
  caption: string;
  /** The total. */
  paise: number;
  /** Below the total. */
  note?: ReactNode;
  children: ReactNode;
}

/** The total in large figures above its breakdown. */
export function ChargeCard({ caption, paise, note, children }: ChargeCardProps) {
  return (
    <Card gap="sm">
      <AmountDue caption={caption} paise={paise}>
        {note}
      </AmountDue>
      <KeyValueList layout="spread" gap="xs">
        {children}
      </KeyValueList>
    </Card>
  );
}

interface ChargeLineProps {
  name: ReactNode;
  paise: number;
  sign?: "+" | "−";
  isTotal?: boolean;
}

export function ChargeLine({ name, paise, sign, isTotal = false }: ChargeLineProps) {
  return (
    <KeyValue label={name} isTotal={isTotal}>
      {sign && `${sign} `}
      <Amount paise={paise} />
    </KeyValue>
  );
}
