// Layout of partner pages, loaded with the first of them to keep public pages small.
import { lazy, Suspense } from "react";
import { Outlet } from "react-router";
import { RouteGuard } from "#web/route-guard.tsx";
import { routeGuards } from "#web/route-guards.ts";
import { AppShell } from "#web/product/shell/app-shell.tsx";

/** Pickup alerts on every partner page. */
const PickupAlerts = lazy(async () => ({
  default: (await import("#web/features/valet/pickup-alerts.tsx")).PickupAlerts,
}));

export function PartnerLayout() {
  return (
    <RouteGuard guard={routeGuards.staff}>
      <AppShell
        banner={
          <Suspense fallback={null}>
            <PickupAlerts />
          </Suspense>
        }
      >
        <Outlet />
      </AppShell>
    </RouteGuard>
  );
}
