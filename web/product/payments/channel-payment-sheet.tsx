// §4 a payment by UPI to the branch's own account, by card terminal or on account, which staff confirm.
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { Switch } from "@mantine/core";
import { IconCreditCard, IconNotebook, IconQrcode } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";
import { formatRupees, formatWireAmount, parsePaise } from "#domain/money.ts";
import {
  type BranchChannel,
  branchChannels,
  canUseChannel,
  describeChannel,
  referenceFields,
} from "#domain/payments/channels/payment-channels.ts";
import { buildUpiIntent } from "#domain/payments/channels/upi-intent.ts";
import { partAmount } from "#domain/schema/action-fields.ts";
import { ApiError, hasErrorCode } from "#web/api/api-error.ts";
import { paidCollections, type PaidRef, readPayable, takeChannelPayment } from "#web/api/payments.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { qrFrame } from "#web/product/payments/online-payment-sheet.tsx";
import { AmountDue } from "#web/ui/data/amount-due.tsx";
import { QrCode } from "#web/ui/data/qr.tsx";
import { showError, showSuccess } from "#web/ui/feedback.ts";
import { Form, SubmitButton, useFormState } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import type { FurtherAction } from "#web/ui/overlays/more-actions.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";

const channelActions = {
  upi: { label: "UPI to the branch", icon: IconQrcode },
  card_terminal: { label: "Card terminal", icon: IconCreditCard },
  on_account: { label: "On account", icon: IconNotebook },
} as const;

interface ChannelPaymentOptions {
  entry: PaidRef;
  /** Vehicle number, or the visitor's name. */
  name: string;
  /** Balance due in paise; 0 if nothing can be collected now. */
  balance: number;
  /** The vehicle is inside and can be checked out with the payment. */
  mayCheckOut: boolean;
}

interface ChannelPaymentSheetProps extends ChannelPaymentOptions {
  channel: BranchChannel;
  onClose: () => void;
}

/** An action for each channel that the branch has turned on and the user may take, and the sheet that it opens. */
export function useChannelPayment(options: ChannelPaymentOptions): { actions: FurtherAction[]; sheet: ReactNode } {
  const session = useRequiredSession();
  const [opened, setOpened] = useState<BranchChannel>();
  const actions = branchChannels
    .filter((channel) => canUseChannel({ channel, branch: session.branch, actor: session }))
    .map((channel) => ({ ...channelActions[channel], onPress: () => setOpened(channel) }));
  const sheet = opened && <ChannelPaymentSheet {...options} channel={opened} onClose={() => setOpened(undefined)} />;
  return { actions, sheet };
}

function ChannelPaymentSheet(props: ChannelPaymentSheetProps) {
  const { entry, channel, balance, onClose } = props;
  const {
    data: pay,
    error,
    refetch,
  } = useQuery({
    queryKey: ["items", paidCollections[entry.kind], "payable", entry.id],
    queryFn: () => readPayable(entry),
    // The request changes with every payment.
    staleTime: 0,
  });
  if (balance <= 0) return null;
  return (
    <Sheet isOpen title={channelActions[channel].label} onClose={onClose}>
      {error && !pay && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!pay && !error && <SkeletonRows count={3} />}
      {pay && <ChannelPaymentForm {...props} pay={pay} />}
    </Sheet>
  );
}

/** Errors after which another user has already recorded the payment or moved the entry. */
const closingErrorCodes = ["ALREADY_PAID", "STATUS_ALREADY_UPDATED", "NO_NEXT_STATUS"];

function ChannelPaymentForm({
  entry,
  channel,
  name,
  balance,
  mayCheckOut,
  pay,
  onClose,
}: ChannelPaymentSheetProps & { pay: Awaited<ReturnType<typeof readPayable>> }) {
  const [isCheckingOut, setIsCheckingOut] = useState(true);
  const fields = { part: partAmount, reference: referenceFields[channel] };
  // What was shown to the payer stays, also when the next unit begins meanwhile.
  const [shown] = useState(balance);

  async function submit({ part, reference }: { part: string | null; reference: string | null }): Promise<void> {
    const paid = parsePaise(part ?? "") ?? 0;
    const isWhole = paid === balance;
    const body = { channel, reference: reference ?? "", request: pay.request };
    const asPart = { ...entry, body: { ...body, part } };
    const asWhole = {
      ...entry,
      body: {
        ...body,
        expected: balance,
        is_extra: pay.isExtra,
        ...(mayCheckOut ? { auto_checkout: isCheckingOut } : {}),
      },
    };
    try {
      await takeChannelPayment(isWhole ? asWhole : asPart).catch((thrown: unknown) => {
        // The charge went up while the customer paid: what was paid is recorded, and the rest stays due.
        if (!isWhole || !hasErrorCode(thrown, "AMOUNT_MISMATCH")) throw thrown;
        return takeChannelPayment(asPart);
      });
    } catch (thrown) {
      if (!(thrown instanceof ApiError) || !closingErrorCodes.includes(thrown.code)) throw thrown;
      onClose();
      return showError(thrown);
    }
    onClose();
    showSuccess("PAYMENT_RECORDED");
  }

  return (
    <Form fields={fields} initial={{ part: formatWireAmount(shown) }} onSubmit={submit}>
      <Stack>
        <AmountDue caption="Amount due" paise={balance} />
        {/* A pass is paid as a whole. */}
        {entry.kind !== "M" && <FormField name="part" description="A smaller amount leaves a balance due" />}
        {channel === "upi" && <UpiCode request={pay.request} name={name} />}
        <FormField name="reference" description={referenceHints[channel]} />
        {mayCheckOut && (
          <Switch
            size="lg"
            checked={isCheckingOut}
            onChange={(event) => setIsCheckingOut(event.currentTarget.checked)}
            label="Check out now"
            description={isCheckingOut ? "The vehicle leaves now" : "The vehicle stays; further time is charged"}
          />
        )}
        <ConfirmButton channel={channel} />
      </Stack>
    </Form>
  );
}

const referenceHints: { readonly [channel in BranchChannel]: string } = {
  upi: "The payer's app shows it as UPI transaction ID or UTR",
  card_terminal: "RRN or approval code",
  on_account: "Who is billed, for example a company of this building",
};

function UpiCode({ request, name }: { request: string; name: string }) {
  const { values } = useFormState();
  const { branch } = useBranch();
  const amount = parsePaise(String(values["part"] ?? "")) ?? 0;
  const { upi_vpa: vpa, upi_payee_name: payee } = branch;
  if (!vpa || !payee || amount <= 0) return null;
  const text = buildUpiIntent({ vpa, payee, amount, request, note: `Parking ${name}` });
  return (
    <Stack align="center" gap="xs">
      <div style={qrFrame}>
        <QrCode text={text} label={`Pay ${formatRupees(amount)} to ${payee} by UPI`} size="100%" />
      </div>
      <Text fw="bold" ta="center">
        {payee}
      </Text>
      <Text c="dimmed" ta="center">
        {vpa} · {request}
      </Text>
      <Text c="dimmed" ta="center">
        The customer scans this code with any UPI app. The app must show this payee.
      </Text>
    </Stack>
  );
}

function ConfirmButton({ channel }: { channel: BranchChannel }) {
  const { values } = useFormState();
  const amount = parsePaise(String(values["part"] ?? "")) ?? 0;
  const phrase = `${formatRupees(amount)} ${describeChannel({ channel })}`;
  return (
    <SubmitButton className="figures">{channel === "on_account" ? `Book ${phrase}` : `Confirm ${phrase}`}</SubmitButton>
  );
}
