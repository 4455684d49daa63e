// §4 Cash payment of a valet ticket: amount due, extra charge and discount with reasons, and the driver's tip.
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import { money } from "#domain/schema/fields.ts";
import { formatRupees, formatWireAmount, toPaise } from "#domain/money.ts";
import type { ActionBody } from "#domain/contracts.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { call } from "#web/api/call.ts";
import { hasErrorCode } from "#web/api/api-error.ts";
import { toRefs } from "#web/api/debts.ts";
import { sendOrQueue } from "#web/api/queue/send-or-queue.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { ReturnedActionNotice, toFormValues, WaitingPaymentSheet } from "#web/product/queue/returned-action.tsx";
import { useReturnedAction, useWaitingPayment } from "#web/product/queue/use-queue.ts";
import { toTicketRow } from "#web/api/ticket.ts";
import type { Ticket } from "#web/api/ticket.ts";
import { Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { AmountDue } from "#web/ui/data/amount-due.tsx";
import { useNow } from "#web/ui/use-now.ts";
import { Form, SubmitButton, useFormState } from "#web/ui/forms/form.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import {
  type AdjustedAmounts,
  adjustmentFields,
  AdjustmentFields,
  getInitialAdjustments,
  parseTypedAmount,
  toAdjustmentBody,
  useAdjustedAmounts,
} from "#web/product/payments/adjustments.tsx";
import {
  getCollectedAmount,
  getCollectedTip,
  parseTendered,
  TenderedCash,
} from "#web/product/payments/tendered-cash.tsx";
import { EntryOffers, offerFields, useEntryOffers } from "#web/product/payments/entry-offers.tsx";
import type { ChannelAction } from "#web/product/payments/channel-payment-sheet.tsx";
import { OtherChannels } from "#web/product/payments/other-channels.tsx";
import { PendingOnlineNotice } from "#web/product/payments/pending-online-notice.tsx";
import { EarlierDebts, useDebtsWithCash } from "#web/product/payments/vehicle-debts.tsx";
import { showError, showSuccess } from "#web/ui/feedback.ts";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { refreshTickets } from "#web/features/valet/api.ts";
import { t } from "#web/languages/t.ts";

const fields = {
  tendered: money({ label: "Cash received (optional)", min: 0 }),
  ...adjustmentFields,
  ...offerFields,
  valet_tip: { ...ValetAndParkingInformation.fields.valet_tip, label: "Tip for driver (not in total)" },
};
/** For a car at the gate: with the code, the payment hands it over. */
const closingFields = {
  ...fields,
  otp: { ...ValetAndParkingInformation.fields.OTP_Value, label: "Customer's OTP, to hand over now (optional)" },
};

interface CashFormValues {
  [name: string]: unknown;
}

interface TicketCashPaymentSheetProps {
  ticket: Ticket;
  /** Of the other payment channels of the branch. */
  otherChannels: readonly ChannelAction[];
  onClose: () => void;
}

export function TicketCashPaymentSheet({ ticket, otherChannels, onClose }: TicketCashPaymentSheetProps) {
  const now = useNow(1_000);
  const session = useRequiredSession();
  const path = `/actions/valet/${ticket.id}`;
  const returned = useReturnedAction(`${path}/take-cash`);
  const waiting = useWaitingPayment({ session, path });
  const row = toTicketRow(ticket);
  const adjusted = useAdjustedAmounts({ entry: row, now });
  const offers = useEntryOffers({ kind: "V", id: ticket.id });
  const computeAmounts = (values: CashFormValues): AdjustedAmounts & { saving: number } => {
    const amounts = adjusted.computeAmounts(values);
    const saving = offers.getSaving(values, amounts.due);
    return { ...amounts, due: amounts.due - saving, saving };
  };
  const canHandOver = ticket.status_id.sequence === valetSequence.atTheGate;
  const isExtra = ticket.payment_status === "paid";
  const earlier = useDebtsWithCash({
    vehicle: ticket.Vehicle_Number,
    entry: { kind: "V", id: ticket.id },
    computeDue: (values) => computeAmounts(values).due + parseTypedAmount(values, "valet_tip"),
  });
  const debtTotal = earlier.total;
  // A tip that was collected with an earlier payment is neither asked for again nor removed.
  const collectedTip = ticket.tip_collected_at === null ? 0 : toPaise(ticket.valet_tip ?? "0");
  const chosenTip = collectedTip > 0 ? 0 : toPaise(ticket.valet_tip ?? "0");

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    const amounts = computeAmounts(values);
    const { due } = amounts;
    const tip = getCollectedTip({ values, due, tip: parseTypedAmount(values, "valet_tip") });
    const tendered = parseTendered(values);
    const debts = earlier.getCollected(values);
    const isPart = tendered !== undefined && tendered < due;
    const otp = values["otp"];
    const handsOver = typeof otp === "string" && otp !== "";
    const body = {
      ...toAdjustmentBody({ values, amounts }),
      ...offers.toBody(values, amounts.saving),
      ...toTipBody(tip, isPart),
      expected: due + debts.total,
      debts: toRefs(debts.debts),
      ...(isPart ? { part: formatWireAmount(tendered) } : {}),
      is_extra: isExtra,
    };
    try {
      const { isQueued } = await collect(handsOver && !isPart ? { ...body, auto_checkout: true, otp } : body);
      if (isQueued) {
        onClose();
        return showSuccess(t("No connection: the payment is sent later"));
      }
    } catch (thrown) {
      offers.refresh();
      adjusted.correctAmounts({ amounts, thrown, debtTotal: debts.total - amounts.saving });
      if (!hasErrorCode(thrown, "ALREADY_PAID")) throw thrown;
      onClose();
      return showError(thrown);
    }
    onClose();
    if (!handsOver) return showSuccess(body.expected + tip > 0 ? "PAYMENT_RECORDED" : "DATA_UPDATED");
    showSuccess(isPart ? t("Part payment recorded. The car is not handed over.") : t("Paid and handed over"));

    /** A part is for the charge alone: what was chosen as tip stays, for the last one. */
    function toTipBody(given: number, isForPart: boolean): { valet_tip?: string | null } {
      if (given > 0) return { valet_tip: formatWireAmount(collectedTip + given) };
      return isForPart || collectedTip > 0 ? {} : { valet_tip: null };
    }

    /** A handover is not sent later: its code is checked now. */
    async function collect(sent: ActionBody<"POST /actions/valet/:id/take-cash">): Promise<{ isQueued: boolean }> {
      const action = { route: "POST /actions/valet/:id/take-cash", id: ticket.id, body: sent } as const;
      if (sent.auto_checkout) {
        await call(action).finally(() => void refreshTickets());
        return { isQueued: false };
      }
      return sendOrQueue({
        session,
        action,
        form: { page: `valet-parking/detail?id=${ticket.id}`, values },
        title: ticket.Vehicle_Number,
        summary: `Payment of ${formatRupees(isPart ? tendered : body.expected + tip)}`,
        resultPage: "valet-parking/detail?id=",
        replaces: returned?.key,
      }).finally(() => void refreshTickets());
    }
  }

  const initial = {
    ...getInitialAdjustments(row),
    valet_tip: chosenTip > 0 ? formatWireAmount(chosenTip) : "",
    ...toFormValues(returned),
  };
  if (waiting) return <WaitingPaymentSheet waiting={waiting} onClose={onClose} />;
  return (
    <Sheet isOpen title={t("Collect cash")} onClose={onClose}>
      <Form fields={canHandOver ? closingFields : fields} initial={initial} onSubmit={submit}>
        <Stack>
          <ReturnedActionNotice returned={returned} />
          <CashAmountDue
            caption={t(isExtra ? "Additional amount due" : "Amount due")}
            computeAmounts={computeAmounts}
          />
          <OtherChannels actions={otherChannels} onChoose={onClose} />
          <PendingOnlineNotice entry={{ kind: "V", id: ticket.id }} />
          <EarlierDebts {...earlier.switchProps} />
          <AdjustmentFields computeAmounts={computeAmounts} />
          <EntryOffers offers={offers} computeAmounts={computeAmounts} />
          <FormField name="valet_tip" placeholder="0.00" />
          <ReceivedTip paise={collectedTip + toPaise(ticket.online_tip ?? "0")} />
          {canHandOver && <FormField name="otp" />}
          <TenderedTotal computeAmounts={computeAmounts} debtTotal={debtTotal} />
          <CollectButton computeAmounts={computeAmounts} debtTotal={debtTotal} />
        </Stack>
      </Form>
    </Sheet>
  );
}

/** So that nobody asks for the tip of an earlier payment again. */
function ReceivedTip({ paise }: { paise: number }) {
  if (paise <= 0) return null;
  return (
    <Text c="dimmed" isFigures>
      {t("Tip of {amount} already received. Enter only a further tip.", { amount: formatRupees(paise) })}
    </Text>
  );
}

function CashAmountDue({
  caption,
  computeAmounts,
}: {
  caption: string;
  computeAmounts: (values: CashFormValues) => AdjustedAmounts;
}) {
  const { values } = useFormState();
  const tip = parseTypedAmount(values, "valet_tip");
  const { due } = computeAmounts(values);
  return (
    <AmountDue caption={caption} paise={due}>
      {tip > 0 && (
        <Text c="dimmed" isFigures>
          {t("plus {tip} tip: collect {total}", { tip: formatRupees(tip), total: formatRupees(due + tip) })}
        </Text>
      )}
    </AmountDue>
  );
}

interface TotalProps {
  computeAmounts: (values: CashFormValues) => AdjustedAmounts;
  debtTotal: number;
}

function TenderedTotal({ computeAmounts, debtTotal }: TotalProps) {
  const { values } = useFormState();
  const { due } = computeAmounts(values);
  return <TenderedCash due={due} debtTotal={debtTotal} tip={parseTypedAmount(values, "valet_tip")} />;
}

function CollectButton({ computeAmounts, debtTotal }: TotalProps) {
  const { values } = useFormState();
  const { due } = computeAmounts(values);
  const tip = getCollectedTip({ values, due, tip: parseTypedAmount(values, "valet_tip") });
  const toCollect = getCollectedAmount({ values, due: due + tip, debtTotal });
  return <SubmitButton className="figures">{describePress(toCollect, Boolean(values["otp"]))}</SubmitButton>;
}

function describePress(toCollect: number, handsOver: boolean): string {
  const due = formatRupees(toCollect);
  if (toCollect <= 0) return handsOver ? t("Close without payment and hand over") : t("Close without payment");
  return handsOver ? t("Collect {due} and hand over", { due }) : t("Collect {due}", { due });
}
