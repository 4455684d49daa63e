// §2: 'A logged-in user with the wrong role sees a separate access-denied view'; the address stays as it is.
import { IconLock } from "@tabler/icons-react";
import { errorText } from "#domain/errors.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { useSession } from "#web/items/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { usePageTitle } from "#web/ui/page.tsx";
import { landingOfSession } from "#web/ui/shell/public-frame.tsx";
import { EmptyState } from "#web/ui/states.tsx";

/** `code` where it is not the role that is wrong but the branch, the company or the service. */
export function AccessDenied({ code }: { code?: ErrorCode | undefined }) {
  usePageTitle("Access denied");
  const { data: session } = useSession();
  const text = code ? errorText(code) : "This page is for somebody with another role. Ask your admin if you need it.";
  return (
    <EmptyState icon={IconLock} title="Access denied" text={text}>
      <ButtonLink to={(session && landingOfSession(session)) ?? "/"} size="lg" color="marigold">
        Go to my first page
      </ButtonLink>
    </EmptyState>
  );
}
