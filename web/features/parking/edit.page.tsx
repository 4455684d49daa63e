// §2 /parking/edit: what may be changed of an entry: who it is, whom they meet, and where it stands.
import { useQuery } from "@tanstack/react-query";
import { IconCarOff } from "@tabler/icons-react";
import { useNavigate, useSearchParams } from "react-router";
import { email, personName, text } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { parkingSequence } from "#domain/states/parking.ts";
import { ApiError } from "#web/items/api-error.ts";
import { slotOf } from "#web/items/entry.ts";
import { itemQuery, updateItem } from "#web/items/items.ts";
import { useBranch } from "#web/items/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Form, SubmitButton } from "#web/ui/form.tsx";
import { FormField } from "#web/ui/form-field.tsx";
import { MeetingPerson } from "#web/ui/meeting-person.tsx";
import { showSuccess } from "#web/ui/messages.ts";
import { ActionBar, Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { VehicleTypes } from "#web/ui/vehicle-types.tsx";
import { readAgain } from "#web/features/parking/api.ts";
import { SlotChoice, slotFrom } from "#web/features/parking/slot-choice.tsx";
import styles from "#web/features/parking/create.module.css";

interface EditWire {
  id: number;
  parking_status_id: number;
  is_person: boolean;
  slot_prefix: string | null;
  slot_no: number | null;
  visitor_id: string | null;
  parking_main_info: {
    id: number;
    vehicle_no: string | null;
    name: string | null;
    email: string | null;
    entry_reason: string | null;
    vehicle_type: number | null;
  };
}

const fields = ["id", "parking_status_id", "is_person", "slot_prefix", "slot_no", "visitor_id", "parking_main_info.*"];

export function EditParkingPage() {
  const [parameters] = useSearchParams();
  const { path } = useBranch();
  const id = parameters.get("id") ?? "";
  const isId = /^\d{1,9}$/.test(id);
  const { data, error, refetch } = useQuery({
    ...itemQuery<EditWire>("Parking_Information", id, { fields }),
    enabled: isId,
  });
  const isMissing = !isId || (error instanceof ApiError && error.status === 403);
  return (
    <Page title="Change the entry">
      {isMissing ? (
        <EmptyState icon={IconCarOff} title="No such entry" text="It may belong to another branch.">
          <ButtonLink to={path("parking/dashboard")} size="lg">
            Open the board
          </ButtonLink>
        </EmptyState>
      ) : data ? (
        <EditForm key={data.id} entry={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows count={4} />
      )}
    </Page>
  );
}

interface Values {
  [name: string]: string | boolean | null;
}

const ofMain = ["name", "email", "entry_reason", "vehicle_type"];

/** What differs from how it stood, of these fields; an id is a number again. */
function changesOf({ values, known, names }: { values: Values; known: Values; names: readonly string[] }) {
  const changed = names.filter((name) => (values[name] ?? "") !== known[name]);
  return Object.fromEntries(
    changed.map((name) => [name, name === "vehicle_type" && values[name] ? Number(values[name]) : values[name]]),
  );
}

function EditForm({ entry }: { entry: EditWire }) {
  const { path } = useBranch();
  const navigate = useNavigate();
  const main = entry.parking_main_info;
  const stands = slotOf(entry);
  const mayMove = entry.parking_status_id === parkingSequence.in && !entry.is_person;
  const known: { [name: string]: string } = {
    name: main.name ?? "",
    email: main.email ?? "",
    entry_reason: main.entry_reason ?? "",
    vehicle_type: main.vehicle_type ? String(main.vehicle_type) : "",
    visitor_id: entry.visitor_id ?? "",
    slot: "",
  };

  async function submit(values: Values): Promise<void> {
    const record = changesOf({ values, known, names: ofMain });
    const visit = { ...changesOf({ values, known, names: ["visitor_id"] }), ...slotFrom(String(values["slot"] ?? "")) };
    const hasRecord = Object.keys(record).length > 0;
    const hasVisit = Object.keys(visit).length > 0;
    if (!hasRecord && !hasVisit) throw new ApiError({ code: "NO_CHANGES", status: 400 });
    // The slot first: it is what may be refused.
    if (hasVisit) await updateItem("Parking_Information", entry.id, visit);
    if (hasRecord) await updateItem("Parking_Main_Information", main.id, record);
    showSuccess("DATA_UPDATED");
    void readAgain();
    await navigate(path(`parking/detail?id=${entry.id}`));
  }

  return (
    <Form
      initial={known}
      fields={{
        name: personName({ required: entry.is_person }),
        email: email(),
        entry_reason: text({ label: "Why they come", max: limits.message }),
        vehicle_type: text({ label: "Vehicle type" }),
        visitor_id: text({ label: "Whom they meet" }),
        slot: text({ label: "Slot" }),
      }}
      onSubmit={submit}
    >
      <div className={styles["form"]}>
        {!entry.is_person && <VehicleTypes service="is_parking" />}
        <FormField name="name" />
        <FormField name="email" />
        <MeetingPerson />
        <FormField name="entry_reason" as="long-text" />
        {mayMove && stands && <SlotChoice first={`Stays in ${stands}`} />}
      </div>
      <ActionBar>
        <SubmitButton>Save</SubmitButton>
      </ActionBar>
    </Form>
  );
}
