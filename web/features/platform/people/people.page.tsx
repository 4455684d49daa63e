// §1 /platform/people: finds a person who asks for help, and the platform's own team.
import { can } from "#domain/access/capabilities.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { FindUser } from "#web/features/platform/people/find-user.tsx";
import { Team } from "#web/features/platform/people/team.tsx";
import { Page } from "#web/ui/page.tsx";

export function PlatformPeoplePage() {
  const session = useRequiredSession();
  return (
    <Page title="People">
      <FindUser />
      {can(session, "platform.administer") && <Team />}
    </Page>
  );
}
