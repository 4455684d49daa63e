// Error boundary of a page that failed to load or render.
import { useRouteError } from "react-router";
import { usePageTitle } from "#web/ui/page.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { t } from "#web/languages/t.ts";

export function PageError() {
  usePageTitle(t("Something went wrong"));
  const error = useRouteError();
  // A new release may have replaced the requested chunk: a reload fetches the current one.
  return <ErrorState isPage error={error} onRetry={() => location.reload()} />;
}
