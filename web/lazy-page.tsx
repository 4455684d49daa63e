// §9: a page's code is loaded when it is opened, within 120 s.
import type { ComponentType } from "react";
import { limits } from "#domain/limits.ts";
import type { Guard } from "#web/guards.ts";
import { Guarded } from "#web/guarded.tsx";
import { offlineError } from "#web/items/api-error.ts";

export type LoadPage = () => Promise<ComponentType>;

export function lazyPage({ guard, load }: { guard: Guard; load: LoadPage }) {
  return async function loadWithin(): Promise<{ Component: ComponentType }> {
    const PageComponent = await withinLimit(load());
    function GuardedPage() {
      return (
        <Guarded guard={guard}>
          <PageComponent />
        </Guarded>
      );
    }
    return { Component: GuardedPage };
  };
}

function withinLimit<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(offlineError()), limits.chunkTimeoutMs);
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
