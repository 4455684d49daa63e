// §8 Chat on the screen, for the customer and for staff: the words in bubbles, the field to write in below them.
import { useEffect, useRef, useState } from "react";
import type { FormEvent, KeyboardEvent } from "react";
import { errorText } from "#domain/errors.ts";
import { limits } from "#domain/limits.ts";
import { formatTime } from "#domain/rules/dates.ts";
import type { ConversationState, Message } from "#web/features/valet/conversation.ts";
import styles from "#web/features/valet/chat.module.css";

interface ChatViewProps {
  conversation: ConversationState;
  side: Message["sender"];
  zone: string;
  /** Whether one may write now. */
  mayWrite: boolean;
  empty: string;
}

export function ChatView({ conversation, side, zone, mayWrite, empty }: ChatViewProps) {
  const { messages, isLoaded, error } = conversation;
  const log = useRef<HTMLDivElement>(null);
  const count = messages.length;
  useEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [count]);
  return (
    <div className={styles["chat"]}>
      {/* It scrolls: without a place in the order of Tab the keyboard could not read it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={log} className={styles["log"]} role="log" aria-label="Messages" tabIndex={0}>
        {isLoaded && count === 0 && <p className={styles["empty"]}>{empty}</p>}
        <ol className={styles["messages"]}>
          {messages.map((message) => (
            <Bubble key={message.client_id} message={message} isOwn={message.sender === side} zone={zone} />
          ))}
        </ol>
      </div>
      {Boolean(error) && (
        <p className={styles["wrong"]} role="alert">
          {textOf(error)}
        </p>
      )}
      {mayWrite && <Composer onSend={conversation.send} />}
    </div>
  );
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/^\*/, "") : errorText("SOMETHING_WRONG");
}

function Bubble({ message, isOwn, zone }: { message: Message; isOwn: boolean; zone: string }) {
  const { text, name, date_created: at } = message;
  return (
    <li className={`${styles["bubble"]} ${isOwn ? styles["own"] : ""}`}>
      <p className={styles["text"]}>{text}</p>
      <p className={`figures ${styles["by"]}`}>
        {!isOwn && `${name} · `}
        {at === null ? "Sending…" : formatTime({ at: new Date(at), zone })}
      </p>
    </li>
  );
}

function Composer({ onSend }: { onSend: ConversationState["send"] }) {
  const [text, setText] = useState("");
  const isTooLong = [...text].length > limits.chatMessage;

  async function submit(event?: FormEvent): Promise<void> {
    event?.preventDefault();
    const typed = text.trim();
    if (typed === "" || isTooLong) return;
    setText("");
    // What was refused comes back to be mended.
    if (!(await onSend(typed))) setText((now) => now || typed);
  }
  function press(event: KeyboardEvent): void {
    const isEnter = event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing;
    if (!isEnter || matchMedia("(pointer: coarse)").matches) return;
    event.preventDefault();
    void submit();
  }
  return (
    <form className={styles["composer"]} onSubmit={(event) => void submit(event)}>
      <textarea
        className={styles["input"]}
        aria-label="Message"
        placeholder="Write a message"
        rows={2}
        value={text}
        aria-invalid={isTooLong || undefined}
        aria-describedby={isTooLong ? "too-long" : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={press}
      />
      <button type="submit" className={styles["send"]}>
        Send
      </button>
      {isTooLong && (
        <p id="too-long" className={styles["wrong"]}>
          {errorText("LONG_MESSAGE")}
        </p>
      )}
    </form>
  );
}
