// §2 /configurations/payments: online payment settings of a branch. Saved keys are never shown.
import type { Row } from "#domain/schema/collection.ts";
import type { WireRow } from "#domain/schema/registry.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PaymentSettings } from "#domain/payments/payment-settings.collection.ts";
import { findProvider, paymentProviders, providerNames } from "#domain/payments/providers.ts";
import type { Fields } from "#domain/schema/collection.ts";
import { createItem, itemsQuery, updateItem } from "#web/api/items.ts";
import { refreshItems } from "#web/api/query-client.ts";
import { useBranch } from "#web/api/use-session.ts";
import { Form, SubmitButton, useFormState } from "#web/ui/forms/form.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { HelpTopicButton } from "#web/product/help-button.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { Card, Page } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";

const providerFieldNames = [...new Set(providerNames.flatMap((name) => paymentProviders[name].fields))];
const fieldNames = ["gateway", "environment", ...providerFieldNames, "manager_refund_limit", "tax_treatment"];
const declaredFields: Fields = PaymentSettings.fields;
const fields: Fields = Object.fromEntries(fieldNames.map((name) => [name, declaredFields[name]!]));
type SavedSettings = Row & WireRow<"payment_settings">;
const secretFieldNames = fieldNames.filter((name) => declaredFields[name]?.kind === "secret");

export function PaymentSettingsPage() {
  const { branch } = useBranch();
  const query = { filter: { branch: { _eq: branch.id } }, limit: 1 };
  const { data, error, refetch } = useQuery(itemsQuery("payment_settings", query));
  return (
    <Page title="Payment settings" width="form">
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={4} />}
      {data && <PaymentSettingsForm key={JSON.stringify(data[0] ?? null)} row={data[0]} />}
    </Page>
  );
}

/** Secret fields start empty: a new value replaces the saved one, an empty field keeps it. */
function getInitialValues(row: SavedSettings | undefined): { [name: string]: string } {
  const getValue = (name: string): string => {
    const value = row?.[name] ?? declaredFields[name]?.default ?? "";
    return secretFieldNames.includes(name) ? "" : String(value);
  };
  return Object.fromEntries(fieldNames.map((name) => [name, getValue(name)]));
}

function PaymentSettingsForm({ row }: { row: SavedSettings | undefined }) {
  const { branch } = useBranch();
  const [initial] = useState(() => getInitialValues(row));

  async function save(values: { [name: string]: string | boolean | null }): Promise<void> {
    const submitted = Object.entries(values).filter(
      ([name, value]) => !(secretFieldNames.includes(name) && value === null),
    );
    const changes = Object.fromEntries(
      submitted.map(([name, value]) => [
        name,
        declaredFields[name]?.kind === "integer" && value !== null ? Number(value) : value,
      ]),
    );
    if (row) await updateItem("payment_settings", row.id, changes);
    else await createItem("payment_settings", { branch: branch.id, ...changes });
    showSuccess("DATA_UPDATED");
    await refreshItems("payment_settings");
  }

  return (
    <Form fields={fields} initial={initial} onSubmit={save}>
      <Stack>
        <Card title="Online payments" actions={<HelpTopicButton topic="paymentKeys" />} gap="md">
          <FormField name="gateway" label="Provider" options={gatewayOptions} />
          <ProviderFields row={row} />
        </Card>
        <Card title="Refunds and taxes" gap="md">
          <FormField
            name="manager_refund_limit"
            label="Refund limit for managers"
            description="If empty, the limit is ₹1,000. Admins have no limit."
            placeholder="1000.00"
          />
          <FormField name="tax_treatment" label="GST" options={taxTreatmentOptions} />
        </Card>
        <SubmitButton>Save</SubmitButton>
      </Stack>
    </Form>
  );
}

const gatewayOptions = [
  { value: "off", label: "No online payments" },
  ...providerNames.map((value) => ({ value, label: paymentProviders[value].label })),
];
const environmentOptions = [
  { value: "simulator", label: "Simulator (no real payments)" },
  { value: "sandbox", label: "Provider sandbox" },
  { value: "production", label: "Live" },
];
const taxTreatmentOptions = [
  { value: "unregistered", label: "Not registered: receipts only" },
  { value: "taxable", label: "18% GST included in price: tax invoices" },
  { value: "exempt", label: "Exempt" },
];

/** Fields of the selected provider. */
function ProviderFields({ row }: { row: SavedSettings | undefined }) {
  const { values } = useFormState();
  const provider = findProvider(String(values["gateway"]));
  if (!provider) return null;
  const describeSecret = (name: string): string =>
    row?.[name] ? "Saved. Enter a new value to replace it" : "Cannot be shown again";
  return (
    <>
      <FormField name="environment" label="Environment" options={environmentOptions} />
      {provider.fields.map((name) => (
        <FormField
          key={name}
          name={name}
          {...(secretFieldNames.includes(name) && { description: describeSecret(name) })}
        />
      ))}
      {provider.instructions && (
        <Text c="dimmed">{provider.instructions.replace("{url}", `${location.origin}${provider.callbackPath}`)}</Text>
      )}
    </>
  );
}
