// Actions the user may take on an entry now: one primary button for the next step, and the slip.
import { Button } from "@mantine/core";
import { IconCash, IconDoorExit, IconPrinter, IconQrcode } from "@tabler/icons-react";
import { useState } from "react";
import { can } from "#domain/access/capabilities.ts";
import { formatRupees } from "#domain/money.ts";
import { getNextStep } from "#domain/parking/next-step.ts";
import type { NextStep } from "#domain/parking/next-step.ts";
import { checkOnDuty } from "#domain/people/on-duty.ts";
import { isSettled, getPaymentStatus } from "#domain/payments/payment.ts";
import type { EntryBalance } from "#domain/payments/payment.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import { toEntryRow } from "#web/api/entry.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { ApprovalActions } from "#web/product/approval-actions.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Notice } from "#web/ui/notice.tsx";
import { ActionBar } from "#web/ui/page.tsx";
import { OnlinePaymentSheet } from "#web/product/payments/online-payment-sheet.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { MoreActions, type FurtherAction } from "#web/ui/overlays/more-actions.tsx";
import { checkOut, refreshEntries, readSlip } from "#web/features/parking/api.ts";
import type { DetailedEntry } from "#web/features/parking/detailed-entry.ts";
import { CheckInPendingButton } from "#web/features/parking/check-in/check-in-pending.tsx";
import { usePrintSlip } from "#web/features/parking/parking-slip.tsx";
import { EntryCashPaymentSheet } from "#web/features/parking/cash-payment-sheet.tsx";

interface EntryActionsProps {
  entry: DetailedEntry;
  balance: EntryBalance;
  now: Date;
}

/** True if payment is outstanding: unpaid, or paid and overstayed. False for cancelled entries. */
function hasBalanceDue({ entry, balance }: EntryActionsProps): boolean {
  if (entry.parking_status_id === parkingSequence.cancelled || balance.total <= 0) return false;
  if (entry.parking_status_id === parkingSequence.pending && !entry.is_prepay) return false;
  const isPaid = getPaymentStatus(toEntryRow(entry)) === "paid";
  return isPaid ? balance.extended > 0 && entry.parking_status_id === parkingSequence.in : true;
}

export function EntryActions(props: EntryActionsProps) {
  const { entry, now } = props;
  const session = useRequiredSession();
  const { user, role } = session;
  const next = getNextStep({ entry: toEntryRow(entry), visitorRecord: toVisitorRecordRow(entry), now });
  const isOffDuty =
    checkOnDuty({ role, isActive: user.status === "active", isPresent: user.in_out_flag }) !== undefined;
  if (next === "approve") {
    return can(session, "request.decide") && !(can(session, "gate.operate") && isOffDuty) ? (
      <ApprovalPrompt entry={entry} />
    ) : (
      <Notice>Waiting for approval. Entry is possible as soon as it is approved.</Notice>
    );
  }
  if (!can(session, "gate.operate")) return null;
  if (isOffDuty) return <Notice>Start your duty to collect cash or check out.</Notice>;
  return (
    <>
      {next === "wait" && <Notice>The invite is not valid now. See its dates above.</Notice>}
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

function EntryGateActions({ next, ...props }: EntryActionsProps & { next: NextStep }) {
  const { entry, balance, now } = props;
  const { zone } = useBranch();
  const [opened, setOpened] = useState<"cash" | "online">();
  const { print, printable } = usePrintSlip({ load: () => readSlip(entry.id), zone });
  const isInside = entry.parking_status_id === parkingSequence.in;
  const canCheckOut = isInside && isSettled({ entry: toEntryRow(entry), now });
  const isUnpaid = hasBalanceDue(props);
  // A pending entry that does not wait for payment pays at exit.
  const canCollect = isUnpaid && (entry.parking_status_id !== parkingSequence.pending || next === "pay");

  async function completeCheckOut(): Promise<void> {
    await checkOut(entry.id).finally(() => void refreshEntries());
    showSuccess(entry.is_person ? "PERSON_CHECKED_OUT" : "VEHICLE_CHECKED_OUT");
  }

  const furtherActions: FurtherAction[] = [];
  if (canCheckOut && canCollect)
    furtherActions.push({ label: "Check out", icon: IconDoorExit, onPress: completeCheckOut });
  if (canCollect) furtherActions.push({ label: "UPI / online", icon: IconQrcode, onPress: () => setOpened("online") });
  if (entry.parking_status_id !== parkingSequence.cancelled)
    furtherActions.push({ label: "Print slip", icon: IconPrinter, onPress: print });
  return (
    <>
      <ActionBar>
        <MoreActions actions={furtherActions} />
        {next === "check-in" && <CheckInPendingButton entry={entry} />}
        {canCheckOut && !canCollect && (
          <AsyncButton
            size="xl"
            color="marigold"
            leftSection={<IconDoorExit aria-hidden="true" />}
            onPress={completeCheckOut}
          >
            Check out
          </AsyncButton>
        )}
        {canCollect && (
          <Button
            color="marigold"
            size="xl"
            leftSection={<IconCash aria-hidden="true" />}
            onClick={() => setOpened("cash")}
          >
            <span className="figures">Collect {formatRupees(balance.extended)}</span>
          </Button>
        )}
      </ActionBar>
      {printable}
      {opened === "online" && (
        <OnlinePaymentSheet
          entry={{ kind: "P", id: entry.id }}
          balance={canCollect ? balance.extended : 0}
          mayCheckOut={isInside}
          isPayLater={entry.payment_type === "pay-later"}
          onClose={() => setOpened(undefined)}
        />
      )}
      {opened === "cash" && (
        <EntryCashPaymentSheet entry={entry} hasBalanceDue={isUnpaid} onClose={() => setOpened(undefined)} />
      )}
    </>
  );
}
