// A link that stands by itself, with the height of a touch target.
import type { ReactNode } from "react";
import { Link } from "react-router";
import { joinClassNames } from "#web/ui/class-names.ts";
import styles from "#web/ui/links/text-link.module.css";

interface TextLinkProps {
  to: string;
  className?: string | undefined;
  "aria-label"?: string;
  children: ReactNode;
}

export function TextLink({ className, ...rest }: TextLinkProps) {
  return <Link {...rest} className={joinClassNames(styles["link"], className)} />;
}
