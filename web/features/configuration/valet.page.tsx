// §2 /configurations/valet-parking: what a branch asks for its valet, how long an offer stands, its own words for the states.
import { Branch } from "#domain/collections/branch.ts";
import { ValetAndParkingConfiguration } from "#domain/collections/branch-parts.ts";
import type { Fields } from "#domain/collection.ts";
import { text } from "#domain/fields.ts";
import { valetStatuses } from "#domain/states/valet.ts";
import { updateItem } from "#web/items/items.ts";
import { useBranch } from "#web/items/use-session.ts";
import { FormField } from "#web/ui/form-field.tsx";
import { Card, Page } from "#web/ui/page.tsx";
import { Blocks } from "#web/features/configuration/blocks.tsx";
import { Tariffs } from "#web/features/configuration/tariffs.tsx";
import { SettingsForm } from "#web/ui/settings-form.tsx";
import styles from "#web/features/configuration/configuration.module.css";

const collection = "Valet_and_Parking_Configuration";
const declared: Fields = ValetAndParkingConfiguration.fields;
const names = [
  "is_collect_valet_charge",
  "valet_charge",
  "payment_type",
  "is_slot_required",
  "token_prefix",
  "offer_timeout_seconds",
];
const fields: Fields = Object.fromEntries(names.map((name) => [name, declared[name]!]));
const branchFields: Fields = {
  is_staff_available: Branch.fields.is_staff_available,
  valet_number: Branch.fields.valet_number,
};
const paymentTypes = [
  { value: "post-pay", label: "Before the key is given back" },
  { value: "pre-pay", label: "When the key is taken" },
  { value: "pay-later", label: "Later, on account" },
];

export function ValetConfigurationPage() {
  return (
    <Page title="Configuration of the valet">
      <div className={styles["columns"]}>
        <div className={styles["column"]}>
          <HowValetRuns />
        </div>
        <div className={styles["column"]}>
          <Blocks service="is_valet_and_parking" />
          <Tariffs service="is_valet_and_parking" />
          <StatusNames />
        </div>
      </div>
    </Page>
  );
}

function HowValetRuns() {
  const { branch } = useBranch();
  const config = branch.valet_and_parking_config;
  return (
    <>
      {config && (
        <Card>
          <h2 className={styles["heading"]}>How a ticket runs</h2>
          <SettingsForm
            key={JSON.stringify(config)}
            fields={fields}
            row={config}
            onSave={(changes) => updateItem(collection, Number(config["id"]), changes)}
          >
            <FormField name="is_collect_valet_charge" label="Take a valet charge" />
            <FormField name="valet_charge" label="Valet charge" placeholder="50.00" />
            <FormField name="payment_type" label="Paid" options={paymentTypes} help="paymentType" />
            <FormField name="is_slot_required" label="No car is parked without a slot" />
            <FormField name="token_prefix" label="Letters before the token" placeholder="V" />
            <FormField
              name="offer_timeout_seconds"
              description="Then the next driver is asked, and the manager is called"
            />
          </SettingsForm>
          <p className={styles["soft"]}>Tickets that are open keep the charge they were made with.</p>
        </Card>
      )}
      <Card>
        <h2 className={styles["heading"]}>What customers may do</h2>
        <SettingsForm
          key={JSON.stringify(branch)}
          fields={branchFields}
          row={{ ...branch }}
          onSave={(changes) => updateItem("Branch", branch.id, changes)}
        >
          <FormField
            name="is_staff_available"
            label="Ask for the car themselves"
            description="Off: their page says that no staff is available"
          />
          <FormField name="valet_number" label="Phone number they may call" placeholder="98400 12345" />
        </SettingsForm>
      </Card>
    </>
  );
}

const nameField = (sequence: number) => `state_${sequence}`;

/** Empty is the product's own word. */
function StatusNames() {
  const { branch } = useBranch();
  const config = branch.valet_and_parking_config;
  if (!config) return null;
  const own = (config["status_names"] ?? {}) as { [sequence: string]: string };
  const stateFields = Object.fromEntries(
    valetStatuses.map(({ sequence, name }) => [nameField(sequence), text({ label: name, max: 30 })]),
  );
  const row = Object.fromEntries(valetStatuses.map(({ sequence }) => [nameField(sequence), own[sequence] ?? ""]));

  async function save(changes: { [field: string]: unknown }): Promise<void> {
    const next = { ...row, ...changes };
    const entries = valetStatuses.map(({ sequence }) => [String(sequence), next[nameField(sequence)]] as const);
    const status_names = Object.fromEntries(entries.filter(([, name]) => name));
    await updateItem(collection, Number(config!["id"]), { status_names });
  }
  return (
    <Card>
      <h2 className={styles["heading"]}>Your own words</h2>
      <p className={styles["note"]}>What each state is called on the board and on the customer&apos;s page.</p>
      <SettingsForm key={JSON.stringify(own)} fields={stateFields} row={row} onSave={save}>
        {valetStatuses.map(({ sequence, name }) => (
          <FormField key={sequence} name={nameField(sequence)} placeholder={name} />
        ))}
      </SettingsForm>
    </Card>
  );
}
