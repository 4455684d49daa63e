// What this person may do with this entry now: one marigold button for the next step, the slip beside it.
import { Button } from "@mantine/core";
import { IconCash, IconDoorExit } from "@tabler/icons-react";
import { useState } from "react";
import { showRupees } from "#domain/rules/money.ts";
import { dutyRefusal } from "#domain/rules/on-duty.ts";
import { isSettled, paymentStatusOf } from "#domain/rules/payment.ts";
import type { Owed } from "#domain/rules/payment.ts";
import { parkingSequence } from "#domain/states/parking.ts";
import { rowOfEntry } from "#web/items/entry.ts";
import { useBranch, useKnownSession } from "#web/items/use-session.ts";
import { showSuccess } from "#web/ui/messages.ts";
import { ActionBar } from "#web/ui/page.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { checkOut, readAgain, readSlip } from "#web/features/parking/api.ts";
import type { DetailWire } from "#web/features/parking/detail.page.tsx";
import { PrintButton } from "#web/features/parking/slip.tsx";
import { TakeCash } from "#web/features/parking/take-cash.tsx";
import styles from "#web/features/parking/detail.module.css";

interface EntryActionsProps {
  entry: DetailWire;
  owed: Owed;
  now: Date;
}

/** Those who work the gate; others look on. */
const actors: readonly string[] = ["admin", "manager", "staff"];

/** Money is still to come: not paid, or paid and overstayed; nothing of a cancelled entry. */
function owesMoney({ entry, owed }: EntryActionsProps): boolean {
  if (entry.parking_status_id === parkingSequence.cancelled || owed.total <= 0) return false;
  const isPaid = paymentStatusOf(rowOfEntry(entry)) === "paid";
  return isPaid ? owed.extended > 0 && entry.parking_status_id === parkingSequence.in : true;
}

export function EntryActions(props: EntryActionsProps) {
  const { entry, owed, now } = props;
  const { zone } = useBranch();
  const { user, role } = useKnownSession();
  const [isTaking, setIsTaking] = useState(false);
  const isOffDuty =
    dutyRefusal({ role, isActive: user.status === "active", isPresent: user.in_out_flag }) !== undefined;
  if (!actors.includes(role)) return null;
  if (isOffDuty) return <p className={styles["offDuty"]}>Start your duty above to take cash or check out.</p>;
  const isInside = entry.parking_status_id === parkingSequence.in;
  const mayGo = isInside && isSettled({ entry: rowOfEntry(entry), now });
  const owes = owesMoney(props);

  async function leave(): Promise<void> {
    await checkOut(entry.id).finally(() => void readAgain());
    showSuccess("VEHICLE_CHECKED_OUT");
  }

  return (
    <>
      <ActionBar>
        {entry.parking_status_id !== parkingSequence.cancelled && (
          <PrintButton load={() => readSlip(entry.id)} zone={zone} label="Slip" className={styles["slip"]} />
        )}
        {mayGo && (
          <WaitingButton
            size="xl"
            {...(owes ? { variant: "default" } : { color: "marigold" })}
            leftSection={<IconDoorExit aria-hidden="true" />}
            onPress={leave}
          >
            Check out
          </WaitingButton>
        )}
        {owes && (
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
