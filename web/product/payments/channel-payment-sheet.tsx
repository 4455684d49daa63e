// §4 a payment by UPI to the branch's own account, by card terminal or on account, which staff confirm.
import "@mantine/core/styles/InlineInput.layer.css";
import { IconCreditCard, IconNotebook, IconQrcode } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";
import type { ActionBody } from "#domain/contracts.ts";
import { formatRupees, formatWireAmount } from "#domain/money.ts";
import {
  type BranchChannel,
  branchChannels,
  canUseChannel,
  channelActions,
  channelLabels,
  describeChannel,
  referenceFields,
} from "#domain/payments/channels/payment-channels.ts";
import type { ChargedEntry } from "#domain/payments/payment.ts";
import { buildUpiIntent } from "#domain/payments/channels/upi-intent.ts";
import { partAmount } from "#domain/schema/action-fields.ts";
import { ApiError, hasErrorCode } from "#web/api/api-error.ts";
import { toRefs } from "#web/api/debts.ts";
import { type PaidKey, paidKinds } from "#domain/payments/online/paid-kinds.ts";
import { readPayable, takePassPayment } from "#web/api/payments.ts";
import { refreshItems } from "#web/api/query-client.ts";
import type { StoredAction } from "#web/api/queue/queue-storage.ts";
import { sendOrQueue } from "#web/api/queue/send-or-queue.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { detailPages } from "#web/product/detail/detail-pages.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { CheckOutSwitch } from "#web/product/payments/check-out-switch.tsx";
import {
  type AdjustedAmounts,
  adjustmentFields,
  AdjustmentFields,
  getInitialAdjustments,
  parseTypedAmount,
  toAdjustmentBody,
  useAdjustedAmounts,
} from "#web/product/payments/adjustments.tsx";
import { EntryOffers, offerFields, useEntryOffers } from "#web/product/payments/entry-offers.tsx";
import { qrFrame } from "#web/product/payments/online-payment-sheet.tsx";
import { PendingOnlineNotice } from "#web/product/payments/pending-online-notice.tsx";
import { EarlierDebts, useVehicleDebts } from "#web/product/payments/vehicle-debts.tsx";
import { ReturnedActionNotice, toFormValues, WaitingPaymentSheet } from "#web/product/queue/returned-action.tsx";
import { useReturnedAction, useWaitingPayment } from "#web/product/queue/use-queue.ts";
import { AmountDue } from "#web/ui/data/amount-due.tsx";
import { QrCode } from "#web/ui/data/qr.tsx";
import { showError, showSuccess } from "#web/ui/feedback.ts";
import { Form, type FormValues, SubmitButton, useFormState } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import type { FurtherAction } from "#web/ui/overlays/more-actions.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import { useNow } from "#web/ui/use-now.ts";
import { t } from "#web/languages/t.ts";

const channelIcons = { upi: IconQrcode, card_terminal: IconCreditCard, on_account: IconNotebook } as const;

interface ChannelPaymentOptions {
  entry: PaidKey;
  /** Vehicle number, or the visitor's name. */
  name: string;
  /** Whose earlier debts are collected too. */
  vehicle?: string | null | undefined;
  /** What the charge is computed from; a pass is paid as a whole. */
  row?: ChargedEntry;
  /** Balance due in paise; 0 if nothing can be collected now. */
  balance: number;
  /** The vehicle is inside and can be checked out with the payment. */
  mayCheckOut: boolean;
}

interface ChannelPaymentSheetProps extends ChannelPaymentOptions {
  channel: BranchChannel;
  /** Refused after it was queued. */
  returned: StoredAction | undefined;
  onClose: () => void;
}

const paths = { P: "parking", V: "valet", M: "passes" } as const;

const createPayableQuery = (entry: PaidKey) => ({
  queryKey: ["items", paidKinds[entry.kind].collection, "payable", entry.id],
  queryFn: () => readPayable(entry),
});

export interface ChannelAction extends FurtherAction {
  /** Where several are beside each other. */
  shortLabel: string;
}

/** An action for each channel that the branch has turned on and the user may take, and the sheet that it opens. */
export function useChannelPayment(options: ChannelPaymentOptions): { actions: ChannelAction[]; sheet: ReactNode } {
  const { entry, balance } = options;
  const session = useRequiredSession();
  const returned = useReturnedAction(`/actions/${paths[entry.kind]}/${entry.id}/take-payment`);
  const [chosen, setChosen] = useState<BranchChannel>();
  const [closedAction, setClosedAction] = useState<string>();
  const channels = branchChannels.filter((channel) =>
    canUseChannel({ channel, branch: session.branch, actor: session }),
  );
  // Known before the network fails, so that the payment can be confirmed without it.
  useQuery({ ...createPayableQuery(entry), enabled: channels.length > 0 && balance > 0 });
  const isReturned = returned !== undefined && returned.key !== closedAction;
  const opened = chosen ?? (isReturned ? channels.find((name) => name === returned.body["channel"]) : undefined);
  const close = () => {
    setChosen(undefined);
    setClosedAction(returned?.key);
  };
  const actions = channels.map((name) => ({
    ...channelActions[name],
    shortLabel: channelLabels[name],
    icon: channelIcons[name],
    onPress: () => setChosen(name),
  }));
  const sheet = opened && <ChannelPaymentSheet {...options} channel={opened} returned={returned} onClose={close} />;
  return { actions, sheet };
}

function ChannelPaymentSheet(props: ChannelPaymentSheetProps) {
  const { entry, channel, balance, onClose } = props;
  const session = useRequiredSession();
  const waiting = useWaitingPayment({ session, path: `/actions/${paths[entry.kind]}/${entry.id}` });
  const {
    data: pay,
    error,
    refetch,
    // The request changes with every payment.
  } = useQuery({ ...createPayableQuery(entry), staleTime: 0 });
  if (waiting) return <WaitingPaymentSheet waiting={waiting} onClose={onClose} />;
  if (balance <= 0) return null;
  return (
    <Sheet isOpen title={t(channelActions[channel].label)} onClose={onClose}>
      {error && !pay && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!pay && !error && <SkeletonRows count={3} />}
      {pay && <ChannelPaymentForm {...props} pay={pay} />}
    </Sheet>
  );
}

/** Errors after which another user has already recorded the payment or moved the entry. */
const closingErrorCodes = ["ALREADY_PAID", "STATUS_ALREADY_UPDATED", "NO_NEXT_STATUS"];
const partField = { ...partAmount, label: "Amount (optional)", required: false };

interface SubmittedPayment {
  [name: string]: string | boolean | null;
  part: string | null;
  reference: string | null;
}

function ChannelPaymentForm({
  entry,
  channel,
  name,
  vehicle,
  row,
  balance,
  mayCheckOut,
  pay,
  returned,
  onClose,
}: ChannelPaymentSheetProps & { pay: Awaited<ReturnType<typeof readPayable>> }) {
  const session = useRequiredSession();
  const [isCheckingOut, setIsCheckingOut] = useState(true);
  // What was shown to the payer stays, also when the next unit begins meanwhile.
  const [shownAt] = useState(useNow(60_000));
  const adjusted = useAdjustedAmounts({ entry: row ?? {}, now: shownAt });
  const [shown] = useState(balance);
  const earlier = useVehicleDebts(vehicle, entry);
  const [takesDebts, setTakesDebts] = useState(true);
  const debts = takesDebts ? earlier.debts : [];
  const debtTotal = takesDebts ? earlier.total : 0;
  const fields = { part: partField, reference: referenceFields[channel], ...adjustmentFields, ...offerFields };
  const offers = useEntryOffers(entry);

  function computeAmounts(values: { [name: string]: unknown }): AdjustedAmounts & { saving: number } {
    if (!row) return { additional: 0, deduction: 0, discounted: 0, due: shown, saving: 0 };
    const amounts = adjusted.computeAmounts(values);
    const saving = offers.getSaving(values, amounts.due);
    return { ...amounts, due: amounts.due - saving, saving };
  }

  /** The typed part, or all that is due with the earlier debts, in paise. */
  function computePaid(values: { [name: string]: unknown }): number {
    const part = parseTypedAmount(values, "part");
    return part > 0 ? part : computeAmounts(values).due + debtTotal;
  }

  async function submit(values: SubmittedPayment): Promise<void> {
    const amounts = computeAmounts(values);
    const paid = computePaid(values);
    if (paid <= 0) throw new ApiError({ code: "AMOUNT_TOO_LOW", status: 400, extensions: { field: "part" } });
    // A part is for this visit; the earlier debts stay owed.
    const withDebts = paid === amounts.due + debtTotal;
    const isPart = !withDebts && paid !== amounts.due;
    const isLeaving = mayCheckOut && isCheckingOut && !isPart;
    const common = {
      channel,
      reference: values.reference ?? "",
      request: pay.request,
      ...toAdjustmentBody({ values, amounts }),
      debts: withDebts ? toRefs(debts) : [],
    };
    const asPart = { ...common, part: formatWireAmount(isPart ? paid : amounts.due) };
    const asWhole = {
      ...common,
      ...offers.toBody(values, amounts.saving),
      expected: paid,
      is_extra: pay.isExtra,
      ...(mayCheckOut ? { auto_checkout: isLeaving } : {}),
    };
    const send = (body: ChannelPaymentBody) =>
      sendChannelPayment({
        session,
        entry,
        body,
        form: { page: `${detailPages[entry.kind]}${entry.id}`, values },
        title: name,
        summary: `Payment of ${formatRupees(paid)} ${describeChannel({ channel })}${isLeaving ? " and check-out" : ""}`,
        replaces: returned?.key,
      });
    let isQueued: boolean;
    try {
      isQueued = await send(isPart ? asPart : asWhole).catch((thrown: unknown) => {
        // The charge went up while the customer paid: what was paid is recorded, and the rest stays due.
        if (isPart || !hasErrorCode(thrown, "AMOUNT_MISMATCH")) throw thrown;
        return send(asPart);
      });
    } catch (thrown) {
      void refreshItems(paidKinds[entry.kind].collection, "payments");
      if (!(thrown instanceof ApiError) || !closingErrorCodes.includes(thrown.code)) throw thrown;
      onClose();
      return showError(thrown);
    }
    onClose();
    showSuccess(isQueued ? t("No connection: the payment is sent later") : "PAYMENT_RECORDED");
  }

  return (
    <Form
      fields={fields}
      initial={{ ...(row ? getInitialAdjustments(row) : {}), ...toFormValues(returned) }}
      onSubmit={submit}
    >
      <Stack>
        <ReturnedActionNotice returned={returned} />
        <DueWithAdjustments computeAmounts={computeAmounts} />
        <PendingOnlineNotice entry={entry} />
        {row && (
          <EarlierDebts
            {...earlier}
            isTaken={takesDebts}
            isCovered={(values) =>
              parseTypedAmount(values, "part") === 0 ||
              computePaid(values) >= computeAmounts(values).due + earlier.total
            }
            onChange={setTakesDebts}
          />
        )}
        {/* Above the fields that are seldom used: on a phone the customer scans the code at once. */}
        {channel === "upi" && <UpiCode request={pay.request} name={name} computePaid={computePaid} />}
        <FormField name="reference" description={referenceHints[channel]} />
        {row && (
          <>
            <AdjustmentFields computeAmounts={computeAmounts} />
            <EntryOffers offers={offers} computeAmounts={computeAmounts} />
            <FormField name="part" description={t("Only for a part of it; the rest stays due")} />
          </>
        )}
        {mayCheckOut && (
          <CheckOutSwitch
            isChosen={isCheckingOut}
            onChange={setIsCheckingOut}
            isPart={(values) => computePaid(values) < computeAmounts(values).due}
          />
        )}
        <ConfirmButton channel={channel} computePaid={computePaid} />
      </Stack>
    </Form>
  );
}

type ChannelPaymentBody = ActionBody<"POST /actions/parking/:id/take-payment">;

/** Returns whether it waits for the network. A ticket is handed over separately; the payment of a pass is not queued. */
async function sendChannelPayment({
  entry: { kind, id },
  body,
  ...labels
}: Pick<Parameters<typeof sendOrQueue>[0], "session" | "form" | "title" | "summary" | "replaces"> & {
  entry: PaidKey;
  body: ChannelPaymentBody;
}): Promise<boolean> {
  if (kind === "M") {
    const { channel, reference, request, expected } = body;
    await takePassPayment(id, { channel, reference, request, expected });
    return false;
  }
  const resultPage = detailPages[kind];
  const { isQueued } =
    kind === "P"
      ? await sendOrQueue({
          ...labels,
          resultPage,
          action: { route: "POST /actions/parking/:id/take-payment", id, body },
        })
      : await sendOrQueue({
          ...labels,
          resultPage,
          action: { route: "POST /actions/valet/:id/take-payment", id, body },
        });
  if (!isQueued) void refreshItems(paidKinds[kind].collection, "payments");
  return isQueued;
}

function DueWithAdjustments({ computeAmounts }: { computeAmounts: (values: FormValues) => AdjustedAmounts }) {
  const { values } = useFormState();
  return <AmountDue caption="Amount due" paise={computeAmounts(values).due} />;
}

const referenceHints: { readonly [channel in BranchChannel]: string } = {
  upi: "The payer's app shows it as UPI transaction ID or UTR",
  card_terminal: "RRN or approval code",
  on_account: "Who is billed, for example a company of this building",
};

interface PaidAmountProps {
  computePaid: (values: FormValues) => number;
}

function UpiCode({ request, name, computePaid }: PaidAmountProps & { request: string; name: string }) {
  const { values } = useFormState();
  const { branch } = useBranch();
  const amount = computePaid(values);
  const { upi_vpa: vpa, upi_payee_name: payee } = branch;
  if (!vpa || !payee || amount <= 0) return null;
  const text = buildUpiIntent({ vpa, payee, amount, request, note: `Parking ${name}` });
  return (
    <Stack align="center" gap="xs">
      <div style={qrFrame}>
        <QrCode
          text={text}
          label={t("Pay {amount} to {payee} by UPI", { amount: formatRupees(amount), payee })}
          size="100%"
        />
      </div>
      <Text fw="bold" ta="center">
        {payee}
      </Text>
      <Text c="dimmed" ta="center">
        {vpa} · {request}
      </Text>
      <Text c="dimmed" ta="center">
        {t("The customer scans this code with any UPI app. The app must show this payee.")}
      </Text>
    </Stack>
  );
}

function ConfirmButton({ channel, computePaid }: PaidAmountProps & { channel: BranchChannel }) {
  const { values } = useFormState();
  const amount = formatRupees(computePaid(values));
  const messages = {
    upi: "Confirm {amount} by UPI",
    card_terminal: "Confirm {amount} by card",
    on_account: "Book {amount} on account",
  } as const;
  return <SubmitButton className="figures">{t(messages[channel], { amount })}</SubmitButton>;
}
