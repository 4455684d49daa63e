// §2: 'A logged-in user with the wrong role sees a separate access-denied view'; the URL does not change.
import { IconLock } from "@tabler/icons-react";
import { getErrorText } from "#domain/errors.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { useSession } from "#web/api/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { usePageTitle } from "#web/ui/page.tsx";
import { getSessionLandingPath } from "#web/product/shell/public-layout.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { t } from "#web/languages/t.ts";

/** `code` is set if access is denied because of the branch, company or service instead of the role. */
export function AccessDenied({ code }: { code?: ErrorCode | undefined }) {
  usePageTitle(t("Access denied"));
  const { data: session } = useSession();
  const text = code
    ? t(getErrorText(code))
    : t("Your role does not have access to this page. Ask your admin if you need it.");
  return (
    <EmptyState isPage icon={IconLock} title={t("Access denied")} text={text}>
      <ButtonLink to={(session && getSessionLandingPath(session)) ?? "/"} size="lg" color="marigold">
        {t("Go to home page")}
      </ButtonLink>
    </EmptyState>
  );
}
