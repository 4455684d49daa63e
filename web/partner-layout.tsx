// Layout of partner pages, loaded with the first of them to keep public pages small.
import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { Outlet } from "react-router";
import { can } from "#domain/access/capabilities.ts";
import { useSession } from "#web/api/use-session.ts";
import { RouteGuard } from "#web/route-guard.tsx";
import { routeGuards } from "#web/route-guards.ts";
import { AppShell } from "#web/product/shell/app-shell.tsx";
import { languageStore } from "#web/languages/t.ts";
import { loadLanguageOptions } from "#web/product/shell/language-select.tsx";
import { loadSuccessMessages } from "#web/ui/feedback.ts";
import { useStore } from "#web/store.ts";

/** Pickup alerts on every partner page. */
const PickupAlerts = lazy(async () => ({
  default: (await import("#web/features/valet/pickup/pickup-alerts.tsx")).PickupAlerts,
}));

/** What must be loaded before the network is lost: forms that work without it, texts of success, the valet's board and ticket. */
function usePreloadedPages(): void {
  const { data: session } = useSession();
  const branch = session && can(session, "gate.operate") ? session.branch : null;
  const { is_parking: hasParking = false, is_valet_and_parking: hasValet = false } = branch ?? {};
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const load of [loadSuccessMessages, loadLanguageOptions]) void load().catch(() => undefined);
      if (hasParking) void import("#web/features/parking/check-in/check-in.page.tsx").catch(() => undefined);
      if (!hasValet) return;
      for (const load of valetPages) void load().catch(() => undefined);
    }, preloadAfterMs);
    return () => clearTimeout(timer);
  }, [hasParking, hasValet]);
}

const preloadAfterMs = 2_000;
const valetPages: readonly (() => Promise<unknown>)[] = [
  () => import("#web/features/valet/new-ticket/new-ticket.page.tsx"),
  () => import("#web/features/valet/valet-board.page.tsx"),
  () => import("#web/features/valet/ticket-detail.page.tsx"),
];

export function PartnerLayout({ children = <Outlet /> }: { children?: ReactNode }) {
  useStore(languageStore);
  usePreloadedPages();
  return (
    <RouteGuard guard={routeGuards.staff}>
      <AppShell
        banner={
          <Suspense fallback={null}>
            <PickupAlerts />
          </Suspense>
        }
      >
        {children}
      </AppShell>
    </RouteGuard>
  );
}
