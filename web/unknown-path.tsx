// §2: 'Unknown paths show a not-found page.' Under the user's own branch with its shell, as its notices hold on every page.
import { lazy, Suspense } from "react";
import { useLocation } from "react-router";
import { useSession } from "#web/api/use-session.ts";
import { PublicPageLayout } from "#web/product/shell/public-layout.tsx";
import { NotFoundPage } from "#web/ui/errors/not-found.page.tsx";

const PartnerLayout = lazy(async () => ({ default: (await import("#web/partner-layout.tsx")).PartnerLayout }));

export function UnknownPath() {
  const { data: session, isPending } = useSession();
  const { pathname } = useLocation();
  if (isPending) return null;
  const { company, branch } = session ?? {};
  if (!company || !branch || !pathname.startsWith(`/${company.slug}/${branch.slug}/`))
    return (
      <PublicPageLayout>
        <NotFoundPage />
      </PublicPageLayout>
    );
  return (
    <Suspense>
      <PartnerLayout>
        <NotFoundPage />
      </PartnerLayout>
    </Suspense>
  );
}
