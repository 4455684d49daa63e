// Page layout: title, actions, cards and action bar.
import { useEffect } from "react";
import type { HTMLAttributes, ReactNode } from "react";
import { joinClassNames } from "#web/ui/class-names.ts";
import { getMaxWidth, getSpace, Group } from "#web/ui/layout.tsx";
import type { Space, Width } from "#web/ui/layout.tsx";
import { Title } from "#web/ui/text.tsx";
import styles from "#web/ui/page.module.css";

/** Sets the tab title: 'Parking board – Chaavi'. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === "Chaavi" ? title : `${title} – Chaavi`;
  }, [title]);
}

interface PageProps {
  /** Title of the browser tab. */
  title: string;
  /** Heading of the page, if it is not the title. */
  heading?: ReactNode;
  /** Beside the heading: filters, a link, a button. */
  actions?: ReactNode;
  /** Maximum width of the content below the heading. */
  width?: Width | undefined;
  children: ReactNode;
}

export function Page({ title, heading = title, actions, width, children }: PageProps) {
  usePageTitle(title);
  return (
    <div className={styles["page"]}>
      <Group component="header" gap="sm" justify="space-between">
        <Title order={1}>{heading}</Title>
        {actions}
      </Group>
      {width ? (
        <div className={styles["page"]} style={{ maxWidth: getMaxWidth(width) }}>
          {children}
        </div>
      ) : (
        children
      )}
    </div>
  );
}

interface CenteredPageProps extends HTMLAttributes<HTMLElement> {
  width?: Width | undefined;
  gap?: Space | undefined;
}

/** A public page: one centred column. */
export function CenteredPage({ width = "narrow", gap = "lg", className, style, ...rest }: CenteredPageProps) {
  return (
    <div
      {...rest}
      className={joinClassNames(styles["centered"], className)}
      style={{ maxWidth: getMaxWidth(width), gap: getSpace(gap), ...style }}
    />
  );
}

/** Primary actions, fixed at the bottom while the page scrolls. */
export function ActionBar({ children }: { children: ReactNode }) {
  return <div className={styles["bar"]}>{children}</div>;
}

interface CardProps extends Omit<HTMLAttributes<HTMLElement>, "title"> {
  component?: "article" | "div" | "li" | "section" | undefined;
  title?: ReactNode;
  /** Beside the title. */
  actions?: ReactNode;
  /** Stacks the children with this space between them. Default with a title: "sm". */
  gap?: Space | undefined;
  padding?: Space | undefined;
}

export function Card({
  component: Component = "section",
  title,
  actions,
  gap = title === undefined ? undefined : "sm",
  padding = "lg",
  className,
  style,
  children,
  ...rest
}: CardProps) {
  return (
    <Component
      {...rest}
      className={joinClassNames(styles["card"], gap !== undefined && styles["stacked"], className)}
      style={{ gap: gap && getSpace(gap), padding: getSpace(padding), ...style }}
    >
      {title !== undefined && (
        <Group justify="space-between">
          <Title>{title}</Title>
          {actions}
        </Group>
      )}
      {children}
    </Component>
  );
}
