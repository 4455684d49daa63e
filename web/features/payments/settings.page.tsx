// §2 /configurations/payments: how a branch is paid online. Keys are typed in and never shown again.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PaymentSettings } from "#domain/collections/payment-settings.ts";
import type { Fields } from "#domain/collection.ts";
import { createItem, itemsQuery, updateItem } from "#web/items/items.ts";
import { queryClient } from "#web/items/query-client.ts";
import { useBranch } from "#web/items/use-session.ts";
import { Form, SubmitButton, useFormState } from "#web/ui/form.tsx";
import { FormField } from "#web/ui/form-field.tsx";
import { HelpAbout } from "#web/ui/help-note.tsx";
import { showSuccess } from "#web/ui/messages.ts";
import { Card, Page } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import styles from "#web/features/payments/settings.module.css";

const names = [
  "gateway",
  "environment",
  "merchant_id",
  "salt_key",
  "salt_index",
  "client_id",
  "client_version",
  "client_secret",
  "webhook_user",
  "webhook_password",
  "manager_refund_limit",
  "tax_treatment",
] as const;
const declared: Fields = PaymentSettings.fields;
const fields: Fields = Object.fromEntries(names.map((name) => [name, declared[name]!]));
const secrets = ["salt_key", "client_secret", "webhook_password"];

interface SettingsWire {
  id: number;
  [field: string]: string | number | null;
}

export function PaymentSettingsPage() {
  const { branch } = useBranch();
  const query = { filter: { branch: { _eq: branch.id } }, limit: 1 };
  const { data, error, refetch } = useQuery(itemsQuery<SettingsWire>("payment_settings", query));
  return (
    <Page title="Payments">
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={4} />}
      {data && <Settings key={JSON.stringify(data[0] ?? null)} row={data[0]} />}
    </Page>
  );
}

/** A key that is kept shows as nothing: what is typed takes its place, what is left empty stays. */
function initialOf(row: SettingsWire | undefined): { [name: string]: string } {
  const shown = (name: string): string => {
    const value = row?.[name] ?? declared[name]?.default ?? "";
    return secrets.includes(name) ? "" : String(value);
  };
  return Object.fromEntries(names.map((name) => [name, shown(name)]));
}

function Settings({ row }: { row: SettingsWire | undefined }) {
  const { branch } = useBranch();
  const [initial] = useState(() => initialOf(row));

  async function save(values: { [name: string]: string | boolean | null }): Promise<void> {
    const kept = Object.entries(values).filter(([name, value]) => !(secrets.includes(name) && value === null));
    const sent = Object.fromEntries(
      kept.map(([name, value]) => [name, declared[name]?.kind === "integer" && value !== null ? Number(value) : value]),
    );
    if (row) await updateItem("payment_settings", row.id, sent);
    else await createItem("payment_settings", { branch: branch.id, ...sent });
    showSuccess("DATA_UPDATED");
    await queryClient.invalidateQueries({ queryKey: ["items", "payment_settings"] });
  }

  return (
    <div className={styles["narrow"]}>
      <Form fields={fields} initial={initial} onSubmit={save}>
        <div className={styles["form"]}>
          <Card>
            <div className={styles["head"]}>
              <h2 className={styles["heading"]}>Online payment</h2>
              <HelpAbout about="paymentKeys" />
            </div>
            <div className={styles["form"]}>
              <FormField name="gateway" label="Provider" options={gateways} />
              <Provider row={row} />
            </div>
          </Card>
          <Card>
            <h2 className={styles["heading"]}>Refunds and taxes</h2>
            <div className={styles["form"]}>
              <FormField
                name="manager_refund_limit"
                label="What a manager may pay back at once"
                description="Empty is ₹1,000. An admin has no limit."
                placeholder="1000.00"
              />
              <FormField name="tax_treatment" label="GST" options={taxes} />
            </div>
          </Card>
          <SubmitButton>Save</SubmitButton>
        </div>
      </Form>
    </div>
  );
}

const gateways = [
  { value: "off", label: "No online payments" },
  { value: "phonepe-v1", label: "PhonePe (merchant ID and salt)" },
  { value: "phonepe-v2", label: "PhonePe (client ID and secret)" },
];
const environments = [
  { value: "simulator", label: "Simulator, no money moves" },
  { value: "sandbox", label: "The provider's sandbox" },
  { value: "production", label: "In earnest" },
];
const taxes = [
  { value: "unregistered", label: "Not registered: receipts alone" },
  { value: "taxable", label: "18 % in the price: tax invoices" },
  { value: "exempt", label: "Exempt" },
];

/** Only what the chosen provider needs. */
function Provider({ row }: { row: SettingsWire | undefined }) {
  const { values } = useFormState();
  if (values["gateway"] === "off") return null;
  const isV1 = values["gateway"] === "phonepe-v1";
  const said = (name: string): string => (row?.[name] ? "Kept; type here to replace it" : "Is not shown again");
  return (
    <>
      <FormField name="environment" label="Where" options={environments} />
      <FormField name="merchant_id" />
      {isV1 ? (
        <>
          <FormField name="salt_key" description={said("salt_key")} />
          <FormField name="salt_index" />
        </>
      ) : (
        <>
          <FormField name="client_id" />
          <FormField name="client_version" />
          <FormField name="client_secret" description={said("client_secret")} />
          <FormField name="webhook_user" />
          <FormField name="webhook_password" description={said("webhook_password")} />
          <p className={styles["soft"]}>
            At the provider, set the webhook to {location.origin}/payments/webhook/phonepe-v2 with this user and
            password.
          </p>
        </>
      )}
    </>
  );
}
