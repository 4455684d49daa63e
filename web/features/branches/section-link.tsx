// Title of a settings section, as a link to the section's own page.
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useBranch } from "#web/api/use-session.ts";

interface SectionLinkProps {
  edit: string;
  /** Only the sections of parking and branch have their own pages. */
  menu?: "parking" | "branch" | "valet-parking" | "company";
  children: ReactNode;
}

export function SectionLink({ edit, menu = "parking", children }: SectionLinkProps) {
  const { path } = useBranch();
  if (menu !== "parking" && menu !== "branch") return children;
  return (
    <Link to={path(`configurations/${menu}/${edit}`)} style={{ color: "inherit", textDecoration: "none" }}>
      {children}
    </Link>
  );
}
