// §2 /configurations/payments: online payment settings of a branch. Saved keys are never shown.
import type { Row } from "#domain/schema/collection.ts";
import type { WireRow } from "#domain/schema/registry.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { can } from "#domain/access/capabilities.ts";
import { deriveTaxTreatment } from "#domain/payments/payment-settings.ts";
import { PaymentSettings } from "#domain/payments/payment-settings.collection.ts";
import type { ActionReply } from "#domain/contracts.ts";
import type { Fields } from "#domain/schema/collection.ts";
import { ApiError } from "#web/api/api-error.ts";
import { getPublicOrigin } from "#web/api/shell.ts";
import { call } from "#web/api/call.ts";
import { createItem, itemQuery, itemsQuery, updateItem } from "#web/api/items.ts";
import { refreshItems } from "#web/api/query-client.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { BranchFees } from "#web/features/payments/branch-fees.tsx";
import { Form, SubmitButton, useFormState } from "#web/ui/forms/form.tsx";
import { AskBeforeLeaving } from "#web/product/forms/ask-before-leaving.tsx";
import { findEditedFields, type SavedValues } from "#web/product/forms/edit-start.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { HelpTopicButton } from "#web/product/help-button.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { Card, Page } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { UndecidedPayments } from "#web/features/payments/undecided-payments.tsx";
import { TrialPayment } from "#web/features/payments/trial-payment.tsx";

type Provider = ActionReply<"GET /actions/payments/providers">[number];
type SavedSettings = Row & WireRow<"payment_settings">;
const declaredFields: Fields = PaymentSettings.fields;
const isSecret = (name: string): boolean => declaredFields[name]?.kind === "secret";

const providersQuery = {
  queryKey: ["payment-providers"],
  queryFn: ({ signal }: { signal: AbortSignal }) => call({ route: "GET /actions/payments/providers" }, { signal }),
  staleTime: Infinity,
};

function listFieldNames(providers: readonly Provider[]): string[] {
  const credentials = new Set(providers.flatMap((provider) => provider.credentials.map(({ field }) => field)));
  return ["gateway", "environment", ...credentials, "manager_refund_limit", "tax_treatment", "tax_reason"];
}

export function PaymentSettingsPage() {
  const session = useRequiredSession();
  return (
    <Page title="Payment settings" width="form">
      {session.support ? (
        <Card title="Online payments">
          <Text c="dimmed">Not shown to support.</Text>
        </Card>
      ) : (
        <ProviderSettings />
      )}
      {can(session, "branch.configure") && <OtherChannels />}
      <BranchFees />
    </Page>
  );
}

function ProviderSettings() {
  const { branch } = useBranch();
  const session = useRequiredSession();
  const query = { filter: { branch: { _eq: branch.id } }, limit: 1 };
  const settings = useQuery(itemsQuery("payment_settings", query));
  const verified = useQuery(itemQuery("Branch", branch.id, { fields: ["gstin"] }));
  const providers = useQuery(providersQuery);
  const failed = [settings, verified, providers].find(({ error }) => error !== null);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!settings.data || !verified.data || !providers.data) return <SkeletonRows count={4} />;
  return (
    <>
      <PaymentSettingsForm
        key={JSON.stringify(settings.data[0] ?? null)}
        row={settings.data[0]}
        gstin={verified.data.gstin}
        providers={providers.data}
      />
      {settings.data[0] && settings.data[0].gateway !== "off" && can(session, "payment.read") && (
        <TrialPayment settings={settings.data[0].id} />
      )}
    </>
  );
}

/** UPI and cards need no provider; they are settings of the branch. */
function OtherChannels() {
  const { path } = useBranch();
  return (
    <Card title="UPI, card terminal and on account">
      <Text c="dimmed">UPI to your own account and payments by card need no provider.</Text>
      <ButtonLink variant="default" to={path("configurations/branch/payment-channels")}>
        Payment channels
      </ButtonLink>
    </Card>
  );
}

/** Secret fields start empty: a new value replaces the saved one, an empty field keeps it. */
function getInitialValues(row: SavedSettings | undefined, names: readonly string[]): { [name: string]: string } {
  const getValue = (name: string): string => {
    const value = row?.[name] ?? declaredFields[name]?.default ?? "";
    return isSecret(name) ? "" : String(value);
  };
  return Object.fromEntries(names.map((name) => [name, getValue(name)]));
}

interface PaymentSettingsFormProps {
  row: SavedSettings | undefined;
  /** Verified GSTIN of the branch. */
  gstin: string | null;
  providers: readonly Provider[];
}

function PaymentSettingsForm({ row, gstin, providers }: PaymentSettingsFormProps) {
  const { branch } = useBranch();
  const names = listFieldNames(providers);
  const fields: Fields = Object.fromEntries(names.map((name) => [name, declaredFields[name]!]));
  const [initial] = useState(() => ({
    ...getInitialValues(row, names),
    ...(row ? {} : { tax_treatment: deriveTaxTreatment(gstin) }),
  }));
  // Without the defaults, so that they are saved.
  const [saved, setSaved] = useState<SavedValues>(() =>
    Object.fromEntries(names.map((name) => [name, isSecret(name) ? "" : String(row?.[name] ?? "")])),
  );
  const gatewayOptions = [
    { value: "off", label: "No online payments" },
    ...providers.map(({ name, label }) => ({ value: name, label })),
  ];

  async function save(values: { [name: string]: string | boolean | null }): Promise<void> {
    // Only what was edited: somebody else may have changed other settings meanwhile.
    const edited = row ? findEditedFields({ typed: values, saved }) : Object.keys(values);
    const submitted = edited.flatMap((name) => {
      const value = values[name] ?? null;
      return isSecret(name) && value === null ? [] : [[name, value] as const];
    });
    if (submitted.length === 0) throw new ApiError({ code: "NO_CHANGES", status: 400 });
    const changes = Object.fromEntries(
      submitted.map(([name, value]) => [
        name,
        declaredFields[name]?.kind === "integer" && value !== null ? Number(value) : value,
      ]),
    );
    if (row) await updateItem("payment_settings", row.id, changes);
    else await createItem("payment_settings", { branch: branch.id, ...changes });
    setSaved((before) => ({
      ...before,
      ...Object.fromEntries(submitted.map(([name, value]) => [name, isSecret(name) ? "" : (value ?? "")])),
    }));
    showSuccess("DATA_UPDATED");
    await refreshItems("payment_settings");
  }

  return (
    <Form fields={fields} initial={initial} onSubmit={save}>
      <AskBeforeLeaving />
      <Stack>
        <Card title="Online payments" actions={<HelpTopicButton topic="paymentKeys" />} gap="md">
          <FormField name="gateway" label="Provider" options={gatewayOptions} />
          <ProviderFields row={row} providers={providers} />
          {row && <UndecidedPayments saved={saved} />}
        </Card>
        <Card title="Refunds and taxes" gap="md">
          <FormField
            name="manager_refund_limit"
            label="Refund limit for managers"
            description="If empty, the limit is ₹1,000. Admins have no limit."
            placeholder="1000.00"
          />
          <TaxFields gstin={gstin} />
        </Card>
        <SubmitButton>Save</SubmitButton>
      </Stack>
    </Form>
  );
}

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

/** GST follows the verified GSTIN; another choice needs a reason. */
function TaxFields({ gstin }: Pick<PaymentSettingsFormProps, "gstin">) {
  const { values } = useFormState();
  const isDerived = values["tax_treatment"] === deriveTaxTreatment(gstin);
  return (
    <>
      <FormField
        name="tax_treatment"
        label="GST"
        options={taxTreatmentOptions}
        description={gstin ? `Verified GSTIN ${gstin}` : "This branch has no GSTIN"}
      />
      {!isDerived && (
        <FormField name="tax_reason" description={`Why it does not follow the ${gstin ? "GSTIN" : "missing GSTIN"}`} />
      )}
    </>
  );
}

/** Fields of the selected provider. */
function ProviderFields({ row, providers }: Pick<PaymentSettingsFormProps, "row" | "providers">) {
  const { values } = useFormState();
  const provider = providers.find(({ name }) => name === values["gateway"]);
  if (!provider) return null;
  const environments = environmentOptions.filter(({ value }) => provider.environments.some((name) => name === value));
  const callbackUrl = `${getPublicOrigin()}${provider.callback_path}`;
  const describeSecret = (name: string): string =>
    row?.[name] ? "Saved. Enter a new value to replace it" : "Cannot be shown again";
  return (
    <>
      <FormField name="environment" label="Environment" options={environments} />
      {provider.credentials.map(({ field, label }) => (
        <FormField
          key={field}
          name={field}
          label={label}
          {...(isSecret(field) && { description: describeSecret(field) })}
        />
      ))}
      {provider.instructions && (
        <>
          <Text c="dimmed">{provider.instructions.replace("{url}", callbackUrl)}</Text>
          <CopyButton text={callbackUrl}>Copy the address</CopyButton>
        </>
      )}
    </>
  );
}
