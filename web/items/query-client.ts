// One cache of what the server said. Live events keep it true; a failed network is retried, a refusal is not.
import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "#web/items/api-error.ts";

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
