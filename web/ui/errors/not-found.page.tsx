// §2: 'Unknown paths show a not-found page.'
import { IconMapPinOff } from "@tabler/icons-react";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { usePageTitle } from "#web/ui/page.tsx";
import { EmptyState } from "#web/ui/states.tsx";

export function NotFoundPage() {
  usePageTitle("Page not found");
  return (
    <EmptyState isPage icon={IconMapPinOff} title="Page not found" text="Check the address, or go to the home page.">
      <ButtonLink to="/" size="lg" color="marigold">
        Go to home page
      </ButtonLink>
    </EmptyState>
  );
}
