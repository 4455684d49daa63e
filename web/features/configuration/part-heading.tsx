// The heading of one part of the set-up: it leads to the part's own address.
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useBranch } from "#web/items/use-session.ts";
import styles from "#web/features/configuration/configuration.module.css";

export function PartHeading({ edit, children }: { edit: string; children: ReactNode }) {
  const { path } = useBranch();
  return (
    <h2 className={styles["heading"]}>
      <Link to={path(`configurations/parking/${edit}`)}>{children}</Link>
    </h2>
  );
}
