// Layout of a logged-in customer's pages, with tabs between them.
import type { ReactNode } from "react";
import { NavLink, useLocation } from "react-router";
import { NavigationGuard } from "#web/ui/overlays/navigation-guard.tsx";
import { CenteredPage, Page } from "#web/ui/page.tsx";
import { getCustomerTypes } from "#domain/accounts/customer-type.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import styles from "#web/product/customer-page.module.css";
import { t } from "#web/languages/t.ts";

interface CustomerPageProps {
  title: string;
  /** Heading of the page, if it is not the title. */
  heading?: string;
  actions?: ReactNode;
  children: ReactNode;
}

export function CustomerPage({ title, heading = title, actions, children }: CustomerPageProps) {
  const { pathname } = useLocation();
  const { user } = useRequiredSession();
  const customerType = pathname.split("/")[1] ?? "commercial";
  const hasCommercialPages = getCustomerTypes(user).includes("commercial");
  return (
    <CenteredPage width="reading">
      <nav className={styles["tabs"]} aria-label={t("Customer pages")}>
        <NavLink to={`/${customerType}/home`}>{t("Home")}</NavLink>
        <NavLink to={`/${customerType}/parking-history`}>{t("Parking")}</NavLink>
        {hasCommercialPages && <NavLink to="/commercial/valet-parking-history">{t("Valet")}</NavLink>}
        {hasCommercialPages && <NavLink to="/commercial/saved-coupon">{t("Coupons")}</NavLink>}
        <NavLink to={`/${customerType}/invites`}>{t("Invites")}</NavLink>
        <NavLink to={`/${customerType}/pin-my-location`}>{t("Places")}</NavLink>
      </nav>
      <Page title={title} heading={heading} actions={actions}>
        {children}
      </Page>
      <NavigationGuard />
    </CenteredPage>
  );
}
