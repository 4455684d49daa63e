// Heading of a settings section, linked to the section's own page where it has one.
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useBranch } from "#web/api/use-session.ts";
import styles from "#web/features/branches/parking-settings.module.css";

interface SectionHeadingProps {
  edit: string;
  /** Only the sections of parking and branch have their own pages. */
  menu?: "parking" | "branch" | "valet-parking" | "company";
  children: ReactNode;
}

export function SectionHeading({ edit, menu = "parking", children }: SectionHeadingProps) {
  const { path } = useBranch();
  const hasPage = menu === "parking" || menu === "branch";
  return (
    <h2 className={styles["heading"]}>
      {hasPage ? <Link to={path(`configurations/${menu}/${edit}`)}>{children}</Link> : children}
    </h2>
  );
}
