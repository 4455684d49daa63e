// §8 Chat as a screen shows it, for either side: in the order of the server's places, each message once, also after a break.
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { ApiError } from "#web/items/api-error.ts";

export interface Message {
  client_id: string;
  /** Null while the server has not confirmed it. */
  sequence: number | null;
  sender: "customer" | "staff";
  name: string;
  text: string;
  date_created: string | null;
}
export interface ChatWire {
  id: number;
  customer_name: string | null;
  holder: { id: string; first_name: string } | null;
  last_sequence: number;
  customer_read: number;
  staff_read: number;
}
export interface Conversation {
  chat: ChatWire | null;
  messages: Message[];
}

export interface ChatDoor {
  side: Message["sender"];
  /** What stands after this place. */
  read: (after: number) => Promise<Conversation>;
  send: (message: { text: string; client_id: string; after: number }) => Promise<Conversation>;
  markRead: (to: number) => Promise<unknown>;
}

/** So many come in one answer; then there may be more. */
const mostInAnswer = 200;

/** Without crypto.randomUUID, which a page over plain HTTP does not have. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Known messages with those that came: one for each id, by place, what waits for the server at the end. */
export function merged(known: readonly Message[], come: readonly Message[]): Message[] {
  const all = new Map(known.map((message) => [message.client_id, message]));
  for (const message of come) all.set(message.client_id, message);
  return [...all.values()].toSorted(
    (one, other) => (one.sequence ?? Number.MAX_SAFE_INTEGER) - (other.sequence ?? Number.MAX_SAFE_INTEGER),
  );
}

/** The last place up to which nothing is missing. */
export function lastPlace(messages: readonly Message[]): number {
  return Math.max(0, ...messages.map(({ sequence }) => sequence ?? 0));
}

export interface ConversationState {
  chat: ChatWire | null;
  messages: readonly Message[];
  isLoaded: boolean;
  /** What went wrong and is not mended by waiting. */
  error: unknown;
  /** Shows the message at once and sends it; false where the server refused it. */
  send: (text: string) => Promise<boolean>;
  show: (conversation: Conversation) => void;
}

/** `heard` goes up whenever something may have changed: a live event, a new connection. */
export function useConversation({ door, heard }: { door: ChatDoor; heard: number }): ConversationState {
  const [chat, setChat] = useState<ChatWire | null>(null);
  const [messages, setMessages] = useState<readonly Message[]>([]);
  const [isLoaded, setIsLoaded] = useState(false);
  const [error, setError] = useState<unknown>();
  const known = useRef<readonly Message[]>([]);

  function keep(next: readonly Message[]): void {
    known.current = next;
    setMessages(next);
  }
  function show({ chat: now, messages: come }: Conversation): void {
    setChat(now);
    keep(merged(known.current, come));
    setIsLoaded(true);
    setError(undefined);
  }

  async function deliver({ text, client_id }: Message): Promise<boolean> {
    try {
      show(await door.send({ text, client_id, after: lastPlace(known.current) }));
      return true;
    } catch (thrown) {
      // Without a network it waits here, and goes with the next connection under the same id.
      if (thrown instanceof ApiError && (thrown.code === "OFFLINE" || thrown.status >= 500)) return true;
      keep(known.current.filter((message) => message.client_id !== client_id));
      setError(thrown);
      return false;
    }
  }
  async function sendWaiting(): Promise<void> {
    for (const message of known.current) if (message.sequence === null) await deliver(message);
  }
  const read = useEffectEvent(async () => {
    try {
      let come: Conversation;
      do {
        come = await door.read(lastPlace(known.current));
        show(come);
      } while (come.messages.length === mostInAnswer);
      await sendWaiting();
    } catch (thrown) {
      setError(thrown);
    }
  });
  useEffect(() => void read(), [heard]);
  useEffect(() => {
    const again = () => void read();
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, []);

  async function send(text: string): Promise<boolean> {
    const own = { client_id: newId(), sequence: null, sender: door.side, name: "", text, date_created: null };
    keep(merged(known.current, [own]));
    return deliver(own);
  }

  const last = lastPlace(messages);
  const readTo = (door.side === "customer" ? chat?.customer_read : chat?.staff_read) ?? 0;
  const mark = useEffectEvent(() => {
    const isTheirs = messages.some(({ sender, sequence }) => sender !== door.side && (sequence ?? 0) > readTo);
    if (isTheirs && document.visibilityState === "visible") void door.markRead(last).catch(() => {});
  });
  useEffect(() => mark(), [last, readTo]);

  return { chat, messages, isLoaded, error, send, show };
}
