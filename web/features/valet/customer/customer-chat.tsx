// §8 Chat for the customer: asks for a name first; loaded on demand.
import { useEffect, useRef, useState } from "react";
import { limits } from "#domain/limits.ts";
import { getErrorText } from "#domain/errors.ts";
import { createCustomerChatApi } from "#web/features/valet/customer/customer-api.ts";
import type { CustomerTicket } from "#web/features/valet/customer/customer-api.ts";
import { ChatView } from "#web/features/valet/chat/chat-view.tsx";
import { useConversation } from "#web/features/valet/chat/conversation.ts";
import { Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import styles from "#web/features/valet/customer/customer.module.css";

export function CustomerChat({
  ticket,
  token,
  eventCount,
}: {
  ticket: CustomerTicket;
  token: string;
  eventCount: number;
}) {
  const [name, setName] = useState(ticket.customer_name ?? "");
  const [typed, setTyped] = useState("");
  const [isNameInvalid, setIsNameInvalid] = useState(false);
  const conversation = useConversation({ api: createCustomerChatApi({ token, name: () => name }), eventCount });
  const isNamed = name !== "" || Boolean(conversation.chat?.customer_name);
  const holder = conversation.chat?.holder;

  function join(): void {
    const trimmed = typed.trim();
    setIsNameInvalid(trimmed.length < limits.nameMinimum);
    if (trimmed.length >= limits.nameMinimum) setName(trimmed);
  }
  const frame = useRef<HTMLDivElement>(null);
  // The chat opens below the button, often outside the screen.
  useEffect(() => {
    frame.current?.scrollIntoView({ block: "center" });
  }, [conversation.isLoaded]);
  return (
    <div ref={frame}>
      <Stack gap="sm">
        <Text c="dimmed" role="status">
          {holder ? `${holder.first_name} is replying.` : "The next available team member will reply."}
        </Text>
        {conversation.isLoaded && !isNamed && (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              join();
            }}
          >
            <Stack gap="xs">
              <label htmlFor="chat-name">Your name</label>
              <input
                id="chat-name"
                className={styles["input"]}
                autoComplete="name"
                maxLength={limits.name}
                value={typed}
                aria-invalid={isNameInvalid || undefined}
                aria-describedby={isNameInvalid ? "chat-name-error" : undefined}
                onChange={(event) => setTyped(event.currentTarget.value)}
              />
              {isNameInvalid && (
                <Text id="chat-name-error" c="red" fw="medium">
                  {typed.trim() === "" ? getErrorText("JOIN_CHAT_WITHOUT_NAME") : "Minimum 3 characters required"}
                </Text>
              )}
              <button type="submit" className={styles["button"]}>
                Start chat
              </button>
            </Stack>
          </form>
        )}
        <ChatView
          conversation={conversation}
          side="customer"
          zone={ticket.branch.zone}
          canWrite={isNamed}
          empty="No messages yet."
        />
      </Stack>
    </div>
  );
}
