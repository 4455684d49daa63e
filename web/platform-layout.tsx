// Layout of the platform console, loaded with the first of its pages to keep public pages small.
import { Outlet } from "react-router";
import { PlatformShell } from "#web/features/platform/platform-shell.tsx";
import { RouteGuard } from "#web/route-guard.tsx";
import { routeGuards } from "#web/route-guards.ts";

export function PlatformRootLayout() {
  return (
    <RouteGuard guard={routeGuards.platform}>
      <PlatformShell>
        <Outlet />
      </PlatformShell>
    </RouteGuard>
  );
}
