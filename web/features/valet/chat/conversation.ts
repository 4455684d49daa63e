// §8 State of a conversation for either side: ordered by the server's sequence, each message once, also after a reconnect.
import type { ActionReply } from "#domain/contracts.ts";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { ApiError } from "#web/api/api-error.ts";
import { createRandomId } from "#web/api/idempotency-key.ts";

type ConversationPage = ActionReply<"GET /actions/valet/:id/chat">;
type Chat = NonNullable<ConversationPage["chat"]>;
type SentMessage = ConversationPage["messages"][number];
/** `sequence` and `date_created` are null while the server has not confirmed the message. */
export type ChatMessage = Omit<SentMessage, "sequence" | "date_created"> & {
  [K in "sequence" | "date_created"]: SentMessage[K] | null;
};

export interface ChatApi {
  side: ChatMessage["sender"];
  /** Returns the messages after this sequence number. */
  read: (after: number) => Promise<ConversationPage>;
  send: (message: { text: string; client_id: string; after: number }) => Promise<ConversationPage>;
  markRead: (to: number) => Promise<unknown>;
}

/** Size of one response; a full one may be followed by more. */
const messagesPerPage = 200;

/** Merges by client id, ordered by sequence; unconfirmed messages come last. */
export function mergeMessages(known: readonly ChatMessage[], incoming: readonly ChatMessage[]): ChatMessage[] {
  const all = new Map(known.map((message) => [message.client_id, message]));
  for (const message of incoming) all.set(message.client_id, message);
  return [...all.values()].toSorted(
    (one, other) => (one.sequence ?? Number.MAX_SAFE_INTEGER) - (other.sequence ?? Number.MAX_SAFE_INTEGER),
  );
}

/** The highest confirmed sequence number; 0 without messages. */
export function getLastSequence(messages: readonly ChatMessage[]): number {
  return Math.max(0, ...messages.map(({ sequence }) => sequence ?? 0));
}

export interface ConversationState {
  chat: Chat | null;
  messages: readonly ChatMessage[];
  isLoaded: boolean;
  /** An error that a retry does not resolve. */
  error: unknown;
  /** Displays the message immediately and sends it; false if the server rejected it. */
  send: (text: string) => Promise<boolean>;
  applyUpdate: (conversation: ConversationPage) => void;
}

/** Reloads whenever `eventCount` increases: on a live event or a new connection. */
export function useConversation({ api, eventCount }: { api: ChatApi; eventCount: number }): ConversationState {
  const [chat, setChat] = useState<Chat | null>(null);
  const [messages, setMessages] = useState<readonly ChatMessage[]>([]);
  const [isLoaded, setIsLoaded] = useState(false);
  const [error, setError] = useState<unknown>();
  const known = useRef<readonly ChatMessage[]>([]);

  function replaceMessages(next: readonly ChatMessage[]): void {
    known.current = next;
    setMessages(next);
  }
  function applyPage({ chat: nextChat, messages: incoming }: ConversationPage): void {
    setChat(nextChat);
    replaceMessages(mergeMessages(known.current, incoming));
    setIsLoaded(true);
    setError(undefined);
  }

  async function sendMessage({ text, client_id }: ChatMessage): Promise<boolean> {
    try {
      applyPage(await api.send({ text, client_id, after: getLastSequence(known.current) }));
      return true;
    } catch (thrown) {
      // Offline, the message stays in the list and is sent on the next connection with the same client id.
      if (thrown instanceof ApiError && (thrown.code === "OFFLINE" || thrown.status >= 500)) return true;
      replaceMessages(known.current.filter((message) => message.client_id !== client_id));
      setError(thrown);
      return false;
    }
  }
  async function sendPending(): Promise<void> {
    for (const message of known.current) if (message.sequence === null) await sendMessage(message);
  }
  const read = useEffectEvent(async () => {
    try {
      let page: ConversationPage;
      do {
        page = await api.read(getLastSequence(known.current));
        applyPage(page);
      } while (page.messages.length === messagesPerPage);
      await sendPending();
    } catch (thrown) {
      setError(thrown);
    }
  });
  useEffect(() => void read(), [eventCount]);
  useEffect(() => {
    const reload = () => void read();
    window.addEventListener("online", reload);
    return () => window.removeEventListener("online", reload);
  }, []);

  async function send(text: string): Promise<boolean> {
    const message = {
      client_id: createRandomId(),
      sequence: null,
      sender: api.side,
      name: "",
      text,
      date_created: null,
    };
    replaceMessages(mergeMessages(known.current, [message]));
    return sendMessage(message);
  }

  const lastSequence = getLastSequence(messages);
  const readTo = (api.side === "customer" ? chat?.customer_read : chat?.staff_read) ?? 0;
  const markLastRead = useEffectEvent(() => {
    const hasUnread = messages.some(({ sender, sequence }) => sender !== api.side && (sequence ?? 0) > readTo);
    if (hasUnread && document.visibilityState === "visible") void api.markRead(lastSequence).catch(() => {});
  });
  useEffect(() => markLastRead(), [lastSequence, readTo]);

  return { chat, messages, isLoaded, error, send, applyUpdate: applyPage };
}
