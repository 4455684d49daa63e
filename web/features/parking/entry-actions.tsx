// What this person may do with this entry now: one marigold button for the next step, the slip beside it.
import { Button } from "@mantine/core";
import { IconCash, IconDoorExit } from "@tabler/icons-react";
import { useState } from "react";
import { showRupees } from "#domain/rules/money.ts";
import { nextStep } from "#domain/rules/next-step.ts";
import type { NextStep } from "#domain/rules/next-step.ts";
import { dutyRefusal } from "#domain/rules/on-duty.ts";
import { isSettled, paymentStatusOf } from "#domain/rules/payment.ts";
import type { Owed } from "#domain/rules/payment.ts";
import { parkingSequence } from "#domain/states/parking.ts";
import { rowOfEntry } from "#web/items/entry.ts";
import { answersRequests, worksAtGate } from "#web/items/session.ts";
import { useBranch, useKnownSession } from "#web/items/use-session.ts";
import { Decision } from "#web/ui/decision.tsx";
import { showSuccess } from "#web/ui/messages.ts";
import { ActionBar } from "#web/ui/page.tsx";
import { PayOnline } from "#web/ui/pay-online.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { checkOut, readAgain, readSlip } from "#web/features/parking/api.ts";
import type { DetailWire } from "#web/features/parking/detail-wire.ts";
import { LetIn } from "#web/features/parking/let-in.tsx";
import { PrintButton } from "#web/features/parking/slip.tsx";
import { TakeCash } from "#web/features/parking/take-cash.tsx";
import styles from "#web/ui/detail/detail.module.css";

interface EntryActionsProps {
  entry: DetailWire;
  owed: Owed;
  now: Date;
}

/** Money is still to come: not paid, or paid and overstayed; nothing of a cancelled entry. */
function owesMoney({ entry, owed }: EntryActionsProps): boolean {
  if (entry.parking_status_id === parkingSequence.cancelled || owed.total <= 0) return false;
  if (entry.parking_status_id === parkingSequence.pending && !entry.is_prepay) return false;
  const isPaid = paymentStatusOf(rowOfEntry(entry)) === "paid";
  return isPaid ? owed.extended > 0 && entry.parking_status_id === parkingSequence.in : true;
}

export function EntryActions(props: EntryActionsProps) {
  const { entry, now } = props;
  const { user, role } = useKnownSession();
  const next = nextStep({ entry: rowOfEntry(entry), main: rowOfMain(entry), now });
  const isOffDuty =
    dutyRefusal({ role, isActive: user.status === "active", isPresent: user.in_out_flag }) !== undefined;
  if (next === "approve") {
    return answersRequests(role) && !(worksAtGate(role) && isOffDuty) ? (
      <Answer entry={entry} />
    ) : (
      <p className={styles["note"]}>Waits for an approver. It can come in as soon as it is approved.</p>
    );
  }
  if (!worksAtGate(role)) return null;
  if (isOffDuty) return <p className={styles["offDuty"]}>Start your duty above to take cash or check out.</p>;
  return (
    <>
      {next === "wait" && <p className={styles["note"]}>It is invited for another time: see the window above.</p>}
      <GateActions {...props} next={next} />
    </>
  );
}

function rowOfMain({ parking_main_info: main }: DetailWire): { is_waiting_for_approve: boolean } {
  return { is_waiting_for_approve: main?.is_waiting_for_approve === true };
}

function Answer({ entry }: { entry: DetailWire }) {
  const main = entry.parking_main_info;
  return (
    <ActionBar>
      <Decision
        asked={{ kind: "entry", id: entry.id }}
        isPerson={entry.is_person}
        who={main?.vehicle_no ?? main?.name ?? "this entry"}
      />
    </ActionBar>
  );
}

function GateActions({ next, ...props }: EntryActionsProps & { next: NextStep }) {
  const { entry, owed, now } = props;
  const { zone } = useBranch();
  const [isTaking, setIsTaking] = useState(false);
  const isInside = entry.parking_status_id === parkingSequence.in;
  const mayGo = isInside && isSettled({ entry: rowOfEntry(entry), now });
  const owes = owesMoney(props);
  // What waits for something else than money pays when it goes.
  const pays = owes && (entry.parking_status_id !== parkingSequence.pending || next === "pay");

  async function leave(): Promise<void> {
    await checkOut(entry.id).finally(() => void readAgain());
    showSuccess(entry.is_person ? "PERSON_CHECKED_OUT" : "VEHICLE_CHECKED_OUT");
  }

  return (
    <>
      <ActionBar>
        {entry.parking_status_id !== parkingSequence.cancelled && (
          <PrintButton load={() => readSlip(entry.id)} zone={zone} label="Slip" className={styles["slip"]} />
        )}
        {next === "check-in" && <LetIn entry={entry} />}
        {mayGo && (
          <WaitingButton
            size="xl"
            {...(pays ? { variant: "default" } : { color: "marigold" })}
            leftSection={<IconDoorExit aria-hidden="true" />}
            onPress={leave}
          >
            Check out
          </WaitingButton>
        )}
        <PayOnline
          entry={{ kind: "P", id: entry.id }}
          owed={pays ? owed.extended : 0}
          mayCheckOut={isInside}
          isPayLater={entry.payment_type === "pay-later"}
        />
        {pays && (
          <Button
            color="marigold"
            size="xl"
            leftSection={<IconCash aria-hidden="true" />}
            onClick={() => setIsTaking(true)}
          >
            <span className="figures">Take {showRupees(owed.extended)}</span>
          </Button>
        )}
      </ActionBar>
      {isTaking && <TakeCash entry={entry} isOwed={owes} onClose={() => setIsTaking(false)} />}
    </>
  );
}
