// §8 Chat of a ticket, for customer and staff: message log and composer.
import { useEffect, useRef, useState } from "react";
import type { FormEvent, KeyboardEvent } from "react";
import { getErrorText } from "#domain/errors.ts";
import * as limits from "#domain/limits.ts";
import { formatTime } from "#domain/dates.ts";
import type { ConversationState, ChatMessage } from "#web/features/valet/chat/conversation.ts";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import styles from "#web/features/valet/chat/chat.module.css";
import { t } from "#web/languages/t.ts";

interface ChatViewProps {
  conversation: ConversationState;
  side: ChatMessage["sender"];
  zone: string;
  canWrite: boolean;
  empty: string;
}

export function ChatView({ conversation, side, zone, canWrite, empty }: ChatViewProps) {
  const { messages, isLoaded, error } = conversation;
  const log = useRef<HTMLDivElement>(null);
  const count = messages.length;
  useEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [count]);
  return (
    <>
      {/* Focusable, so that the keyboard can scroll the log. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={log} className={styles["log"]} role="log" aria-label={t("Messages")} tabIndex={0}>
        {isLoaded && count === 0 && <Text c="dimmed">{empty}</Text>}
        <Stack component="ol" gap="xs">
          {messages.map((message) => (
            <MessageBubble key={message.client_id} message={message} isOwn={message.sender === side} zone={zone} />
          ))}
        </Stack>
      </div>
      {Boolean(error) && (
        <Text c="red" fw="medium" role="alert">
          {describeChatError(error)}
        </Text>
      )}
      {canWrite && <MessageComposer onSend={conversation.send} />}
    </>
  );
}

function describeChatError(error: unknown): string {
  return t(error instanceof Error ? error.message : getErrorText("SOMETHING_WRONG")).replace(/^\*/, "");
}

function MessageBubble({ message, isOwn, zone }: { message: ChatMessage; isOwn: boolean; zone: string }) {
  const { text, name, date_created: at } = message;
  return (
    <li className={`${styles["bubble"]} ${isOwn ? styles["own"] : ""}`}>
      <Text>{text}</Text>
      <Text size="xs" c={isOwn ? "accent" : "dimmed"} ta={isOwn ? "end" : "start"} isFigures>
        {!isOwn && `${name} · `}
        {at === null ? t("Sending…") : formatTime({ at: new Date(at), zone })}
      </Text>
    </li>
  );
}

function MessageComposer({ onSend }: { onSend: ConversationState["send"] }) {
  const [text, setText] = useState("");
  const isTooLong = [...text].length > limits.chatMessage;

  async function submit(event?: FormEvent): Promise<void> {
    event?.preventDefault();
    const typed = text.trim();
    if (typed === "" || isTooLong) return;
    setText("");
    // A rejected message returns to the field for correction, unless a new one was started.
    if (!(await onSend(typed))) setText((current) => current || typed);
  }
  function handleKeyDown(event: KeyboardEvent): void {
    const isEnter = event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing;
    if (!isEnter || matchMedia("(pointer: coarse)").matches) return;
    event.preventDefault();
    void submit();
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Group align="stretch" wrap="nowrap" className={styles["composer"]}>
        <textarea
          aria-label={t("Message")}
          placeholder={t("Write a message")}
          rows={2}
          value={text}
          aria-invalid={isTooLong || undefined}
          aria-describedby={isTooLong ? "too-long" : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={handleKeyDown}
        />
        <button type="submit">{t("Send")}</button>
      </Group>
      {isTooLong && (
        <Text id="too-long" c="red" fw="medium">
          {t(getErrorText("LONG_MESSAGE"))}
        </Text>
      )}
    </form>
  );
}
