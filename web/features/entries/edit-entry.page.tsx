// §2 /vehicle-entry/edit and /person-entry/edit: a standing record: its pass with QR and renewal, and what may be changed of it.
import { useQuery } from "@tanstack/react-query";
import { IconIdOff } from "@tabler/icons-react";
import { useSearchParams } from "react-router";
import { email, personName, text } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { ApiError } from "#web/items/api-error.ts";
import { updateItem } from "#web/items/items.ts";
import { useLive } from "#web/items/live.ts";
import { worksAtGate } from "#web/items/session.ts";
import { useBranch, useKnownSession } from "#web/items/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Form, SubmitButton } from "#web/ui/form.tsx";
import { FormField } from "#web/ui/form-field.tsx";
import { showSuccess } from "#web/ui/messages.ts";
import { Card, Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { VehicleTypes } from "#web/ui/vehicle-types.tsx";
import { passQuery } from "#web/features/entries/api.ts";
import type { PassWire } from "#web/features/entries/api.ts";
import { PassCard } from "#web/features/entries/pass-card.tsx";
import styles from "#web/features/entries/entries.module.css";

export function EditEntryPage() {
  const [parameters] = useSearchParams();
  const id = parameters.get("id") ?? "";
  const isId = /^\d{1,9}$/.test(id);
  useLive("Parking_Main_Information");
  const { data, error, refetch } = useQuery({ ...passQuery(id), enabled: isId });
  if (!isId || (error instanceof ApiError && error.status === 403)) return <NoRecord />;
  if (data) return <Record key={data.id} record={data} />;
  return (
    <Page title="Entry">
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows count={4} />}
    </Page>
  );
}

function NoRecord() {
  const { path } = useBranch();
  return (
    <Page title="Entry">
      <EmptyState icon={IconIdOff} title="No such pass" text="It may belong to another branch.">
        <ButtonLink to={path("parking/dashboard")} size="lg">
          Open the board
        </ButtonLink>
      </EmptyState>
    </Page>
  );
}

function Record({ record }: { record: PassWire }) {
  const { role } = useKnownSession();
  const isPass = record.parking_type === "long_time";
  return (
    <Page title={isPass ? "Pass" : "Entry"}>
      <div className={styles["columns"]}>
        {isPass && <PassCard pass={record} />}
        {worksAtGate(role) && <EditForm record={record} />}
      </div>
    </Page>
  );
}

function EditForm({ record }: { record: PassWire }) {
  const fields = {
    name: personName({ required: record.is_person }),
    email: email(),
    entry_reason: text({ label: "Why they come", max: limits.message }),
    vehicle_type: text({ label: "Vehicle type" }),
  };
  const known: { [name: string]: string } = {
    name: record.name ?? "",
    email: record.email ?? "",
    entry_reason: record.entry_reason ?? "",
    vehicle_type: record.vehicle_type ? String(record.vehicle_type.id) : "",
  };

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    const changes = Object.fromEntries(Object.entries(values).filter(([name, value]) => (value ?? "") !== known[name]));
    if (Object.keys(changes).length === 0) throw new ApiError({ code: "NO_CHANGES", status: 400 });
    const type = changes["vehicle_type"];
    await updateItem("Parking_Main_Information", record.id, {
      ...changes,
      ...(type === undefined ? {} : { vehicle_type: type === null ? null : Number(type) }),
    });
    showSuccess("DATA_UPDATED");
  }

  return (
    <Card>
      <h2 className={styles["heading"]}>Details</h2>
      <Form fields={fields} initial={known} onSubmit={submit}>
        <div className={styles["form"]}>
          <FormField name="name" />
          <FormField name="email" />
          <FormField name="entry_reason" as="long-text" />
          {!record.is_person && <VehicleTypes service="is_parking" />}
          <SubmitButton>Save</SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
