// Query cache. Live events keep it up to date; network failures are retried, errors of the server are not.
import { QueryClient } from "@tanstack/react-query";
import type { CollectionName } from "#domain/schema/registry.ts";
import { ApiError } from "#web/api/api-error.ts";

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiError && (error.status === 0 || error.status === 503),
      retryDelay: (failures) => 500 * 2 ** failures,
    },
  },
});

/** Fetches what is shown of the collections again; the live event for the same change arrives later. */
export async function refreshItems(...collections: readonly CollectionName[]): Promise<void> {
  await Promise.all(collections.map((name) => queryClient.invalidateQueries({ queryKey: ["items", name] })));
}
