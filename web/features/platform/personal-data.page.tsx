// /platform/privacy: export or erasure of a person's data on request.
import { useQuery } from "@tanstack/react-query";
import { IconShieldLock } from "@tabler/icons-react";
import { useState } from "react";
import { email, phone } from "#domain/schema/fields.ts";
import { queryClient } from "#web/api/query-client.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { Card } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { PlatformLayout } from "#web/features/platform/platform-layout.tsx";
import { PersonalDataResult } from "#web/features/platform/personal-data-result.tsx";
import {
  type PersonIdentifier,
  type PersonalDataPreview,
  type PrivacyRequest,
  requestsQuery,
  searchPersonalData,
} from "#web/features/platform/personal-data-api.ts";
import styles from "#web/features/platform/platform.module.css";

const fields = { phone: phone(), email: email() };
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
    <PlatformLayout title="Personal data">
      <div className={styles["settings"]}>
        <Card>
          <h2 className={styles["heading"]}>Find a person</h2>
          <p className={styles["muted"]}>
            First verify that the number or email belongs to the person who asks. If you enter both, records with either
            one are found.
          </p>
          <Form fields={fields} onSubmit={({ phone, email }) => search({ phone: toText(phone), email: toText(email) })}>
            <div className={styles["search"]}>
              <FormField name="phone" description="Example: 98400 12345" />
              <FormField name="email" description="Example: asha@example.com" />
              <SubmitButton size="lg">Search</SubmitButton>
            </div>
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
      </div>
    </PlatformLayout>
  );
}

function RequestHistory() {
  const { data, error, refetch } = useQuery(requestsQuery);
  return (
    <Card>
      <h2 className={styles["heading"]}>Requests</h2>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={3} />}
      {data?.length === 0 && (
        <EmptyState icon={IconShieldLock} title="No requests yet" text="Downloads and erasures appear here." />
      )}
      <ul className={styles["plainList"]}>
        {data?.map((entry) => (
          <RequestRow key={entry.id} entry={entry} />
        ))}
      </ul>
    </Card>
  );
}

function RequestRow({ entry }: { entry: PrivacyRequest }) {
  const label = entry.kind === "export" ? "Downloaded" : entry.state === "done" ? "Erased" : "Erasure in progress";
  return (
    <li className={styles["request"]}>
      <strong>
        {label}: <span className="figures">{entry.subject}</span>
      </strong>
      <span>{entry.reason}</span>
      <span className={styles["muted"]}>
        {entry.by ?? "Unknown user"}, <DateTime at={entry.requested_at} />
      </span>
    </li>
  );
}
