// §9: loads the code of a page on navigation, with a timeout of 120 s.
import type { ComponentType } from "react";
import type { RouteGuardRule } from "#web/route-guards.ts";
import { RouteGuard } from "#web/route-guard.tsx";
import { languageStore } from "#web/languages/t.ts";
import { loadWithin } from "#web/load-within.ts";
import { useStore } from "#web/store.ts";

export type PageLoader = () => Promise<ComponentType>;

/**
 * Loads the component of a route. One that cannot be loaded throws when it is rendered: the router shows the error boundary
 * for errors of rendering only, and an empty page for a rejected `lazy`.
 */
export async function loadComponent(load: PageLoader): Promise<ComponentType> {
  return loadWithin(load()).catch((error: unknown) => {
    return function FailedPage(): never {
      throw error;
    };
  });
}

export function lazyPage({ guard, load }: { guard: RouteGuardRule; load: PageLoader }) {
  return async function loadPage(): Promise<{ Component: ComponentType }> {
    const PageComponent = await loadComponent(load);
    function GuardedPage() {
      // Renders the page again in a chosen language; what was typed in it stays.
      useStore(languageStore);
      return (
        <RouteGuard guard={guard}>
          <PageComponent />
        </RouteGuard>
      );
    }
    return { Component: GuardedPage };
  };
}
