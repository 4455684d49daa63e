// §9: loads the code of a page on navigation, with a timeout of 120 s.
import type { ComponentType } from "react";
import type { RouteGuardRule } from "#web/route-guards.ts";
import { RouteGuard } from "#web/route-guard.tsx";
import { loadWithin } from "#web/load-within.ts";

export type PageLoader = () => Promise<ComponentType>;

export function lazyPage({ guard, load }: { guard: RouteGuardRule; load: PageLoader }) {
  return async function loadPage(): Promise<{ Component: ComponentType }> {
    const PageComponent = await loadWithin(load());
    function GuardedPage() {
      return (
        <RouteGuard guard={guard}>
          <PageComponent />
        </RouteGuard>
      );
    }
    return { Component: GuardedPage };
  };
}
