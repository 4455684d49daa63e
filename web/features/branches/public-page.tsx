// Texts of the branch's public page for search engines, and the way to the page.
import { useQuery } from "@tanstack/react-query";
import { Branch } from "#domain/branches/branch.collection.ts";
import type { WireRow } from "#domain/schema/registry.ts";
import { pageQuery, updateItem } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { MistakeContent, MistakeDone, mistakeFields } from "#web/product/public-page/mistake-content.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { SettingsForm } from "#web/product/forms/settings-form.tsx";
import { PublicPageButton } from "#web/product/public-page-button.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text, Title } from "#web/ui/text.tsx";
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
      <OpenMistakes branch={row.id} />
    </Card>
  );
}

/** What readers of the page have reported; nothing without any. */
function OpenMistakes({ branch }: { branch: number }) {
  useLiveCollections("Mistakes");
  const filter = { branch: { _eq: branch }, is_done: { _eq: false } };
  const { data } = useQuery(pageQuery("Mistakes", { filter, fields: mistakeFields, sort: ["id"], page: 1 }));
  if (!data || data.count === 0) return null;
  return (
    <Stack gap="md">
      <Title order={3}>Reported mistakes ({data.count})</Title>
      {data.data.map((mistake) => (
        <Stack key={mistake.id} gap="xs">
          <MistakeContent mistake={mistake} />
          <MistakeDone mistake={mistake} />
        </Stack>
      ))}
    </Stack>
  );
}
