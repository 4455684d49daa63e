// §8 The staff's side of the chat: whoever joins holds it until it is ended; the others read along.
import { useCallback, useState } from "react";
import { Button } from "@mantine/core";
import { IconMessageCircle } from "@tabler/icons-react";
import { liveStore, useLiveEvents } from "#web/items/live.ts";
import type { LiveEvent } from "#web/items/live.ts";
import type { TicketWire } from "#web/items/ticket.ts";
import { useBranch, useKnownSession } from "#web/items/use-session.ts";
import { Sheet } from "#web/ui/sheet.tsx";
import { showCode, showError, showSuccess } from "#web/ui/messages.ts";
import { useStore } from "#web/ui/store.ts";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { ApiError } from "#web/items/api-error.ts";
import { changeChat, isUnread, staffDoor, useChats } from "#web/features/valet/chats.ts";
import { ChatView } from "#web/features/valet/chat-view.tsx";
import { lastPlace, useConversation } from "#web/features/valet/conversation.ts";
import styles from "#web/features/valet/sheets.module.css";

export function StaffChat({ ticket }: { ticket: TicketWire }) {
  const { branch } = useBranch();
  const [isOpen, setIsOpen] = useState(false);
  const chat = useChats(branch.id).get(ticket.id);
  const isNew = chat !== undefined && isUnread(chat);
  return (
    <>
      <Button
        variant="default"
        size="lg"
        leftSection={<IconMessageCircle size={20} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        {isNew ? "Chat: the customer wrote" : chat?.holder ? `Chat: ${chat.holder.first_name} answers` : "Chat"}
      </Button>
      {isOpen && (
        <Sheet
          isOpen
          title={`Chat with ${chat?.customer_name ?? ticket.Customer_Name ?? "the customer"}`}
          onClose={() => setIsOpen(false)}
        >
          <Conversation ticket={ticket} />
        </Sheet>
      )}
    </>
  );
}

function Conversation({ ticket }: { ticket: TicketWire }) {
  const { zone } = useBranch();
  const { user, role } = useKnownSession();
  const heard = useHeard();
  const door = staffDoor(ticket.id);
  const [holding, setHolding] = useState(false);
  // Who only reads along answers nobody: what he sees is not read yet.
  const conversation = useConversation({
    door: { ...door, markRead: (to) => (holding ? door.markRead(to) : Promise.resolve()) },
    heard,
  });
  const holder = conversation.chat?.holder ?? null;
  const isMine = holder?.id === user.id;
  if (isMine !== holding) setHolding(isMine);
  const mayTake = !isMine && (holder === null || role !== "staff");
  const mayEnd = holder !== null && (isMine || role !== "staff");

  async function change(verb: "join" | "end"): Promise<void> {
    try {
      conversation.show(await changeChat({ ticket: ticket.id, verb, after: lastPlace(conversation.messages) }));
    } catch (thrown) {
      const isTaken = thrown instanceof ApiError && thrown.code === "ALREADY_CHATTING";
      return isTaken ? showCode("ALREADY_CHATTING", thrown.message) : showError(thrown);
    }
    showSuccess("CHAT_STATUS_UPDATED");
  }
  return (
    <div className={styles["form"]}>
      <p className={styles["hint"]} role="status">
        {isMine
          ? "You answer this customer. End the chat when all is said."
          : holder
            ? `${holder.first_name} answers this customer.`
            : "Nobody answers yet. Join, and the customer sees your name."}
      </p>
      <ChatView
        conversation={conversation}
        side="staff"
        zone={zone}
        mayWrite={isMine}
        empty="Nothing has been written yet."
      />
      {mayTake && (
        <WaitingButton color="marigold" size="xl" onPress={() => change("join")}>
          {holder ? `Take over from ${holder.first_name}` : "Join the chat"}
        </WaitingButton>
      )}
      {mayEnd && (
        <WaitingButton variant="default" size="lg" onPress={() => change("end")}>
          End the chat
        </WaitingButton>
      )}
    </div>
  );
}

/** Goes up with every word that is told, and with every new connection. */
function useHeard(): number {
  const [heard, setHeard] = useState(0);
  useLiveEvents(
    useCallback((event: LiveEvent) => {
      if (event.collection === "valet_chats") setHeard((times) => times + 1);
    }, []),
  );
  const state = useStore(liveStore);
  const [last, setLast] = useState(state);
  if (last !== state) {
    setLast(state);
    if (state === "live") setHeard((times) => times + 1);
  }
  return heard;
}
