// §2 /vehicle-entry/create: entry of a visitor's vehicle, or a new pass, which `type` selects; with `visit` a delivery or a cab.
import { useSearchParams } from "react-router";
import { offersQuickVisits, quickVisits } from "#domain/visitors/quick-visit.ts";
import { useBranch } from "#web/api/use-session.ts";
import { QuickVisitForm } from "#web/features/passes/quick-visit-form.tsx";
import { UnlessClosed } from "#web/product/closed-branch.tsx";
import { Page } from "#web/ui/page.tsx";
import { EntryForm } from "#web/features/passes/entry-form.tsx";
import { t } from "#web/languages/t.ts";

export function NewVehicleEntryPage() {
  const { branch } = useBranch();
  const [parameters] = useSearchParams();
  const visit = quickVisits.find((purpose) => purpose.toLowerCase() === parameters.get("visit"));
  if (visit && offersQuickVisits(branch))
    return (
      <Page title={t(visit)}>
        <UnlessClosed>
          <QuickVisitForm key={visit} visit={visit} />
        </UnlessClosed>
      </Page>
    );
  return (
    <Page title={t("New vehicle entry")}>
      <UnlessClosed>
        <EntryForm isPerson={false} isPass={parameters.get("type") === "pass"} />
      </UnlessClosed>
    </Page>
  );
}
