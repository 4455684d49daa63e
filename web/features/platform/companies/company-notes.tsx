// Notes about a company, for the platform only.
import { useQuery } from "@tanstack/react-query";
import { CompanyNotes as Notes } from "#domain/platform/company-notes.collection.ts";
import { createItem, itemsQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { refreshItems } from "#web/api/query-client.ts";
import { AskBeforeLeaving } from "#web/product/forms/ask-before-leaving.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Card } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";

const fields = { note: Notes.fields.note };

export function CompanyNotes({ company }: { company: number }) {
  useLiveCollections("Company_Notes");
  const { data, error, refetch } = useQuery(
    itemsQuery("Company_Notes", {
      filter: { company: { _eq: company } },
      fields: ["id", "note", "date_created", "user_created.first_name"],
      sort: ["-id"],
      limit: 100,
    }),
  );
  return (
    <Card title="Notes">
      <Text c="dimmed">Only the platform sees them.</Text>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={2} />}
      {data && data.length > 0 && (
        <Stack component="ul" aria-label="Notes">
          {data.map(({ id, note, date_created, user_created }) => (
            <Stack key={id} component="li" gap="2xs">
              <Text style={{ whiteSpace: "pre-wrap" }}>{note}</Text>
              <Text component="span" c="dimmed">
                {user_created?.first_name ?? "System"}, <DateTime at={date_created} />
              </Text>
            </Stack>
          ))}
        </Stack>
      )}
      {data && (
        <Form
          // Empty again after a note.
          key={data[0]?.id ?? 0}
          fields={fields}
          onSubmit={async ({ note }) => {
            await createItem("Company_Notes", { company, note });
            await refreshItems("Company_Notes");
            showSuccess("DATA_UPDATED");
          }}
        >
          <AskBeforeLeaving />
          <Stack>
            <FormField name="note" label="New note" widget="long-text" />
            <SubmitButton size="lg" color="ink">
              Add note
            </SubmitButton>
          </Stack>
        </Form>
      )}
    </Card>
  );
}
