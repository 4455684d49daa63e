// §8 Chat for staff: the member who joins replies until the chat ends; others can read.
import { useCallback, useState } from "react";
import { Button } from "@mantine/core";
import { useSearchParams } from "react-router";
import { IconMessageCircle } from "@tabler/icons-react";
import { can } from "#domain/access/capabilities.ts";
import { liveConnectionStore, useLiveEvents } from "#web/api/live-updates.ts";
import type { LiveEvent } from "#web/api/live-updates.ts";
import type { Ticket } from "#web/api/ticket.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { showError, showErrorCode, showSuccess } from "#web/ui/feedback.ts";
import { useStore } from "#web/store.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { ApiError } from "#web/api/api-error.ts";
import { updateChat, isUnread, createStaffChatApi, useChats } from "#web/features/valet/chat/chats.ts";
import { ChatView } from "#web/features/valet/chat/chat-view.tsx";
import { getLastSequence, useConversation } from "#web/features/valet/chat/conversation.ts";
import { t } from "#web/languages/t.ts";

export function StaffChat({ ticket }: { ticket: Ticket }) {
  const { branch } = useBranch();
  // In the URL, so that the notice of a message opens the chat.
  const [parameters, setParameters] = useSearchParams();
  const isOpen = parameters.has("chat");
  const setIsOpen = (isShown: boolean) => {
    const next = new URLSearchParams(parameters);
    if (isShown) next.set("chat", "1");
    else next.delete("chat");
    setParameters(next, { replace: true });
  };
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
        {isNew
          ? t("Chat: new message from customer")
          : chat?.holder
            ? t("Chat: {name} is replying", { name: chat.holder.first_name })
            : t("Chat")}
      </Button>
      {isOpen && (
        <Sheet
          isOpen
          title={t("Chat with {name}", { name: chat?.customer_name ?? ticket.Customer_Name ?? t("customer") })}
          onClose={() => setIsOpen(false)}
        >
          <StaffConversation ticket={ticket} />
        </Sheet>
      )}
    </>
  );
}

function StaffConversation({ ticket }: { ticket: Ticket }) {
  const { zone } = useBranch();
  const session = useRequiredSession();
  const eventCount = useChatEventCount();
  const api = createStaffChatApi(ticket.id);
  const [isHolding, setIsHolding] = useState(false);
  // Messages are marked as read only by the member who replies.
  const conversation = useConversation({
    api: { ...api, markRead: (to) => (isHolding ? api.markRead(to) : Promise.resolve()) },
    eventCount,
  });
  const holder = conversation.chat?.holder ?? null;
  const isHolder = holder?.id === session.user.id;
  if (isHolder !== isHolding) setIsHolding(isHolder);
  const canTakeOver = can(session, "valet.manage");
  const canJoin = !ticket.out_time && !isHolder && (holder === null || canTakeOver);
  const canEnd = holder !== null && (isHolder || canTakeOver);

  async function change(action: "join" | "end"): Promise<void> {
    try {
      conversation.applyUpdate(
        await updateChat({ ticket: ticket.id, action, after: getLastSequence(conversation.messages) }),
      );
    } catch (thrown) {
      const isHeld = thrown instanceof ApiError && thrown.code === "ALREADY_CHATTING";
      return isHeld ? showErrorCode("ALREADY_CHATTING", thrown.message) : showError(thrown);
    }
    showSuccess("CHAT_STATUS_UPDATED");
  }
  return (
    <Stack>
      <Text c="dimmed" role="status">
        {isHolder
          ? t("You are replying to this customer. End the chat when finished.")
          : holder
            ? t("{name} is replying to this customer.", { name: holder.first_name })
            : ticket.out_time
              ? t("The chat ended with the ticket.")
              : t("No one is replying yet. Join the chat; the customer will see your name.")}
      </Text>
      <ChatView
        conversation={conversation}
        side="staff"
        zone={zone}
        canWrite={isHolder}
        empty={t("No messages yet.")}
      />
      {canJoin && (
        <AsyncButton color="marigold" size="xl" onPress={() => change("join")}>
          {holder ? t("Take over from {name}", { name: holder.first_name }) : t("Join chat")}
        </AsyncButton>
      )}
      {canEnd && (
        <AsyncButton variant="default" size="lg" onPress={() => change("end")}>
          {t("End chat")}
        </AsyncButton>
      )}
    </Stack>
  );
}

/** Increases with each chat event and each new connection. */
function useChatEventCount(): number {
  const [eventCount, setEventCount] = useState(0);
  useLiveEvents(
    useCallback((event: LiveEvent) => {
      if (event.collection === "valet_chats") setEventCount((count) => count + 1);
    }, []),
  );
  const connection = useStore(liveConnectionStore);
  const [lastConnection, setLastConnection] = useState(connection);
  if (lastConnection !== connection) {
    setLastConnection(connection);
    if (connection === "live") setEventCount((count) => count + 1);
  }
  return eventCount;
}
