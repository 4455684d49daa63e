// §2: 'Unknown paths show a not-found page.'
import { IconMapPinOff } from "@tabler/icons-react";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { usePageTitle } from "#web/ui/page.tsx";
import { EmptyState } from "#web/ui/states.tsx";

export function NotFoundPage() {
  usePageTitle("Page not found");
  return (
    <EmptyState
      icon={IconMapPinOff}
      title="There is nothing at this address"
      text="The link may be old, or a letter may be missing. Check the address, or start from the first page."
    >
      <ButtonLink to="/" size="lg" color="marigold">
        Go to the first page
      </ButtonLink>
    </EmptyState>
  );
}
