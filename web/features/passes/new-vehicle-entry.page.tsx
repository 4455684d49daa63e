// §2 /vehicle-entry/create: entry of a visitor's vehicle, or a new pass.
import { Page } from "#web/ui/page.tsx";
import { EntryForm } from "#web/features/passes/entry-form.tsx";

export function NewVehicleEntryPage() {
  return (
    <Page title="New vehicle entry">
      <EntryForm isPerson={false} />
    </Page>
  );
}
