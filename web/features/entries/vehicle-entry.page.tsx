// §2 /vehicle-entry/create: a vehicle with whom it comes to and why, or with a pass for a time.
import { Page } from "#web/ui/page.tsx";
import { EntryForm } from "#web/features/entries/entry-form.tsx";

export function VehicleEntryPage() {
  return (
    <Page title="Vehicle entry">
      <EntryForm isPerson={false} />
    </Page>
  );
}
