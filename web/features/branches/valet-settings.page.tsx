// §2 /configurations/valet-parking: valet charge, tickets, pickup offers, slots, tariffs and status names.
import { Branch } from "#domain/branches/branch.collection.ts";
import { ValetAndParkingConfiguration } from "#domain/branches/branch-configuration.collection.ts";
import type { Fields } from "#domain/schema/collection.ts";
import { text } from "#domain/schema/fields.ts";
import { valetStatuses } from "#domain/valet/states.ts";
import { updateItem } from "#web/api/items.ts";
import { useBranch } from "#web/api/use-session.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { Card, Page } from "#web/ui/page.tsx";
import { BlocksSection } from "#web/features/branches/blocks.tsx";
import { TariffCard } from "#web/product/tariffs/tariff-card.tsx";
import { valetTariff } from "#web/product/tariffs/tariff-services.ts";
import { SettingsForm } from "#web/product/forms/settings-form.tsx";
import { Columns, Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";

const collection = "Valet_and_Parking_Configuration";
const declaredFields: Fields = ValetAndParkingConfiguration.fields;
const names = [
  "is_collect_valet_charge",
  "valet_charge",
  "payment_type",
  "service_type",
  "is_slot_required",
  "token_prefix",
  "offer_timeout_seconds",
  "key_tag_prefix",
  "key_tag_count",
  "pickup_gates",
];
const fields: Fields = Object.fromEntries(names.map((name) => [name, declaredFields[name]!]));
const branchFields: Fields = {
  is_staff_available: Branch.fields.is_staff_available,
  valet_number: Branch.fields.valet_number,
};
const paymentTypeOptions = [
  { value: "post-pay", label: "At exit, before the handover" },
  { value: "pre-pay", label: "At entry, when the car is received" },
  { value: "pay-later", label: "On credit" },
];
const serviceTypeOptions = [
  { value: "valet-parking", label: "Car gets a slot" },
  { value: "valet-service", label: "Without a slot" },
];

export function ValetSettingsPage() {
  return (
    <Page title="Valet settings">
      <Columns template="1fr 1fr">
        <Stack>
          <TicketRulesSection />
        </Stack>
        <Stack>
          <BlocksSection service="is_valet_and_parking" />
          <TariffCard {...valetTariff} />
          <StatusNamesSection />
        </Stack>
      </Columns>
    </Page>
  );
}

function TicketRulesSection() {
  const { branch } = useBranch();
  const config = branch.valet_and_parking_config;
  return (
    <>
      {config && (
        <Card title="Tickets and payment">
          <SettingsForm
            key={JSON.stringify(config)}
            fields={fields}
            row={config}
            onSave={(changes) => updateItem(collection, config.id, changes)}
          >
            <FormField name="is_collect_valet_charge" label="Collect a valet charge" />
            <FormField name="valet_charge" label="Valet charge" placeholder="50.00" />
            <FormField name="payment_type" label="Collect payment" options={paymentTypeOptions} help="paymentType" />
            <FormField name="service_type" label="New tickets" options={serviceTypeOptions} />
            <FormField name="is_slot_required" label="Slot is compulsory" />
            <FormField name="token_prefix" label="Token prefix" placeholder="V" />
            <FormField
              name="offer_timeout_seconds"
              description="The request then goes to the next driver, and the manager is alerted"
            />
            <FormField name="key_tag_prefix" placeholder="K" />
            <FormField
              name="key_tag_count"
              description="Staff choose a free tag from the prefix with 1 to this number. Empty: any tag can be typed"
            />
            <FormField
              name="pickup_gates"
              placeholder="Main gate, Tower B"
              description="If cars can be brought to several gates, separate them by commas. Customers choose one"
            />
          </SettingsForm>
          <Text c="dimmed">Open tickets keep the charge they were created with.</Text>
        </Card>
      )}
      <Card title="Customer options">
        <SettingsForm
          key={JSON.stringify(branch)}
          fields={branchFields}
          row={{ ...branch }}
          onSave={(changes) => updateItem("Branch", branch.id, changes)}
        >
          <FormField
            name="is_staff_available"
            label="Customers can request their car"
            description="If off, the customer page shows that no staff are available"
          />
          <FormField name="valet_number" label="Phone number for customers" placeholder="98400 12345" />
        </SettingsForm>
      </Card>
    </>
  );
}

const getStatusNameField = (sequence: number) => `state_${sequence}`;

/** An empty name selects the default. */
function StatusNamesSection() {
  const { branch } = useBranch();
  const config = branch.valet_and_parking_config;
  if (!config) return null;
  const customNames = config.status_names ?? {};
  const stateFields = Object.fromEntries(
    valetStatuses.map(({ sequence, name }) => [getStatusNameField(sequence), text({ label: name, max: 30 })]),
  );
  const row = Object.fromEntries(
    valetStatuses.map(({ sequence }) => [getStatusNameField(sequence), customNames[sequence] ?? ""]),
  );

  async function save(changes: { [field: string]: unknown }): Promise<void> {
    const next = { ...row, ...changes };
    const entries = valetStatuses.map(
      ({ sequence }) => [String(sequence), next[getStatusNameField(sequence)]] as const,
    );
    const status_names = Object.fromEntries(entries.filter(([, name]) => name));
    await updateItem(collection, config!.id, { status_names });
  }
  return (
    <Card title="Status names">
      <Text c="dimmed">
        What each status is called on the board and on the customer page. Leave empty to use the default.
      </Text>
      <SettingsForm fields={stateFields} row={row} onSave={save}>
        {valetStatuses.map(({ sequence, name }) => (
          <FormField key={sequence} name={getStatusNameField(sequence)} placeholder={name} />
        ))}
      </SettingsForm>
    </Card>
  );
}
