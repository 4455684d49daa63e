// Actions the user may take on an entry now: one primary button for the next step, and the slip.
import { Button } from "@mantine/core";
import {
  IconBan,
  IconCash,
  IconClockDollar,
  IconClockEdit,
  IconCurrencyRupee,
  IconDoorExit,
  IconPencil,
  IconPrinter,
  IconQrcode,
  IconReceiptOff,
} from "@tabler/icons-react";
import { useState } from "react";
import { can } from "#domain/access/capabilities.ts";
import { formatRupees, toPaise } from "#domain/money.ts";
import { canCorrectEntry } from "#domain/parking/corrections/entry-correction.ts";
import { canVoidEntry, type VoidableEntry } from "#domain/parking/void-entry.ts";
import { getNextStep } from "#domain/parking/next-step.ts";
import type { NextStep } from "#domain/parking/next-step.ts";
import { checkOnDuty } from "#domain/people/on-duty.ts";
import { canOverrideCharge } from "#domain/payments/charge-override.ts";
import { channelActions } from "#domain/payments/channels/payment-channels.ts";
import { isSettled, getPaymentStatus } from "#domain/payments/payment.ts";
import type { EntryBalance } from "#domain/payments/payment.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { computeEntryBalance, toEntryRow } from "#web/api/entry.ts";
import type { Session } from "#web/api/session.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { usePrinterActions } from "#web/product/printing/printers.ts";
import { ApprovalActions } from "#web/product/approval-actions.tsx";
import { useReturnedAction, useWaitingPayment } from "#web/product/queue/use-queue.ts";
import { showSuccess } from "#web/ui/feedback.ts";
import { Notice } from "#web/ui/notice.tsx";
import { ActionBar } from "#web/ui/page.tsx";
import { useChannelPayment } from "#web/product/payments/channel-payment-sheet.tsx";
import { ChargeOverrideSheet } from "#web/product/payments/charge-override-sheet.tsx";
import { OnlinePaymentSheet } from "#web/product/payments/online-payment-sheet.tsx";
import { PayLaterSheet } from "#web/product/payments/pay-later-sheet.tsx";
import { WriteOffSheet } from "#web/product/payments/write-off-sheet.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { MoreActions, type FurtherAction } from "#web/ui/overlays/more-actions.tsx";
import { checkOut, refreshEntries } from "#web/features/parking/api.ts";
import type { DetailedEntry } from "#web/features/parking/detailed-entry.ts";
import { CorrectEntrySheet } from "#web/features/parking/corrections/correct-entry-sheet.tsx";
import { RecordExitSheet } from "#web/features/parking/corrections/record-exit-sheet.tsx";
import { VoidEntrySheet } from "#web/features/parking/corrections/void-entry-sheet.tsx";
import { CheckInPendingButton } from "#web/features/parking/check-in/check-in-pending.tsx";
import { usePrintSlip } from "#web/features/parking/parking-slip.tsx";
import { EntryCashPaymentSheet } from "#web/features/parking/cash-payment-sheet.tsx";
import { t } from "#web/languages/t.ts";
import { tNodes } from "#web/languages/nodes.ts";

interface EntryActionsProps {
  entry: DetailedEntry;
  balance: EntryBalance;
  now: Date;
}

/** True if payment is outstanding: unpaid, or paid and overstayed. False for cancelled entries. */
function hasBalanceDue({ entry, balance }: EntryActionsProps): boolean {
  if (entry.parking_status_id === parkingSequence.cancelled || balance.total <= 0) return false;
  if (balance.writtenOff > 0) return false;
  const isPaidFirst = entry.is_prepay || entry.is_awaiting_arrival;
  if (entry.parking_status_id === parkingSequence.pending && !isPaidFirst) return false;
  const isPaid = getPaymentStatus(toEntryRow(entry)) === "paid";
  return isPaid ? balance.extended > 0 && entry.parking_status_id === parkingSequence.in : true;
}

function isOnDuty({ user, role }: Session): boolean {
  return checkOnDuty({ role, isActive: user.status === "active", isPresent: user.in_out_flag }) === undefined;
}

/** True if the user may record a lost slip, extras and a bill now. */
export function canChangeCharge({ entry, balance }: Omit<EntryActionsProps, "now">, session: Session): boolean {
  const isOpen = entry.parking_status_id === parkingSequence.in || balance.extended > 0;
  return isOpen && !entry.is_test && entry.voided_at === null && can(session, "gate.operate") && isOnDuty(session);
}

export function EntryActions(props: EntryActionsProps) {
  const { entry, now } = props;
  const session = useRequiredSession();
  const next = getNextStep({ entry: toEntryRow(entry), visitorRecord: toVisitorRecordRow(entry), now });
  const isOffDuty = !isOnDuty(session);
  if (next === "approve") {
    return can(session, "request.decide") && !(can(session, "gate.operate") && isOffDuty) ? (
      <ApprovalPrompt entry={entry} />
    ) : (
      <Notice>{t("Waiting for approval. Entry is possible as soon as it is approved.")}</Notice>
    );
  }
  if (!can(session, "gate.operate")) return null;
  if (isOffDuty) return <Notice>{t("Start your duty to collect cash or check out.")}</Notice>;
  return (
    <>
      {next === "wait" && <Notice>{t("The invite is not valid now. See its dates above.")}</Notice>}
      <EntryGateActions {...props} next={next} />
    </>
  );
}

function toVisitorRecordRow({ parking_main_info: visitorRecord }: DetailedEntry): {
  is_waiting_for_approve: boolean;
} {
  return { is_waiting_for_approve: visitorRecord?.is_waiting_for_approve };
}

function ApprovalPrompt({ entry }: { entry: DetailedEntry }) {
  const visitorRecord = entry.parking_main_info;
  return (
    <ActionBar>
      <ApprovalActions
        request={{ kind: "entry", id: entry.id }}
        isPerson={entry.is_person}
        visitorLabel={visitorRecord?.vehicle_no ?? visitorRecord?.name ?? "this entry"}
      />
    </ActionBar>
  );
}

function canCorrect({
  entry,
  ...rest
}: {
  entry: DetailedEntry;
  actor: Parameters<typeof canCorrectEntry>[0]["actor"];
  now: Date;
}): boolean {
  if (entry.parking_main_info?.parking_type === "long_time") return false;
  const { approved_at: approvedAt } = entry;
  const row = { ...toVoidableEntry(entry), approved_at: approvedAt === null ? null : new Date(approvedAt) };
  return canCorrectEntry({ entry: row, ...rest });
}

function toVoidableEntry(entry: DetailedEntry): VoidableEntry {
  const { in_time: inTime, paid_amount: paid } = entry;
  return {
    ...entry,
    user_created: entry.user_created?.id ?? null,
    in_time: inTime === null ? null : new Date(inTime),
    date_created: new Date(entry.date_created),
    paid_amount: paid === null ? null : toPaise(paid),
  };
}

function EntryGateActions({ next, ...props }: EntryActionsProps & { next: NextStep }) {
  const { entry, balance, now } = props;
  const { zone } = useBranch();
  const session = useRequiredSession();
  // A refused payment is corrected in its form.
  const returned = useReturnedAction(`/actions/parking/${entry.id}/take-cash`);
  const [closedAction, setClosedAction] = useState<string>();
  const [chosen, setOpened] = useState<
    "cash" | "online" | "later" | "charge" | "write-off" | "exit" | "correct" | "void"
  >();
  const opened = chosen ?? (returned && returned.key !== closedAction ? "cash" : undefined);
  const entryRef = { kind: "P", id: entry.id } as const;
  const close = () => {
    setOpened(undefined);
    setClosedAction(returned?.key);
  };
  const { print, printable } = usePrintSlip({ entry: entry.id, zone });
  const noun = entry.payment_status === "paid" ? "receipt" : "slip";
  const printerActions = usePrinterActions({ paper: { entry: entry.id }, noun });
  const isInside = entry.parking_status_id === parkingSequence.in;
  const canCheckOut = isInside && isSettled({ entry: toEntryRow(entry), now });
  const isUnpaid = hasBalanceDue(props);
  const waiting = useWaitingPayment({ session, path: `/actions/parking/${entry.id}` });
  // A pending entry that does not wait for payment pays at exit.
  const canCollect =
    isUnpaid && !waiting && !entry.is_test && (entry.parking_status_id !== parkingSequence.pending || next === "pay");
  // It leaves unpaid: the check-out comes first.
  const paysLater = canCheckOut && canCollect;
  const channelPayment = useChannelPayment({
    entry: entryRef,
    name: entry.parking_main_info?.vehicle_no ?? entry.parking_main_info?.name ?? "",
    vehicle: entry.parking_main_info?.vehicle_no,
    row: toEntryRow(entry),
    balance: canCollect ? balance.extended : 0,
    mayCheckOut: isInside,
  });

  async function completeCheckOut(): Promise<void> {
    await checkOut(entry.id).finally(() => void refreshEntries());
    showSuccess(entry.is_person ? "PERSON_CHECKED_OUT" : "VEHICLE_CHECKED_OUT");
  }

  const furtherActions: FurtherAction[] = [];
  if (paysLater)
    furtherActions.push({
      label: t("Collect {amount}", { amount: formatRupees(balance.extended) }),
      icon: IconCash,
      onPress: () => setOpened("cash"),
    });
  if (canCollect)
    furtherActions.push({
      ...channelActions.online,
      label: t(channelActions.online.label),
      icon: IconQrcode,
      onPress: () => setOpened("online"),
    });
  if (canCollect) furtherActions.push(...channelPayment.actions);
  if (canCollect && !entry.out_time && entry.payment_type !== "pay-later" && can(session, "charge.defer"))
    furtherActions.push({ label: t("Pay later"), icon: IconClockDollar, onPress: () => setOpened("later") });
  if (can(session, "charge.override") && canOverrideCharge({ entry: toEntryRow(entry), now }))
    furtherActions.push({ label: t("Set charge"), icon: IconCurrencyRupee, onPress: () => setOpened("charge") });
  if (entry.out_time && balance.extended > 0 && can(session, "charge.write-off"))
    furtherActions.push({ label: t("Write off debt"), icon: IconReceiptOff, onPress: () => setOpened("write-off") });
  if (entry.parking_status_id !== parkingSequence.cancelled)
    furtherActions.push(
      { label: noun === "receipt" ? t("Print receipt") : t("Print slip"), icon: IconPrinter, onPress: print },
      ...printerActions,
    );
  if (isInside && can(session, "entry.backdate"))
    furtherActions.push({ label: t("Record missed exit"), icon: IconClockEdit, onPress: () => setOpened("exit") });
  const voidLabel = isInside ? t("Void entry") : t("Cancel entry");
  const actor = { ...session, id: session.user.id };
  if (!entry.is_test && canCorrect({ entry, actor, now }))
    furtherActions.push({
      label: t("Correct entry"),
      icon: IconPencil,
      description: entry.is_person
        ? t("Phone number or name")
        : t("Vehicle number, phone number, vehicle type or name"),
      onPress: () => setOpened("correct"),
    });
  if (!entry.is_test && canVoidEntry({ entry: toVoidableEntry(entry), actor, now }))
    furtherActions.push({ label: voidLabel, icon: IconBan, onPress: () => setOpened("void") });
  return (
    <>
      <ActionBar>
        <MoreActions actions={furtherActions} />
        {next === "check-in" && <CheckInPendingButton entry={entry} />}
        {canCheckOut && (
          <AsyncButton
            size="xl"
            color="marigold"
            leftSection={<IconDoorExit aria-hidden="true" />}
            onPress={completeCheckOut}
          >
            {t("Check out")}
          </AsyncButton>
        )}
        {canCollect && !paysLater && (
          <Button
            color="marigold"
            size="xl"
            leftSection={<IconCash aria-hidden="true" />}
            onClick={() => setOpened("cash")}
          >
            <span className="figures">
              {tNodes("Collect {extended}", { extended: formatRupees(balance.extended) })}
            </span>
          </Button>
        )}
      </ActionBar>
      {printable}
      {opened === "online" && (
        <OnlinePaymentSheet
          entry={entryRef}
          balance={canCollect ? balance.extended : 0}
          mayCheckOut={isInside}
          onClose={close}
        />
      )}
      {channelPayment.sheet}
      {opened === "exit" && <RecordExitSheet entry={entry} onClose={close} />}
      {opened === "correct" && <CorrectEntrySheet entry={entry} onClose={close} />}
      {opened === "void" && <VoidEntrySheet entry={entry} onClose={close} />}
      {opened === "cash" && (
        <EntryCashPaymentSheet
          entry={entry}
          hasBalanceDue={isUnpaid}
          otherChannels={channelPayment.actions}
          onClose={close}
        />
      )}
      {opened === "charge" && (
        <ChargeOverrideSheet
          entry={entryRef}
          recorded={entry}
          byTariff={computeEntryBalance({ entry: { ...entry, charge_override: null }, now }).actual}
          onClose={close}
        />
      )}
      {opened === "later" && <PayLaterSheet entry={entryRef} balance={balance.extended} onClose={close} />}
      {opened === "write-off" && <WriteOffSheet entry={entryRef} owed={balance.extended} onClose={close} />}
    </>
  );
}
