// /platform/privacy: export or erasure of a person's data on request.
import { useQuery } from "@tanstack/react-query";
import { IconShieldLock } from "@tabler/icons-react";
import { useState } from "react";
import { subjectFields } from "#domain/privacy/subject-fields.ts";
import { queryClient } from "#web/api/query-client.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { Page, Card } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { PersonalDataResult } from "#web/features/platform/personal-data-result.tsx";
import {
  type PersonIdentifier,
  type PersonalDataPreview,
  type PrivacyRequest,
  requestsQuery,
  searchPersonalData,
} from "#web/features/platform/personal-data-api.ts";
import { Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { LongText } from "#web/ui/data/long-text.tsx";

const toText = (value: unknown): string | null => (typeof value === "string" ? value : null);

export function PersonalDataPage() {
  const [result, setResult] = useState<{ person: PersonIdentifier; preview: PersonalDataPreview } | null>(null);

  async function search(person: PersonIdentifier): Promise<void> {
    if (person.phone === null && person.email === null)
      throw Object.assign(new Error("*Enter a phone number or an email"), {
        code: "FAILED_VALIDATION",
        field: "phone",
      });
    setResult({ person, preview: await searchPersonalData(person) });
  }
  async function refresh(): Promise<void> {
    setResult(null);
    await queryClient.invalidateQueries({ queryKey: requestsQuery.queryKey });
  }

  return (
    <Page title="Personal data">
      <Stack width="form">
        <Card title="Find a person">
          <Text c="dimmed">
            First verify that the number or email belongs to the person who asks. If you enter both, records with either
            one are found.
          </Text>
          <Form
            fields={subjectFields}
            onSubmit={({ phone, email }) => search({ phone: toText(phone), email: toText(email) })}
          >
            <Stack>
              <FormField name="phone" description="Example: 98400 12345" />
              <FormField name="email" description="Example: asha@example.com" />
              <SubmitButton size="lg" color="ink">
                Search
              </SubmitButton>
            </Stack>
          </Form>
        </Card>
        {result && (
          <PersonalDataResult
            key={JSON.stringify(result.person)}
            {...result}
            onSearch={(person) => search(person)}
            onDone={() => void refresh()}
          />
        )}
        <RequestHistory />
      </Stack>
    </Page>
  );
}

function RequestHistory() {
  const { data, error, refetch } = useQuery(requestsQuery);
  return (
    <Card title="Requests">
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={3} />}
      {data?.length === 0 && (
        <EmptyState icon={IconShieldLock} title="No requests yet" text="Downloads and erasures appear here." />
      )}
      <Stack component="ul">
        {data?.map((entry) => (
          <RequestRow key={entry.id} entry={entry} />
        ))}
      </Stack>
    </Card>
  );
}

function RequestRow({ entry }: { entry: PrivacyRequest }) {
  const label = entry.kind === "export" ? "Downloaded" : entry.state === "done" ? "Erased" : "Erasure in progress";
  return (
    <Stack component="li" gap="2xs">
      <strong>
        {label}: <span className="figures">{entry.subject}</span>
      </strong>
      <span>
        <LongText>{entry.reason ?? ""}</LongText>
      </span>
      <Text component="span" c="dimmed">
        {entry.by ?? "Unknown user"}, <DateTime at={entry.requested_at} />
      </Text>
    </Stack>
  );
}
