// Layout of the onboarding pages: the app shell once company and branch are published, before that the public layout.
import { Outlet } from "react-router";
import { RouteGuard } from "#web/route-guard.tsx";
import { routeGuards } from "#web/route-guards.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { PublicPageLayout } from "#web/product/shell/public-layout.tsx";
import { AppShell } from "#web/product/shell/app-shell.tsx";

export function OnboardingLayout() {
  return (
    <RouteGuard guard={routeGuards.admin}>
      <SelectedLayout />
    </RouteGuard>
  );
}

function SelectedLayout() {
  const { company, branch } = useRequiredSession();
  const Layout = company?.status === "published" && branch?.status === "published" ? AppShell : PublicPageLayout;
  return (
    <Layout>
      <Outlet />
    </Layout>
  );
}
