// Texts of the branch's public page for search engines, and the way to the page.
import { Branch } from "#domain/branches/branch.collection.ts";
import type { WireRow } from "#domain/schema/registry.ts";
import { updateItem } from "#web/api/items.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { SettingsForm } from "#web/product/forms/settings-form.tsx";
import { PublicPageButton } from "#web/product/public-page-button.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import { SectionLink } from "#web/features/branches/section-link.tsx";

const { meta_title, meta_description, meta_keywords } = Branch.fields;
const fields = { meta_title, meta_description, meta_keywords };

export function PublicPageSection({ row }: { row: Pick<WireRow<"Branch">, "id" | keyof typeof fields> }) {
  return (
    <Card
      title={
        <SectionLink menu="branch" edit="public-page">
          Public page
        </SectionLink>
      }
    >
      <Text c="dimmed">What search engines show. Empty texts are made from the name, place and prices.</Text>
      <SettingsForm
        fields={fields}
        row={row}
        submitLabel="Save texts"
        onSave={(changes) => updateItem("Branch", row.id, changes)}
      >
        <FormField name="meta_title" description="About 60 characters are shown" />
        <FormField name="meta_description" />
        <FormField name="meta_keywords" description="Separated by commas" />
      </SettingsForm>
      <PublicPageButton branch={row} />
    </Card>
  );
}
