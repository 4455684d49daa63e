// How staff of a branch take payments besides cash and the payment provider, and the account for UPI.
import { type BranchChannel, branchChannels, getBranchChannels } from "#domain/payments/channels/payment-channels.ts";
import { Branch } from "#domain/branches/branch.collection.ts";
import { boolean } from "#domain/schema/fields.ts";
import type { Fields } from "#domain/schema/collection.ts";
import type { WireRow } from "#domain/schema/registry.ts";
import { updateItem } from "#web/api/items.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { SettingsForm, type SettingChanges } from "#web/product/forms/settings-form.tsx";
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
    </Card>
  );
}
