// §4 Cash payment: amount due, extra charge and discount with reasons, and check-out in the same step.
import "@mantine/core/styles/InlineInput.layer.css";
import { Button } from "@mantine/core";
import { useState } from "react";
import { money } from "#domain/schema/fields.ts";
import { formatRupees, formatWireAmount } from "#domain/money.ts";
import { getPaymentStatus } from "#domain/payments/payment.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { ApiError } from "#web/api/api-error.ts";
import { toRefs } from "#web/api/debts.ts";
import { toEntryRow } from "#web/api/entry.ts";
import { sendOrQueue } from "#web/api/queue/send-or-queue.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { ReturnedActionNotice, toFormValues, WaitingPaymentSheet } from "#web/product/queue/returned-action.tsx";
import { useReturnedAction, useWaitingPayment } from "#web/product/queue/use-queue.ts";
import { AmountDue } from "#web/ui/data/amount-due.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { useNow } from "#web/ui/use-now.ts";
import { Form, SubmitButton, useFormState } from "#web/ui/forms/form.tsx";
import type { FormValues } from "#web/ui/forms/form.tsx";
import { CheckOutSwitch } from "#web/product/payments/check-out-switch.tsx";
import {
  type AdjustedAmounts,
  adjustmentFields,
  AdjustmentFields,
  getInitialAdjustments,
  toAdjustmentBody,
  useAdjustedAmounts,
} from "#web/product/payments/adjustments.tsx";
import { getCollectedAmount, parseTendered, TenderedCash } from "#web/product/payments/tendered-cash.tsx";
import { EntryOffers, offerFields, useEntryOffers } from "#web/product/payments/entry-offers.tsx";
import type { ChannelAction } from "#web/product/payments/channel-payment-sheet.tsx";
import { OtherChannels } from "#web/product/payments/other-channels.tsx";
import { PendingOnlineNotice } from "#web/product/payments/pending-online-notice.tsx";
import { EarlierDebts, useDebtsWithCash } from "#web/product/payments/vehicle-debts.tsx";
import { showError, showSuccess } from "#web/ui/feedback.ts";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { refreshEntries } from "#web/features/parking/api.ts";
import type { DetailedEntry } from "#web/features/parking/detailed-entry.ts";
import { t } from "#web/languages/t.ts";

const fields = {
  tendered: money({ label: "Cash received (optional)", min: 0 }),
  ...adjustmentFields,
  ...offerFields,
};

/** Errors after which another user has already settled or moved the entry. */
const closingErrorCodes = ["ALREADY_PAID", "STATUS_ALREADY_UPDATED", "PERSON_STATUS_ALREADY_UPDATED", "NO_NEXT_STATUS"];

interface SubmittedFormValues {
  [name: string]: string | boolean | null;
}

interface EntryCashPaymentSheetProps {
  entry: DetailedEntry;
  /** False once the balance is paid, here or elsewhere. */
  hasBalanceDue: boolean;
  /** Of the other payment channels of the branch. */
  otherChannels: readonly ChannelAction[];
  onClose: () => void;
}

export function EntryCashPaymentSheet({ entry, hasBalanceDue, otherChannels, onClose }: EntryCashPaymentSheetProps) {
  const now = useNow(1_000);
  const session = useRequiredSession();
  const path = `/actions/parking/${entry.id}`;
  const returned = useReturnedAction(`${path}/take-cash`);
  const waiting = useWaitingPayment({ session, path });
  const [isCheckingOut, setIsCheckingOut] = useState(true);
  const [isSending, setIsSending] = useState(false);
  const row = toEntryRow(entry);
  const adjusted = useAdjustedAmounts({ entry: row, now });
  const offers = useEntryOffers({ kind: "P", id: entry.id });
  const computeAmounts = (values: { [name: string]: unknown }): AdjustedAmounts & { saving: number } => {
    const amounts = adjusted.computeAmounts(values);
    const saving = offers.getSaving(values, amounts.due);
    return { ...amounts, due: amounts.due - saving, saving };
  };
  const isInside = entry.parking_status_id === parkingSequence.in;
  const isExtra = getPaymentStatus(row) === "paid";
  const earlier = useDebtsWithCash({
    vehicle: entry.parking_main_info?.vehicle_no,
    entry: { kind: "P", id: entry.id },
    computeDue: (values) => computeAmounts(values).due,
  });
  const debtTotal = earlier.total;

  async function submit(values: SubmittedFormValues): Promise<void> {
    const amounts = computeAmounts(values);
    const tendered = parseTendered(values);
    const debts = earlier.getCollected(values);
    const isPart = tendered !== undefined && tendered < amounts.due;
    const adjustments = { ...toAdjustmentBody({ values, amounts }), ...offers.toBody(values, amounts.saving) };
    setIsSending(true);
    const isLeaving = isInside && isCheckingOut && !isPart;
    const body = {
      ...adjustments,
      expected: amounts.due + debts.total,
      debts: toRefs(debts.debts),
      ...(isPart ? { part: formatWireAmount(tendered) } : {}),
      is_extra: isExtra,
      auto_checkout: isLeaving,
    };
    try {
      const { isQueued } = await sendOrQueue({
        session,
        action: { route: "POST /actions/parking/:id/take-cash", id: entry.id, body },
        form: { page: `parking/detail?id=${entry.id}`, values },
        title: entry.parking_main_info?.vehicle_no ?? entry.parking_main_info?.name ?? t("Entry"),
        summary: `Payment of ${formatRupees(isPart ? tendered : body.expected)}${isLeaving ? " and check-out" : ""}`,
        resultPage: "parking/detail?id=",
        replaces: returned?.key,
      });
      if (isQueued) {
        onClose();
        return showSuccess(t("No connection: the payment is sent later"));
      }
    } catch (thrown) {
      setIsSending(false);
      void refreshEntries();
      offers.refresh();
      adjusted.correctAmounts({ amounts, thrown, debtTotal: debts.total - amounts.saving });
      if (!(thrown instanceof ApiError) || !closingErrorCodes.includes(thrown.code)) throw thrown;
      onClose();
      return showError(thrown);
    }
    onClose();
    showSuccess(body.expected > 0 ? "PAYMENT_RECORDED" : t("Closed without payment"));
    void refreshEntries();
  }

  if (waiting) return <WaitingPaymentSheet waiting={waiting} onClose={onClose} />;
  // The live event of this payment may arrive before its response.
  if (!hasBalanceDue && !isSending) return <AlreadyPaidSheet entry={entry} onClose={onClose} />;
  return (
    <Sheet isOpen title={t("Collect cash")} onClose={onClose}>
      <Form fields={fields} initial={{ ...getInitialAdjustments(row), ...toFormValues(returned) }} onSubmit={submit}>
        <Stack>
          <ReturnedActionNotice returned={returned} />
          <CashAmountDue computeAmounts={computeAmounts} isExtra={isExtra} />
          <ChannelsForAmount
            actions={otherChannels}
            onChoose={onClose}
            isDue={(values) => computeAmounts(values).due + debtTotal > 0}
          />
          <PendingOnlineNotice entry={{ kind: "P", id: entry.id }} />
          <EarlierDebts {...earlier.switchProps} />
          <AdjustmentFields computeAmounts={computeAmounts} />
          <EntryOffers offers={offers} computeAmounts={computeAmounts} />
          {isInside && (
            <CheckOutSwitch
              isChosen={isCheckingOut}
              onChange={setIsCheckingOut}
              isPart={(values) => (parseTendered(values) ?? Infinity) < computeAmounts(values).due}
            />
          )}
          <TenderedTotal computeAmounts={computeAmounts} debtTotal={debtTotal} />
          <CollectButton computeAmounts={computeAmounts} debtTotal={debtTotal} />
        </Stack>
      </Form>
    </Sheet>
  );
}

function AlreadyPaidSheet({ entry, onClose }: Pick<EntryCashPaymentSheetProps, "entry" | "onClose">) {
  const collector = entry.payment_collected_by?.first_name;
  return (
    <Sheet isOpen title={t("Already paid")} onClose={onClose}>
      <Stack>
        <p role="status">
          {collector
            ? t("{collector} collected the payment. Nothing is due.", { collector })
            : t("The payment was collected. Nothing is due.")}
        </p>
        <Button size="xl" fullWidth onClick={onClose}>
          {t("Close")}
        </Button>
      </Stack>
    </Sheet>
  );
}

/** Nothing is paid through another channel when nothing is due. */
function ChannelsForAmount({
  isDue,
  ...channels
}: Parameters<typeof OtherChannels>[0] & { isDue: (values: FormValues) => boolean }) {
  const { values } = useFormState();
  return isDue(values) ? <OtherChannels {...channels} /> : null;
}

interface ComputedAmountProps {
  computeAmounts: (values: FormValues) => AdjustedAmounts;
}

function CashAmountDue({ computeAmounts, isExtra }: ComputedAmountProps & { isExtra: boolean }) {
  const { values } = useFormState();
  const { due, additional, discounted } = computeAmounts(values);
  const before = due - additional + discounted;
  return (
    <AmountDue caption={isExtra ? t("Additional amount due") : t("Amount due")} paise={due}>
      {(additional > 0 || discounted > 0) && due > 0 && (
        <Text c="dimmed" fw="medium" isFigures>
          {formatRupees(before)}
          {additional > 0 && ` + ${formatRupees(additional)}`}
          {discounted > 0 && ` − ${formatRupees(discounted)}`}
        </Text>
      )}
    </AmountDue>
  );
}

function TenderedTotal({ computeAmounts, debtTotal }: ComputedAmountProps & { debtTotal: number }) {
  const { values } = useFormState();
  return <TenderedCash due={computeAmounts(values).due} debtTotal={debtTotal} />;
}

function CollectButton({ computeAmounts, debtTotal }: ComputedAmountProps & { debtTotal: number }) {
  const { values } = useFormState();
  const { due: dueForVisit } = computeAmounts(values);
  const due = getCollectedAmount({ values, due: dueForVisit, debtTotal });
  return (
    <SubmitButton className="figures">
      {due > 0 ? t("Collect {due}", { due: formatRupees(due) }) : t("Close without payment")}
    </SubmitButton>
  );
}
