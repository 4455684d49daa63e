// §2 /configurations/{menu} and /{edit}: how a branch takes entries: what it asks, how it is paid, its blocks of slots and its prices.
import { IconArrowLeft } from "@tabler/icons-react";
import { useParams } from "react-router";
import { Branch } from "#domain/collections/branch.ts";
import { ParkingConfiguration } from "#domain/collections/branch-parts.ts";
import type { Fields } from "#domain/collection.ts";
import { updateItem } from "#web/items/items.ts";
import { useBranch } from "#web/items/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { FormField } from "#web/ui/form-field.tsx";
import { NotFoundPage } from "#web/ui/not-found.page.tsx";
import { Card, Page } from "#web/ui/page.tsx";
import { Blocks } from "#web/features/configuration/blocks.tsx";
import { SetUpHistory } from "#web/features/configuration/history.tsx";
import { PartHeading } from "#web/features/configuration/part-heading.tsx";
import { SettingsForm } from "#web/ui/settings-form.tsx";
import { Tariffs } from "#web/features/configuration/tariffs.tsx";
import styles from "#web/features/configuration/configuration.module.css";

/** Each part of the page has an address of its own: /configurations/parking/{edit}. */
const parts: { [edit: string]: () => React.ReactNode } = {
  gate: () => <AskedOfEntries />,
  entries: () => <HowEntriesRun />,
  blocks: () => <Blocks />,
  charges: () => <Tariffs />,
  history: () => <SetUpHistory menu="parking" isWhole />,
};

export function ConfigurationPage() {
  const { menu } = useParams();
  if (menu !== "parking") return <NotFoundPage />;
  return (
    <Page title="Configuration of parking">
      <div className={styles["columns"]}>
        <div className={styles["column"]}>
          <AskedOfEntries />
          <HowEntriesRun />
        </div>
        <div className={styles["column"]}>
          <Blocks />
          <Tariffs />
          <SetUpHistory menu="parking" isWhole={false} />
        </div>
      </div>
    </Page>
  );
}

export function ConfigurationEditPage() {
  const { menu, edit = "" } = useParams();
  const { path } = useBranch();
  const part = menu === "parking" && Object.hasOwn(parts, edit) ? parts[edit] : undefined;
  if (!part) return <NotFoundPage />;
  return (
    <Page
      title="Configuration of parking"
      actions={
        <ButtonLink
          to={path("configurations/parking")}
          variant="default"
          leftSection={<IconArrowLeft size={18} aria-hidden="true" />}
        >
          All settings
        </ButtonLink>
      }
    >
      <div className={styles["alone"]}>{part()}</div>
    </Page>
  );
}

function picked(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[name]!]));
}

const asked = ["allow_vehicle_image_required", "allow_vehicle_type_required", "allow_person_entries"];
const askedFields = picked(Branch.fields, asked);

function AskedOfEntries() {
  const { branch } = useBranch();
  return (
    <Card>
      <PartHeading edit="gate">What the gate asks</PartHeading>
      <SettingsForm
        fields={askedFields}
        row={{ ...branch }}
        onSave={(changes) => updateItem("Branch", branch.id, changes)}
      >
        <FormField name="allow_vehicle_image_required" label="A picture of every vehicle" />
        <FormField name="allow_vehicle_type_required" label="The type of every vehicle" />
        <FormField
          name="allow_person_entries"
          label="Persons come in, too"
          description="Visitors on foot get an entry of their own"
        />
      </SettingsForm>
    </Card>
  );
}

const runs = ["payment_type", "slot_type", "is_slot_required", "security"];
const runFields = picked(ParkingConfiguration.fields, runs);

const paymentTypes = [
  { value: "post-pay", label: "On leaving" },
  { value: "pre-pay", label: "Before coming in" },
  { value: "pay-later", label: "Later, on account" },
];
const slotTypes = [
  { value: "any_slot", label: "The lowest free slot" },
  { value: "specific_slot", label: "A slot one chooses" },
];
const securities = [
  { value: "less_security", label: "Comes in at once" },
  { value: "advanced_security", label: "Waits for approval" },
];

function HowEntriesRun() {
  const { branch } = useBranch();
  const config = branch.parking_config;
  if (!config) return null;
  const asksApproval = branch.entity_type === "government" || branch.entity_type === "residential";
  return (
    <Card>
      <PartHeading edit="entries">How an entry runs</PartHeading>
      <SettingsForm
        key={JSON.stringify(config)}
        fields={runFields}
        row={config}
        onSave={(changes) => updateItem("Parking_Configuration", Number(config["id"]), changes)}
      >
        <FormField name="payment_type" label="Paid" options={paymentTypes} help="paymentType" />
        <FormField name="slot_type" label="Slot" options={slotTypes} help="slotAllocation" />
        <FormField name="is_slot_required" label="Nobody comes in without a slot" />
        {asksApproval && <FormField name="security" label="Who asks to come in" options={securities} />}
      </SettingsForm>
      <p className={styles["soft"]}>This changes only while no vehicle is inside or at the gate.</p>
    </Card>
  );
}
