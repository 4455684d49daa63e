// Frame of the login and registration pages: logo, title and one form.
import type { ReactNode } from "react";
import { LogoMark } from "#web/product/logo.tsx";
import styles from "#web/features/accounts/log-in.module.css";

interface LogInCardProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

export function LogInCard({ title, lead, children }: LogInCardProps) {
  return (
    <div className={styles["page"]}>
      <section className={styles["card"]}>
        <LogoMark size={48} />
        <h1 className={styles["title"]}>{title}</h1>
        {lead ? <p className={styles["lead"]}>{lead}</p> : <div className={styles["leadSpacer"]} />}
        {children}
      </section>
    </div>
  );
}

export function FormFields({ children }: { children: ReactNode }) {
  return <div className={styles["fields"]}>{children}</div>;
}
