// What stands around the partners' pages; loaded with the first of them, so that public pages stay light.
import { lazy, Suspense } from "react";
import { Outlet } from "react-router";
import { Guarded } from "#web/guarded.tsx";
import { guards } from "#web/guards.ts";
import { Shell } from "#web/ui/shell/shell.tsx";

/** What rings wherever one is. */
const PickupWatch = lazy(async () => ({
  default: (await import("#web/features/valet/pickup-watch.tsx")).PickupWatch,
}));

export function Partner() {
  return (
    <Guarded guard={guards.staff}>
      <Shell>
        <Outlet />
      </Shell>
      <Suspense fallback={null}>
        <PickupWatch />
      </Suspense>
    </Guarded>
  );
}
