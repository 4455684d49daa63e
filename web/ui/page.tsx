// Page layout: title, actions, cards and action bar.
import { useEffect } from "react";
import type { ReactNode } from "react";
import styles from "#web/ui/page.module.css";

/** Sets the tab title: 'Parking board – Chaavi'. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === "Chaavi" ? title : `${title} – Chaavi`;
  }, [title]);
}

interface PageProps {
  title: string;
  /** Beside the title: filters, a link, a button. */
  actions?: ReactNode;
  children: ReactNode;
}

export function Page({ title, actions, children }: PageProps) {
  usePageTitle(title);
  return (
    <div className={styles["page"]}>
      <div className={styles["head"]}>
        <h1 className={styles["title"]}>{title}</h1>
        {actions}
      </div>
      {children}
    </div>
  );
}

/** Primary actions, fixed at the bottom while the page scrolls. */
export function ActionBar({ children }: { children: ReactNode }) {
  return <div className={styles["bar"]}>{children}</div>;
}

export function Card({ children, className = "" }: { children: ReactNode; className?: string | undefined }) {
  return <section className={`${styles["card"]} ${className}`}>{children}</section>;
}
