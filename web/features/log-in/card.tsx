// The frame of every page around logging in: the mark, what this is, one thing to do.
import type { ReactNode } from "react";
import { KeyMark } from "#web/ui/logo.tsx";
import styles from "#web/features/log-in/log-in.module.css";

interface LogInCardProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

export function LogInCard({ title, lead, children }: LogInCardProps) {
  return (
    <div className={styles["page"]}>
      <section className={styles["card"]}>
        <KeyMark size={48} />
        <h1 className={styles["title"]}>{title}</h1>
        {lead ? <p className={styles["lead"]}>{lead}</p> : <div className={styles["gap"]} />}
        {children}
      </section>
    </div>
  );
}

export function Fields({ children }: { children: ReactNode }) {
  return <div className={styles["fields"]}>{children}</div>;
}
