// §2 /person-entry/create: a visitor on foot, where the branch lets persons in.
import { IconWalk } from "@tabler/icons-react";
import { useBranch } from "#web/items/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Page } from "#web/ui/page.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { EntryForm } from "#web/features/entries/entry-form.tsx";

export function PersonEntryPage() {
  const { branch, path } = useBranch();
  return (
    <Page title="Person entry">
      {branch.allow_person_entries ? (
        <EntryForm isPerson />
      ) : (
        <EmptyState
          icon={IconWalk}
          title="This branch enters vehicles only"
          text="A manager can allow persons in the configuration of parking."
        >
          <ButtonLink to={path("parking/create")} size="lg">
            Check in a vehicle
          </ButtonLink>
        </EmptyState>
      )}
    </Page>
  );
}
