// §4: what an entry or ticket has received, each channel apart, in its charge.
import { useQuery } from "@tanstack/react-query";
import { describeChannel, paymentChannels, type PaymentChannel } from "#domain/payments/channels/payment-channels.ts";
import { useBranch } from "#web/api/use-session.ts";
import { type ChangedRow, historyQuery, type RecordedChange } from "#web/product/detail/change-history.tsx";
import { toPaiseOrZero } from "#web/product/detail/change-labels.ts";
import { ChargeLine } from "#web/product/detail/detail-page.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { t } from "#web/languages/t.ts";

interface Received {
  channel: PaymentChannel;
  amount: number;
  at: string;
  /** Null of a payment through the provider. */
  collector: string | null;
}

/** From the history, oldest change first; a reversal takes back a whole payment. */
function listReceived(changes: readonly RecordedChange[]): Received[] {
  let received: Received[] = [];
  for (const { changes: fields, date_created: at, user_created: user } of changes) {
    const [before, after] = fields?.["paid_amount"] ?? [];
    const amount = toPaiseOrZero(after) - toPaiseOrZero(before);
    const way = fields?.["payment_channel"]?.[1] ?? fields?.["payment_mode"]?.[1] ?? "cash";
    const channel = paymentChannels.find((name) => name === way);
    if (amount > 0 && channel) received.push({ channel, amount, at, collector: user?.first_name ?? null });
    const reversed = amount < 0 ? received.filter((payment) => payment.amount === -amount) : [];
    // Two payments of this amount in different ways: the history does not say which was reversed.
    if (new Set(reversed.map((payment) => payment.channel)).size > 1) return [];
    received = received.filter((payment) => payment !== reversed.at(-1));
  }
  return received;
}

function sumByChannel(received: readonly Received[]): Received[] {
  const sums = new Map<PaymentChannel, Received>();
  for (const payment of received) {
    const { amount, collector } = sums.get(payment.channel) ?? { amount: 0, collector: payment.collector };
    sums.set(payment.channel, {
      ...payment,
      amount: amount + payment.amount,
      collector: collector === payment.collector ? collector : null,
    });
  }
  return [...sums.values()];
}

/** One line for each channel; a single one without it while the channels are not known. */
export function PaidLines({ row, paid }: { row: ChangedRow; paid: number }) {
  const { zone } = useBranch();
  const { data = [] } = useQuery({ ...historyQuery(row), enabled: paid > 0 });
  if (paid <= 0) return null;
  const sums = sumByChannel(listReceived(data.toReversed()));
  if (sums.reduce((sum, { amount }) => sum + amount, 0) !== paid) return <ChargeLine name={t("Paid")} paise={paid} />;
  return sums.map(({ channel, amount, at, collector }) => (
    <ChargeLine
      key={channel}
      paise={amount}
      name={
        <>
          {t(`Paid ${describeChannel({ channel })}`)}
          {collector && `, ${t("collected by {name}", { name: collector })}`}, <DateTime at={at} zone={zone} />
        </>
      }
    />
  ));
}
