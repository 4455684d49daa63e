// §2: 'Unknown paths show a not-found page.'
import { IconMapPinOff } from "@tabler/icons-react";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { usePageTitle } from "#web/ui/page.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { t } from "#web/languages/t.ts";

export function NotFoundPage() {
  usePageTitle(t("Page not found"));
  return (
    <>
      {/* The server answers 200: only the routes of the browser know which paths exist. */}
      <meta name="robots" content="noindex" />
      <EmptyState
        isPage
        icon={IconMapPinOff}
        title={t("Page not found")}
        text={t("Check the address, or go to the home page.")}
      >
        <ButtonLink to="/" size="lg" color="marigold">
          {t("Go to home page")}
        </ButtonLink>
      </EmptyState>
    </>
  );
}
