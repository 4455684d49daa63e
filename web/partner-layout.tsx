// Layout of partner pages, loaded with the first of them to keep public pages small.
import { lazy, Suspense, useEffect } from "react";
import { Outlet } from "react-router";
import { can } from "#domain/access/capabilities.ts";
import { useSession } from "#web/api/use-session.ts";
import { RouteGuard } from "#web/route-guard.tsx";
import { routeGuards } from "#web/route-guards.ts";
import { AppShell } from "#web/product/shell/app-shell.tsx";
import { languageStore } from "#web/languages/t.ts";
import { loadSuccessMessages } from "#web/ui/feedback.ts";
import { useStore } from "#web/store.ts";

/** Pickup alerts on every partner page. */
const PickupAlerts = lazy(async () => ({
  default: (await import("#web/features/valet/pickup-alerts.tsx")).PickupAlerts,
}));

/** The forms that work without a network, and the texts of their successes, must be loaded before it is lost. */
function usePreloadedForms(): void {
  const { data: session } = useSession();
  const branch = session && can(session, "gate.operate") ? session.branch : null;
  const { is_parking: hasParking = false, is_valet_and_parking: hasValet = false } = branch ?? {};
  useEffect(() => {
    const timer = setTimeout(() => {
      loadSuccessMessages().catch(() => undefined);
      if (hasParking) void import("#web/features/parking/check-in/check-in.page.tsx").catch(() => undefined);
      if (hasValet) void import("#web/features/valet/new-ticket/new-ticket.page.tsx").catch(() => undefined);
    }, preloadAfterMs);
    return () => clearTimeout(timer);
  }, [hasParking, hasValet]);
}

const preloadAfterMs = 2_000;

export function PartnerLayout() {
  useStore(languageStore);
  usePreloadedForms();
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
