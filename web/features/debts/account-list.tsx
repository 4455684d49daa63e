// §4: accounts that owe the branch, the oldest debt first, and their settlement.
import { Button } from "@mantine/core";
import { IconNotebook } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { can } from "#domain/access/capabilities.ts";
import { settlementChannels, settlementFields, type SettlementChannel } from "#domain/debts/account.ts";
import { formatRupees, formatWireAmount } from "#domain/money.ts";
import { channelLabels, getBranchChannels, referenceFields } from "#domain/payments/channels/payment-channels.ts";
import { text } from "#domain/schema/fields.ts";
import { type Account, accountsQuery, settleAccount } from "#web/api/debts.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { OwnSettlements } from "#web/product/payments/received-payments.tsx";
import { AmountDue } from "#web/ui/data/amount-due.tsx";
import { DataTable, type DataTableColumn } from "#web/ui/data/data-table.tsx";
import { DateTime, RelativeTime } from "#web/ui/data/date-time.tsx";
import { StatTile } from "#web/ui/data/tile.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Form, SubmitButton, type SubmittedValues, useFormState } from "#web/ui/forms/form.tsx";
import { SegmentedRadio } from "#web/ui/forms/segmented-radio.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { t } from "#web/languages/t.ts";
import { tPlural } from "#web/languages/nodes.ts";

export function AccountList() {
  useLiveCollections("payments");
  const { data, error, refetch } = useQuery(accountsQuery);
  const [settled, setSettled] = useState<Account>();
  const columns = useAccountColumns(setSettled);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={4} />;
  const { accounts, total } = data;
  if (accounts.length === 0 && !settled)
    return (
      <Stack>
        <EmptyState
          icon={IconNotebook}
          title={t("Nothing on account")}
          text={t("Charges that are booked on account appear here until the account is settled.")}
        />
        <OwnSettlements />
      </Stack>
    );
  return (
    <Stack>
      <StatTile label={tPlural(accounts.length, "{count} account", "{count} accounts")} value={formatRupees(total)} />
      <DataTable label={t("Accounts")} columns={columns} rows={accounts} getKey={({ account }) => account} />
      <OwnSettlements />
      {settled && <SettlementSheet account={settled} onClose={() => setSettled(undefined)} />}
    </Stack>
  );
}

function useAccountColumns(onSettle: (account: Account) => void): readonly DataTableColumn<Account>[] {
  const { zone } = useBranch();
  return [
    { header: "Account", isRowHeader: true, cell: ({ account }) => account },
    { header: "Entries", align: "end", cell: ({ entries }) => entries },
    { header: "Oldest", cell: ({ since }) => since && <DateTime at={since} zone={zone} /> },
    { header: "Age", cell: ({ since }) => since && <RelativeTime at={since} zone={zone} /> },
    { header: "Settled", align: "end", cell: ({ settled }) => formatRupees(settled) },
    { header: "Owed", align: "end", cell: ({ owed }) => formatRupees(owed) },
    {
      header: "Settlement",
      cell: (account) => (
        <Button
          variant="default"
          aria-label={t("Settle {account}", { account: account.account })}
          onClick={() => onSettle(account)}
        >
          {t("Settle")}
        </Button>
      ),
    },
  ];
}

/** Each channel has a reference of its own form, which the server requires. */
const formFields = {
  channel: text({ label: "Received" }),
  amount: settlementFields.amount,
  upi: { ...referenceFields.upi, required: false },
  card_terminal: { ...referenceFields.card_terminal, required: false },
  bank_transfer: { ...referenceFields.bank_transfer, required: false },
};

function SettlementSheet({ account: { account, owed }, onClose }: { account: Account; onClose: () => void }) {
  const { branch } = useBranch();
  const offered = getBranchChannels(branch);
  const canConfirmTransfer = can(useRequiredSession(), "charge.defer");
  const channels = settlementChannels.filter((channel) =>
    channel === "bank_transfer" ? canConfirmTransfer : channel === "cash" || offered.includes(channel),
  );
  async function settle(values: SubmittedValues<typeof formFields>): Promise<void> {
    const channel = channels.find((name) => name === values.channel) ?? "cash";
    const reference = channel === "cash" ? null : values[channel];
    await settleAccount({ account, channel, amount: values.amount, reference, expected: owed });
    showSuccess("PAYMENT_RECORDED");
    onClose();
  }
  return (
    <Sheet isOpen title={t("Settle {account}", { account })} onClose={onClose}>
      <Form fields={formFields} initial={{ channel: "cash", amount: formatWireAmount(owed) }} onSubmit={settle}>
        <Stack>
          <AmountDue caption={t("Owed on account")} paise={owed} />
          <SegmentedRadio
            name="channel"
            label={t("Received")}
            options={channels.map((value) => ({ value, label: channelLabels[value] }))}
          />
          <FormField name="amount" />
          <ReferenceField />
          <SubmitButton>{t("Record settlement")}</SubmitButton>
        </Stack>
      </Form>
    </Sheet>
  );
}

function ReferenceField() {
  const { values } = useFormState();
  const channel = settlementChannels.find((name): name is SettlementChannel => name === values["channel"]);
  return channel === undefined || channel === "cash" ? null : <FormField key={channel} name={channel} />;
}
