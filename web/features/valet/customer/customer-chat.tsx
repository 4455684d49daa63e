// §8 Chat for the customer: asks for a name first; loaded on demand.
import { useEffect, useRef, useState } from "react";
import * as limits from "#domain/limits.ts";
import { getErrorText } from "#domain/errors.ts";
import { createCustomerChatApi } from "#web/features/valet/customer/customer-api.ts";
import type { CustomerTicket } from "#web/features/valet/customer/customer-api.ts";
import { ChatView } from "#web/features/valet/chat/chat-view.tsx";
import { useConversation } from "#web/features/valet/chat/conversation.ts";
import { Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import styles from "#web/features/valet/customer/customer.module.css";
import { t } from "#web/languages/t.ts";

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
  const { length } = conversation.messages;
  // The field moves down with each message, under the bar of the page.
  useEffect(() => {
    if (frame.current?.contains(document.activeElement)) frame.current.scrollIntoView({ block: "center" });
  }, [length]);
  return (
    <div ref={frame}>
      <Stack gap="sm">
        <Text c="dimmed" role="status">
          {holder
            ? t("{name} is replying.", { name: holder.first_name })
            : t("The next available team member will reply.")}
        </Text>
        {conversation.isLoaded && !isNamed && (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              join();
            }}
          >
            <Stack gap="xs">
              <label htmlFor="chat-name">{t("Your name")}</label>
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
                  {typed.trim() === "" ? t(getErrorText("JOIN_CHAT_WITHOUT_NAME")) : t("Minimum 3 characters required")}
                </Text>
              )}
              <button type="submit" className={styles["button"]}>
                {t("Start chat")}
              </button>
            </Stack>
          </form>
        )}
        <ChatView
          conversation={conversation}
          side="customer"
          zone={ticket.branch.zone}
          canWrite={isNamed}
          empty={t("No messages yet.")}
        />
      </Stack>
    </div>
  );
}
