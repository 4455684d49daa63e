// What this person may do with this car now: one marigold button for the next step, what is rarer beside and above it.
import { Button } from "@mantine/core";
import { useState } from "react";
import { showRupees } from "#domain/rules/money.ts";
import { dutyRefusal } from "#domain/rules/on-duty.ts";
import { isSettled } from "#domain/rules/payment.ts";
import type { Owed } from "#domain/rules/payment.ts";
import { valetSequence } from "#domain/states/valet.ts";
import { rowOfTicket } from "#web/items/ticket.ts";
import type { TicketWire } from "#web/items/ticket.ts";
import { useKnownSession } from "#web/items/use-session.ts";
import { ActionBar } from "#web/ui/page.tsx";
import { PayOnline } from "#web/ui/pay-online.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { moveTicket } from "#web/features/valet/api.ts";
import { HandOver } from "#web/features/valet/hand-over.tsx";
import { MoreActions } from "#web/features/valet/more-actions.tsx";
import { nextMove } from "#web/features/valet/next-move.ts";
import { showMoveError } from "#web/features/valet/show-move-error.ts";
import { TakeCash } from "#web/features/valet/take-cash.tsx";
import styles from "#web/ui/detail/detail.module.css";

interface TicketActionsProps {
  ticket: TicketWire;
  owed: Owed;
  now: Date;
}

type Opened = "cash" | "handover" | "more";

export function TicketActions({ ticket, owed, now }: TicketActionsProps) {
  const { user, role } = useKnownSession();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const isOut = ticket.status_id.sequence === valetSequence.checkedOut;
  const isOffDuty =
    dutyRefusal({ role, isActive: user.status === "active", isPresent: user.in_out_flag }) !== undefined;
  const next = nextMove({ ticket, user: user.id, role });
  const owes = owed.extended > 0 && (!isOut || ticket.payment_status !== "paid");
  const hasMove = next !== undefined && next.move !== "hand-over";
  const mayHandOver = next?.move === "hand-over" && isSettled({ entry: rowOfTicket(ticket), now });
  if (!["admin", "manager", "staff"].includes(role)) return null;
  if (isOffDuty && next?.move !== "at-the-gate")
    return <p className={styles["offDuty"]}>Start your duty above to move cars or take cash.</p>;
  return (
    <>
      {!isOut && (
        <Button variant="default" size="lg" className={styles["more"]} onClick={() => setOpened("more")}>
          {role === "staff" ? "Lost ticket" : "Lost ticket, another driver, pay later"}
        </Button>
      )}
      {(owes || mayHandOver || hasMove) && (
        <ActionBar>
          <PayOnline
            entry={{ kind: "V", id: ticket.id }}
            owed={owes ? owed.extended : 0}
            mayCheckOut={false}
            isPayLater={ticket.payment_type === "pay-later" || role === "staff"}
          />
          {owes && (
            <Button
              size="xl"
              {...(next?.move === "hand-over" ? { color: "marigold" } : { variant: "default" })}
              onClick={() => setOpened("cash")}
            >
              <span className="figures">Take {showRupees(owed.extended)}</span>
            </Button>
          )}
          {mayHandOver && (
            <Button color="marigold" size="xl" onClick={() => setOpened("handover")}>
              Hand over
            </Button>
          )}
          {next && hasMove && (
            <WaitingButton
              size="xl"
              color="marigold"
              onPress={() => moveTicket({ id: ticket.id, move: next.move }).catch(showMoveError)}
            >
              {next.label}
            </WaitingButton>
          )}
        </ActionBar>
      )}
      {opened === "cash" && <TakeCash ticket={ticket} onClose={close} />}
      {opened === "handover" && <HandOver ticket={ticket} onClose={close} />}
      {opened === "more" && <MoreActions ticket={ticket} onClose={close} />}
    </>
  );
}
