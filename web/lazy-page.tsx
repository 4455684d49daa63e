// §9: loads the code of a page on navigation, with a timeout of 120 s.
import type { ComponentType } from "react";
import { limits } from "#domain/limits.ts";
import type { RouteGuardRule } from "#web/route-guards.ts";
import { RouteGuard } from "#web/route-guard.tsx";
import { createOfflineError } from "#web/api/api-error.ts";

export type PageLoader = () => Promise<ComponentType>;

export function lazyPage({ guard, load }: { guard: RouteGuardRule; load: PageLoader }) {
  return async function loadWithin(): Promise<{ Component: ComponentType }> {
    const PageComponent = await withTimeout(load());
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

function withTimeout<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(createOfflineError()), limits.chunkTimeoutMs);
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
