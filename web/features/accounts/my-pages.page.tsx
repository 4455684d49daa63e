// The own first page of whoever is logged in, for links of pages that do not know the user, and for the shortcuts of the
// installed application.
import { Navigate, useSearchParams } from "react-router";
import { getShortcutPage, shortcutParameter } from "#domain/devices/app-shortcuts.ts";
import { getPartnerLoginPath } from "#domain/accounts/safe-redirect.ts";
import type { Session } from "#web/api/session.ts";
import { useSession } from "#web/api/use-session.ts";
import { getSessionLandingPath } from "#web/product/shell/public-layout.tsx";
import { CenteredPage, usePageTitle } from "#web/ui/page.tsx";
import { SkeletonRows } from "#web/ui/states.tsx";
import { t } from "#web/languages/t.ts";

export function MyPagesPage() {
  usePageTitle(t("My pages"));
  const { data: session } = useSession();
  const [parameters] = useSearchParams();
  if (session === undefined)
    return (
      <CenteredPage>
        <SkeletonRows count={3} />
      </CenteredPage>
    );
  return <Navigate to={getOwnPage({ session, shortcut: parameters.get(shortcutParameter) })} replace />;
}

function getOwnPage({ session, shortcut }: { session: Session | null; shortcut: string | null }): string {
  if (!session)
    return shortcut === null
      ? "/customer/commercial/login"
      : getPartnerLoginPath(`/my-pages?${new URLSearchParams({ [shortcutParameter]: shortcut }).toString()}`);
  const { role, company, branch } = session;
  const page = getShortcutPage({ shortcut, role, branch });
  if (page !== undefined && company && branch) return `/${company.slug}/${branch.slug}/${page}`;
  return getSessionLandingPath(session) ?? "/customer/commercial/login";
}
