// A page that could not be loaded, or broke while it was shown.
import { useRouteError } from "react-router";
import { usePageTitle } from "#web/ui/page.tsx";
import { ErrorState } from "#web/ui/states.tsx";

export function PageFailed() {
  usePageTitle("Something went wrong");
  const error = useRouteError();
  // A new version may have replaced the part that was asked for: loading the page anew gets it.
  return <ErrorState error={error} onRetry={() => location.reload()} />;
}
