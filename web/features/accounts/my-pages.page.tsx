// The own first page of whoever is logged in, for links of pages that do not know the user.
import { Navigate } from "react-router";
import { useSession } from "#web/api/use-session.ts";
import { getSessionLandingPath } from "#web/product/shell/public-layout.tsx";
import { CenteredPage, usePageTitle } from "#web/ui/page.tsx";
import { SkeletonRows } from "#web/ui/states.tsx";

export function MyPagesPage() {
  usePageTitle("My pages");
  const { data: session } = useSession();
  if (session === undefined)
    return (
      <CenteredPage>
        <SkeletonRows count={3} />
      </CenteredPage>
    );
  return <Navigate to={(session && getSessionLandingPath(session)) ?? "/customer/commercial/login"} replace />;
}
