// Query cache. Live events keep it up to date; network failures are retried, errors of the server are not.
import { QueryClient } from "@tanstack/react-query";
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
