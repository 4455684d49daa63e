// §2 /person-entry/create: entry of a visitor on foot, if the branch allows walk-in visitors.
import { IconWalk } from "@tabler/icons-react";
import { useBranch } from "#web/api/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { UnlessClosed } from "#web/product/closed-branch.tsx";
import { Page } from "#web/ui/page.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { EntryForm } from "#web/features/passes/entry-form.tsx";
import { t } from "#web/languages/t.ts";

export function NewPersonEntryPage() {
  const { branch, path } = useBranch();
  return (
    <Page title={t("New person entry")}>
      {branch.allow_person_entries ? (
        <UnlessClosed>
          <EntryForm isPerson />
        </UnlessClosed>
      ) : (
        <EmptyState
          icon={IconWalk}
          title={t("Walk-in visitors are not allowed here")}
          text={t("A manager can allow walk-in visitors in Parking settings.")}
        >
          <ButtonLink to={path("parking/create")} size="lg">
            {t("Check in vehicle")}
          </ButtonLink>
        </EmptyState>
      )}
    </Page>
  );
}
