// Layout of the detail page of an entry or a valet ticket: heading, status, charge, details and history.
import { IconCarOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { capitalize } from "#domain/text/labels.ts";
import { Amount } from "#web/ui/data/amount.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Card, Page, usePageTitle } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import styles from "#web/product/detail/detail-page.module.css";

interface DetailPageProps {
  /** Title of the browser tab; `heading` is shown on the page. */
  name: string;
  heading: ReactNode;
  badges: ReactNode;
  summary: ReactNode;
  sidebar: ReactNode;
  /** Actions. */
  children: ReactNode;
}

export function DetailPage({ name, heading, badges, summary, sidebar, children }: DetailPageProps) {
  usePageTitle(name);
  return (
    <div className={styles["page"]}>
      <header className={styles["head"]}>
        <h1 className={styles["title"]}>{heading}</h1>
        <div className={styles["badges"]}>{badges}</div>
      </header>
      <div className={styles["columns"]}>
        <div className={styles["column"]}>{summary}</div>
        <div className={styles["column"]}>{sidebar}</div>
      </div>
      {children}
    </div>
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
          title={`${capitalize(entityName)} not found`}
          text="It may belong to another branch. Search for it on the board."
        >
          <ButtonLink to={boardPath} size="lg">
            Go to board
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

export function KeyValueList({ children }: { children: ReactNode }) {
  return (
    <Card>
      <dl className={styles["facts"]}>{children}</dl>
    </Card>
  );
}

export function KeyValue({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="figures">{children}</dd>
    </div>
  );
}

export function SlotKeyValue({ slot }: { slot: string }) {
  return (
    <KeyValue name="Slot">
      <span className={styles["slot"]}>{slot}</span>
    </KeyValue>
  );
}

/** The total in large figures above its breakdown; `paise` is the total. */
export function ChargeCard({ caption, paise, children }: { caption: string; paise: number; children: ReactNode }) {
  return (
    <Card>
      <p className={styles["caption"]}>{caption}</p>
      <p className={styles["due"]}>
        <Amount paise={paise} size="huge" />
      </p>
      <dl className={styles["sum"]}>{children}</dl>
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
    <div className={isTotal ? styles["total"] : undefined}>
      <dt>{name}</dt>
      <dd>
        {sign && `${sign} `}
        <Amount paise={paise} />
      </dd>
    </div>
  );
}
