// How staff of a branch take payments besides cash and the payment provider, and the account for UPI.
import { type BranchChannel, branchChannels, getBranchChannels } from "#domain/payments/channels/payment-channels.ts";
import { Branch } from "#domain/branches/branch.collection.ts";
import { buildUpiIntent } from "#domain/payments/channels/upi-intent.ts";
import { boolean } from "#domain/schema/fields.ts";
import type { Fields } from "#domain/schema/collection.ts";
import type { WireRow } from "#domain/schema/registry.ts";
import { updateItem } from "#web/api/items.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { SettingsForm, type SettingChanges } from "#web/product/forms/settings-form.tsx";
import { QrCode } from "#web/ui/data/qr.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import { SectionLink } from "#web/features/branches/section-link.tsx";

const { upi_vpa, upi_payee_name } = Branch.fields;
const fields: Fields = {
  upi: boolean({ label: "UPI to the branch's own account" }),
  upi_vpa,
  upi_payee_name,
  card_terminal: boolean({ label: "Card terminal" }),
  on_account: boolean({ label: "On account" }),
};
const descriptions: { readonly [channel in BranchChannel]: string } = {
  upi: "Customers scan a UPI code; staff confirm with the last 4 characters of the reference",
  card_terminal: "Staff enter the reference on the card slip",
  on_account: "Billed later; for people who may let vehicles leave unpaid",
};

type BranchRow = Pick<WireRow<"Branch">, "id" | "payment_channels" | "upi_vpa" | "upi_payee_name">;

export function PaymentChannelsSection({ row }: { row: BranchRow }) {
  const { id, payment_channels: _, ...account } = row;
  const stored = getBranchChannels(row);
  const isOn = Object.fromEntries(branchChannels.map((channel) => [channel, stored.includes(channel)]));

  async function save(changes: SettingChanges): Promise<void> {
    const chosen = { ...isOn, ...changes };
    const typed = Object.entries(changes).filter(([name]) => name in account);
    const channels = branchChannels.filter((channel) => chosen[channel] === true);
    await updateItem("Branch", id, { ...Object.fromEntries(typed), payment_channels: channels });
  }

  return (
    <Card
      title={
        <SectionLink menu="branch" edit="payment-channels">
          Payment channels
        </SectionLink>
      }
    >
      <Text c="dimmed">Cash is always accepted. Customers can also pay online if a payment provider is set up.</Text>
      <SettingsForm fields={fields} row={{ ...account, ...isOn }} onSave={save}>
        <FormField name="upi" description={descriptions.upi} />
        <FormField name="upi_vpa" placeholder="name@bank" />
        <FormField name="upi_payee_name" description="As the customer's UPI app shows it" />
        <FormField name="card_terminal" description={descriptions.card_terminal} />
        <FormField name="on_account" description={descriptions.on_account} />
      </SettingsForm>
      {row.upi_vpa && <PayeeCheck vpa={row.upi_vpa} payee={row.upi_payee_name ?? ""} />}
    </Card>
  );
}

/** A UPI app shows the name that the bank has for the account, which nothing but a UPI app can ask for. */
function PayeeCheck({ vpa, payee }: { vpa: string; payee: string }) {
  const text = buildUpiIntent({ vpa, payee, amount: 100, request: "NAMECHECK", note: "Check of the payee" });
  return (
    <Group gap="md">
      <QrCode text={text} label={`Check whose account ${vpa} is`} />
      <Stack gap="xs">
        <Text fw="bold">Check the account</Text>
        <Text c="dimmed">
          Scan the code with your own UPI app. It must show the name {payee ? `"${payee}"` : "of your business"}. You do
          not have to pay the rupee.
        </Text>
      </Stack>
    </Group>
  );
}
