// The heading of one part of the set-up: it leads to the part's own address.
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useBranch } from "#web/items/use-session.ts";
import styles from "#web/features/configuration/configuration.module.css";

interface PartHeadingProps {
  edit: string;
  /** Whose set-up it is: parts of parking and of the branch have addresses, the others stand on one page. */
  menu?: "parking" | "branch" | "valet-parking" | "company";
  children: ReactNode;
}

export function PartHeading({ edit, menu = "parking", children }: PartHeadingProps) {
  const { path } = useBranch();
  const hasAddress = menu === "parking" || menu === "branch";
  return (
    <h2 className={styles["heading"]}>
      {hasAddress ? <Link to={path(`configurations/${menu}/${edit}`)}>{children}</Link> : children}
    </h2>
  );
}
