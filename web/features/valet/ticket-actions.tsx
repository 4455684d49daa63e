// Actions on a ticket for the current user: one primary button for the next move, payment, and further actions.
import { Button } from "@mantine/core";
import { useState } from "react";
import { can } from "#domain/access/capabilities.ts";
import { formatRupees } from "#domain/money.ts";
import { checkOnDuty } from "#domain/people/on-duty.ts";
import { isSettled } from "#domain/payments/payment.ts";
import type { EntryBalance } from "#domain/payments/payment.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { toTicketRow } from "#web/api/ticket.ts";
import type { Ticket } from "#web/api/ticket.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { Group } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ActionBar } from "#web/ui/page.tsx";
import { OnlinePaymentButton } from "#web/product/payments/online-payment-sheet.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { moveTicket } from "#web/features/valet/api.ts";
import { HandoverSheet } from "#web/features/valet/handover-sheet.tsx";
import { TicketMenu } from "#web/features/valet/ticket-menu.tsx";
import { getNextMove } from "#web/features/valet/next-move.ts";
import { showMoveError } from "#web/features/valet/show-move-error.ts";
import { TicketCashPaymentSheet } from "#web/features/valet/cash-payment-sheet.tsx";

interface TicketActionsProps {
  ticket: Ticket;
  balance: EntryBalance;
  now: Date;
}

type OpenSheet = "cash" | "handover" | "more";

export function TicketActions({ ticket, balance, now }: TicketActionsProps) {
  const session = useRequiredSession();
  const { user, role } = session;
  const hasMoreActions = can(session, "valet.manage") || can(session, "charge.defer");
  const [opened, setOpened] = useState<OpenSheet>();
  const close = () => setOpened(undefined);
  const isCheckedOut = ticket.status_id.sequence === valetSequence.checkedOut;
  const isOffDuty =
    checkOnDuty({ role, isActive: user.status === "active", isPresent: user.in_out_flag }) !== undefined;
  const next = getNextMove({ ticket, session });
  const hasBalanceDue = balance.extended > 0 && (!isCheckedOut || ticket.payment_status !== "paid");
  const hasMove = next !== undefined && next.move !== "hand-over";
  const canHandOver = next?.move === "hand-over" && isSettled({ entry: toTicketRow(ticket), now });
  if (!can(session, "gate.operate")) return null;
  if (isOffDuty && next?.move !== "at-the-gate") return <Notice>Start your duty to move cars or collect cash.</Notice>;
  return (
    <>
      {!isCheckedOut && (
        <Group justify="center">
          <Button variant="default" size="lg" onClick={() => setOpened("more")}>
            {hasMoreActions ? "More actions" : "Lost ticket"}
          </Button>
        </Group>
      )}
      {(hasBalanceDue || canHandOver || hasMove) && (
        <ActionBar>
          <OnlinePaymentButton
            entry={{ kind: "V", id: ticket.id }}
            balance={hasBalanceDue ? balance.extended : 0}
            mayCheckOut={false}
            isPayLater={ticket.payment_type === "pay-later"}
          />
          {hasBalanceDue && (
            <Button
              size="xl"
              {...(next?.move === "hand-over" ? { color: "marigold" } : { variant: "default" })}
              onClick={() => setOpened("cash")}
            >
              <span className="figures">Collect {formatRupees(balance.extended)}</span>
            </Button>
          )}
          {canHandOver && (
            <Button color="marigold" size="xl" onClick={() => setOpened("handover")}>
              Hand over
            </Button>
          )}
          {next && hasMove && (
            <AsyncButton
              size="xl"
              color="marigold"
              onPress={() => moveTicket({ id: ticket.id, move: next.move }).catch(showMoveError)}
            >
              {next.label}
            </AsyncButton>
          )}
        </ActionBar>
      )}
      {opened === "cash" && <TicketCashPaymentSheet ticket={ticket} onClose={close} />}
      {opened === "handover" && <HandoverSheet ticket={ticket} onClose={close} />}
      {opened === "more" && <TicketMenu ticket={ticket} onClose={close} />}
    </>
  );
}
