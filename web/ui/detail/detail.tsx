// The page of one visit, parked or with the valet: its name and standing, what is owed and known of it, what happened.
import { IconCarOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Amount } from "#web/ui/amount.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Card, Page, usePageTitle } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import styles from "#web/ui/detail/detail.module.css";

interface DetailProps {
  /** In the tab; `heading` on the page. */
  name: string;
  heading: ReactNode;
  badges: ReactNode;
  facts: ReactNode;
  beside: ReactNode;
  /** What can be done with it. */
  children: ReactNode;
}

export function Detail({ name, heading, badges, facts, beside, children }: DetailProps) {
  usePageTitle(name);
  return (
    <div className={styles["page"]}>
      <header className={styles["head"]}>
        <h1 className={styles["title"]}>{heading}</h1>
        <div className={styles["badges"]}>{badges}</div>
      </header>
      <div className={styles["columns"]}>
        <div className={styles["column"]}>{facts}</div>
        <div className={styles["column"]}>{beside}</div>
      </div>
      {children}
    </div>
  );
}

interface NoDetailProps {
  /** 'entry' or 'ticket'. */
  what: string;
  title: string;
  /** The board it may be looked for on. */
  board: string;
  isMissing: boolean;
  error: Error | null;
  onRetry: () => void;
}

/** In the place of one that is not there, not there yet, or not to be had. */
export function NoDetail({ what, title, board, isMissing, error, onRetry }: NoDetailProps) {
  return (
    <Page title={title}>
      {isMissing ? (
        <EmptyState
          icon={IconCarOff}
          title={`No such ${what}`}
          text="It may belong to another branch. Look for it on the board."
        >
          <ButtonLink to={board} size="lg">
            Open the board
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

export function Facts({ children }: { children: ReactNode }) {
  return (
    <Card>
      <dl className={styles["facts"]}>{children}</dl>
    </Card>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="figures">{children}</dd>
    </div>
  );
}

export function SlotFact({ slot }: { slot: string }) {
  return (
    <Fact name="Slot">
      <span className={styles["slot"]}>{slot}</span>
    </Fact>
  );
}

/** The sum large, and below it how it came to that; `paise` is the sum. */
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

interface LineProps {
  name: ReactNode;
  paise: number;
  sign?: "+" | "−";
  isTotal?: boolean;
}

export function ChargeLine({ name, paise, sign, isTotal = false }: LineProps) {
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
