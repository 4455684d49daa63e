// Actions on a ticket for the current user: one primary button for the next move, payment, and further actions.
import { Button } from "@mantine/core";
import {
  IconArrowBackUp,
  IconBan,
  IconCash,
  IconClockDollar,
  IconCurrencyRupee,
  IconMapPin,
  IconMessageForward,
  IconParking,
  IconPencil,
  IconPrinter,
  IconQrcode,
  IconReceiptOff,
} from "@tabler/icons-react";
import { useState } from "react";
import { can } from "#domain/access/capabilities.ts";
import { formatRupees, toPaise } from "#domain/money.ts";
import { checkOnDuty } from "#domain/people/on-duty.ts";
import { canOverrideCharge } from "#domain/payments/charge-override.ts";
import { channelActions } from "#domain/payments/channels/payment-channels.ts";
import { isSettled } from "#domain/payments/payment.ts";
import type { EntryBalance } from "#domain/payments/payment.ts";
import { canCorrectTicket } from "#domain/valet/corrections/ticket-correction.ts";
import { canVoidTicket, type VoidableTicket } from "#domain/valet/corrections/void-ticket.ts";
import { isInSlot, valetSequence } from "#domain/valet/states.ts";
import type { Session } from "#web/api/session.ts";
import { computeTicketBalance, toTicketRow } from "#web/api/ticket.ts";
import type { Ticket } from "#web/api/ticket.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { Notice } from "#web/ui/notice.tsx";
import { ActionBar } from "#web/ui/page.tsx";
import { usePrinterActions } from "#web/product/printing/printers.ts";
import { useChannelPayment } from "#web/product/payments/channel-payment-sheet.tsx";
import { ChargeOverrideSheet } from "#web/product/payments/charge-override-sheet.tsx";
import { OnlinePaymentSheet } from "#web/product/payments/online-payment-sheet.tsx";
import { PayLaterSheet } from "#web/product/payments/pay-later-sheet.tsx";
import { WriteOffSheet } from "#web/product/payments/write-off-sheet.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { useReturnedAction } from "#web/product/queue/use-queue.ts";
import { MoreActions, type FurtherAction } from "#web/ui/overlays/more-actions.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { advanceTicket } from "#web/features/valet/advance-ticket.ts";
import { moveTicket, parkCar } from "#web/features/valet/api.ts";
import type { ParkingStep, TicketSlip } from "#web/features/valet/api.ts";
import { AssignDriverSheet } from "#web/features/valet/assign-driver-sheet.tsx";
import { CorrectTicketSheet } from "#web/features/valet/corrections/correct-ticket-sheet.tsx";
import { resendTicketMessage } from "#web/features/valet/corrections/ticket-message.tsx";
import { VoidTicketSheet } from "#web/features/valet/corrections/void-ticket-sheet.tsx";
import { HandoverSheet } from "#web/features/valet/handover-sheet.tsx";
import { HandoverCodeCard } from "#web/features/valet/new-ticket/ticket-created.tsx";
import { canMoveVehicles, canReturn, getNextMove } from "#web/features/valet/next-move.ts";
import { PickupGateSheet, RequestCarButton, usePickupGates } from "#web/features/valet/pickup/pickup-gate.tsx";
import { ParkButton, ParkSheet } from "#web/features/valet/parking/park-sheet.tsx";
import { usePrintTicket } from "#web/features/valet/printing/ticket-paper.tsx";
import { TicketCashPaymentSheet } from "#web/features/valet/cash-payment-sheet.tsx";
import { t } from "#web/languages/t.ts";

interface TicketActionsProps {
  ticket: Ticket;
  balance: EntryBalance;
  now: Date;
}

type Opened =
  | "cash"
  | "online"
  | "later"
  | "charge"
  | "write-off"
  | "handover"
  | "assign"
  | "gate"
  | "correct"
  | "void"
  | ParkingStep
  | TicketSlip;

function toVoidableTicket(ticket: Ticket): VoidableTicket {
  const { out_time: out, paid_amount: paid } = ticket;
  return {
    ...ticket,
    out_time: out === null ? null : new Date(out),
    date_created: new Date(ticket.date_created),
    paid_amount: paid === null ? null : toPaise(paid),
  };
}

function isOnDuty({ user, role }: Session): boolean {
  return checkOnDuty({ role, isActive: user.status === "active", isPresent: user.in_out_flag }) === undefined;
}

/** True if the user may record a lost slip, extras and a bill now. */
export function canChangeCharge({ ticket, balance }: Omit<TicketActionsProps, "now">, session: Session): boolean {
  const isOpen = ticket.out_time === null || balance.extended > 0;
  return isOpen && !ticket.is_test && can(session, "gate.operate") && isOnDuty(session);
}

function getHolder({ status_id: { sequence }, pickup_request_assigned: driver, Assigned_Staff: parkedBy }: Ticket) {
  return sequence >= valetSequence.pickupRequested ? driver : parkedBy;
}

export function TicketActions({ ticket, balance, now }: TicketActionsProps) {
  const session = useRequiredSession();
  const gates = usePickupGates();
  // A refused payment is corrected in its form.
  const returned = useReturnedAction(`/actions/valet/${ticket.id}/take-cash`);
  const [closedAction, setClosedAction] = useState<string>();
  const [chosen, setOpened] = useState<Opened>();
  const opened = chosen ?? (returned && returned.key !== closedAction ? "cash" : undefined);
  const close = () => {
    setOpened(undefined);
    setClosedAction(returned?.key);
  };
  const ticketRef = { kind: "V", id: ticket.id } as const;
  const { print, printable } = usePrintTicket({ id: ticket.id });
  const noun = ticket.payment_status === "paid" ? "receipt" : "slip";
  const printerActions = usePrinterActions({ paper: { ticket: ticket.id }, noun });
  const isCheckedOut = ticket.status_id.sequence === valetSequence.checkedOut;
  const isOffDuty = !isOnDuty(session);
  const next = getNextMove({ ticket, session });
  const hasBalanceDue =
    can(session, "gate.operate") &&
    !ticket.is_test &&
    balance.extended > 0 &&
    (!isCheckedOut || ticket.payment_status !== "paid");
  const channelPayment = useChannelPayment({
    entry: ticketRef,
    name: ticket.Vehicle_Number,
    vehicle: ticket.Vehicle_Number,
    row: toTicketRow(ticket),
    balance: hasBalanceDue ? balance.extended : 0,
    mayCheckOut: false,
  });
  const hasMove = next !== undefined && next.move !== "hand-over";
  const canHandOver = next?.move === "hand-over" && isSettled({ entry: toTicketRow(ticket), now });
  // Cash is the main action once the car is at the gate, or after it has left unpaid.
  const isCashMain = hasBalanceDue && !hasMove && !canHandOver;
  if (!canMoveVehicles(session)) return null;
  if (isOffDuty && next?.move !== "at-the-gate")
    return <Notice>{t("Start your duty to move cars or collect cash.")}</Notice>;

  const collectLabel = t("Collect {due}", { due: formatRupees(balance.extended) });
  const hasMainAction = isCashMain || canHandOver || hasMove;
  const furtherActions: FurtherAction[] = [];
  if (hasBalanceDue && !isCashMain)
    furtherActions.push({ label: collectLabel, icon: IconCash, onPress: () => setOpened("cash") });
  if (hasBalanceDue)
    furtherActions.push({ ...channelActions.online, icon: IconQrcode, onPress: () => setOpened("online") });
  if (hasBalanceDue) furtherActions.push(...channelPayment.actions);
  if (!isCheckedOut && can(session, "valet.manage"))
    furtherActions.push({
      label: t("Lost ticket: issue new OTP"),
      description: t("The old OTP, link and QR code stop working. The history shows who issued the new one."),
      onPress: async () => setOpened(await moveTicket({ id: ticket.id, move: "new-code" })),
    });
  const { sequence } = ticket.status_id;
  if (isInSlot(sequence) && ticket.is_valet_parking)
    furtherActions.push({ label: t("Change slot"), icon: IconParking, onPress: () => setOpened("slot") });
  const isOnRequest = sequence === valetSequence.pickupRequested || sequence === valetSequence.onTheWay;
  if (isOnRequest && gates.length > 0)
    furtherActions.push({ label: t("Change pickup gate"), icon: IconMapPin, onPress: () => setOpened("gate") });
  if (sequence === valetSequence.pickupRequested)
    furtherActions.push({
      label: t("Cancel request"),
      icon: IconArrowBackUp,
      description: t("The car stays parked."),
      onPress: () => parkCar({ id: ticket.id, step: "re-park", body: {} }),
    });
  if (canReturn({ ticket, session }))
    furtherActions.push({
      label: t("Park again"),
      icon: IconArrowBackUp,
      description: t("The customer did not come. The car goes back to its slot or another one."),
      onPress: () => setOpened("re-park"),
    });
  if (!isCheckedOut && !ticket.is_test && can(session, "gate.operate"))
    furtherActions.push({
      label: t("Lost ticket: send new OTP by SMS"),
      icon: IconMessageForward,
      description: t("The customer gets a new OTP and link. The old ones stop working."),
      onPress: () => resendTicketMessage(ticket),
    });
  if (!isCheckedOut && can(session, "valet.manage"))
    furtherActions.push({ label: t("Assign driver"), onPress: () => setOpened("assign") });
  if (!isCheckedOut && can(session, "charge.defer") && ticket.payment_type !== "pay-later")
    furtherActions.push({ label: t("Pay later"), icon: IconClockDollar, onPress: () => setOpened("later") });
  if (can(session, "charge.override") && canOverrideCharge({ entry: toTicketRow(ticket), now }))
    furtherActions.push({ label: t("Set charge"), icon: IconCurrencyRupee, onPress: () => setOpened("charge") });
  if (isCheckedOut && balance.extended > 0 && can(session, "charge.write-off"))
    furtherActions.push({ label: t("Write off debt"), icon: IconReceiptOff, onPress: () => setOpened("write-off") });
  if (!ticket.voided_at && can(session, "gate.operate"))
    furtherActions.push(
      { label: noun === "receipt" ? t("Print receipt") : t("Print slip"), icon: IconPrinter, onPress: print },
      ...printerActions,
    );
  const actor = { ...session, id: session.user.id };
  if (!ticket.is_test && canCorrectTicket({ ticket: toVoidableTicket(ticket), actor, now }))
    furtherActions.push({ label: t("Correct ticket"), icon: IconPencil, onPress: () => setOpened("correct") });
  if (!ticket.is_test && canVoidTicket({ ticket: toVoidableTicket(ticket), actor, now }))
    furtherActions.push({ label: t("Cancel ticket"), icon: IconBan, onPress: () => setOpened("void") });
  return (
    <>
      {(hasMainAction || furtherActions.length > 0) && (
        <ActionBar>
          <MoreActions actions={furtherActions} />
          {isCashMain && (
            <Button color="marigold" size="xl" onClick={() => setOpened("cash")}>
              <span className="figures">{collectLabel}</span>
            </Button>
          )}
          {canHandOver && (
            <Button color="marigold" size="xl" onClick={() => setOpened("handover")}>
              {t("Hand over")}
            </Button>
          )}
          {next?.move === "park" && <ParkButton ticket={ticket} label={t(next.label)} size="xl" color="marigold" />}
          {next?.move === "request-pickup" && (
            <RequestCarButton ticket={ticket} label={t(next.label)} size="xl" color="marigold" />
          )}
          {next && hasMove && next.move !== "park" && next.move !== "request-pickup" && (
            <AsyncButton size="xl" color="marigold" onPress={() => advanceTicket({ id: ticket.id, move: next.move })}>
              {t(next.label)}
            </AsyncButton>
          )}
        </ActionBar>
      )}
      {printable}
      {channelPayment.sheet}
      {opened === "online" && (
        <OnlinePaymentSheet
          entry={ticketRef}
          balance={hasBalanceDue ? balance.extended : 0}
          mayCheckOut={false}
          onClose={close}
        />
      )}
      {opened === "charge" && (
        <ChargeOverrideSheet
          entry={ticketRef}
          recorded={ticket}
          byTariff={computeTicketBalance({ ticket: { ...ticket, charge_override: null }, now }).actual}
          onClose={close}
        />
      )}
      {opened === "later" && <PayLaterSheet entry={ticketRef} balance={balance.extended} onClose={close} />}
      {opened === "write-off" && <WriteOffSheet entry={ticketRef} owed={balance.extended} onClose={close} />}
      {opened === "cash" && (
        <TicketCashPaymentSheet ticket={ticket} otherChannels={channelPayment.actions} onClose={close} />
      )}
      {opened === "handover" && <HandoverSheet ticket={ticket} onClose={close} />}
      {opened === "correct" && <CorrectTicketSheet ticket={ticket} onClose={close} />}
      {opened === "void" && <VoidTicketSheet ticket={ticket} onClose={close} />}
      {(opened === "slot" || opened === "re-park") && <ParkSheet ticket={ticket} step={opened} onClose={close} />}
      {opened === "gate" && <PickupGateSheet ticket={ticket} onClose={close} />}
      {opened === "assign" && <AssignDriverSheet id={ticket.id} holder={getHolder(ticket)?.id} onClose={close} />}
      {typeof opened === "object" && (
        <Sheet isOpen title={t("New OTP issued")} onClose={close}>
          <HandoverCodeCard slip={opened} />
        </Sheet>
      )}
    </>
  );
}
