// The frame of a logged-in customer's own pages, with the way from one to the other.
import type { ReactNode } from "react";
import { NavLink, useLocation } from "react-router";
import { Page } from "#web/ui/page.tsx";
import styles from "#web/ui/customer-view.module.css";

interface CustomerViewProps {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}

export function CustomerView({ title, actions, children }: CustomerViewProps) {
  const { pathname } = useLocation();
  const customerType = pathname.split("/")[1] ?? "commercial";
  return (
    <div className={styles["view"]}>
      <nav className={styles["tabs"]} aria-label="Your pages">
        <NavLink to={`/${customerType}/parking-history`}>Parking</NavLink>
        {customerType === "commercial" && <NavLink to="/commercial/valet-parking-history">Valet</NavLink>}
        <NavLink to={`/${customerType}/invites`}>Invites</NavLink>
      </nav>
      <Page title={title} actions={actions}>
        {children}
      </Page>
    </div>
  );
}
