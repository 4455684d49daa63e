// The heading of one part of the set-up: it leads to the part's own address.
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useBranch } from "#web/items/use-session.ts";
import styles from "#web/features/configuration/configuration.module.css";

interface PartHeadingProps {
  edit: string;
  /** Whose set-up it is: only parking's parts have addresses, the valet's stand on one page. */
  service?: string;
  children: ReactNode;
}

export function PartHeading({ edit, service = "is_parking", children }: PartHeadingProps) {
  const { path } = useBranch();
  return (
    <h2 className={styles["heading"]}>
      {service === "is_parking" ? <Link to={path(`configurations/parking/${edit}`)}>{children}</Link> : children}
    </h2>
  );
}
