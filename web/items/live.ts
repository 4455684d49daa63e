// Live: the server tells what has changed; the lists that show it are asked again, and catch up after a break.
import { useEffect } from "react";
import { request } from "#web/items/client.ts";
import { queryClient } from "#web/items/query-client.ts";
import { storedToken } from "#web/items/token.ts";
import { createStore } from "#web/ui/store.ts";

export interface LiveEvent {
  collection: string;
  id: number | string;
  action: "create" | "update" | "delete";
  data?: unknown;
}
export type LiveState = "off" | "connecting" | "live" | "reconnecting";

export const liveStore = createStore<LiveState>("off");

/** What parts of the page show now; the collections of one part are read together. */
const shown = new Set<readonly string[]>();
const listeners = new Set<(event: LiveEvent) => void>();
/** A tab nobody looks at lets its connection go after this: a browser has few for one address. */
const hiddenMs = 60_000;
/** The server is heard every 15 s at the least. */
const silenceMs = 40_000;
const longestWaitMs = 15_000;

let source: EventSource | undefined;
let asked = "";
let lastId = "";
let failures = 0;
/** Whether this page has been live before: then a new connection has something to catch up with. */
let wasLive = false;
let waiting: ReturnType<typeof setTimeout> | undefined;
let silence: ReturnType<typeof setTimeout> | undefined;
let attempt = 0;

function wanted(): string {
  return [...new Set([...shown].flat())].toSorted().join(",");
}

function disconnect(): void {
  attempt++;
  clearTimeout(waiting);
  clearTimeout(silence);
  source?.close();
  source = undefined;
}

/** A ticket opens one stream, since EventSource can send no header. */
async function connect(): Promise<void> {
  disconnect();
  const own = attempt;
  asked = wanted();
  if (!asked || !storedToken()) return liveStore.set("off");
  liveStore.set(failures > 0 || wasLive ? "reconnecting" : "connecting");
  try {
    const { data } = await request<{ data: { ticket: string } }>("/live/ticket", { method: "POST", body: {} });
    if (own !== attempt) return;
    open(data.ticket);
  } catch {
    if (own === attempt) retry();
  }
}

function open(ticket: string): void {
  const address = new URLSearchParams({ ticket, collections: asked, ...(lastId ? { after: lastId } : {}) });
  const opened = new EventSource(`/live?${address.toString()}`);
  source = opened;
  // From `ready` on nothing is missed; what was read before it may be old. `reset`: too much was missed to be told.
  for (const name of ["ready", "reset"]) opened.addEventListener(name, caughtUp);
  opened.addEventListener("beat", expectBeat);
  opened.addEventListener("message", (message: MessageEvent<string>) => {
    expectBeat();
    if (message.lastEventId) lastId = message.lastEventId;
    hear(message.data);
  });
  // The ticket is spent, so the browser's own retry would be refused: we come back with a new one.
  opened.addEventListener("error", () => opened === source && retry());
}

function caughtUp(): void {
  for (const collection of new Set([...shown].flat())) refetch(collection);
  failures = 0;
  wasLive = true;
  liveStore.set("live");
  expectBeat();
}

/** A network that was changed under way breaks no connection, it only falls silent. */
function expectBeat(): void {
  clearTimeout(silence);
  silence = setTimeout(retry, silenceMs);
}

function retry(): void {
  disconnect();
  failures++;
  liveStore.set("reconnecting");
  // The first try comes at once; later ones further and further apart, and not all gates at the same moment.
  const wait = failures === 1 ? 200 : Math.min(longestWaitMs, 1_000 * 2 ** (failures - 2));
  waiting = setTimeout(() => void connect(), wait * (0.75 + Math.random() / 2));
}

function hear(text: string): void {
  const event = parse(text);
  if (!event) return;
  refetch(event.collection);
  for (const listener of listeners) listener(event);
}

function parse(text: string): LiveEvent | null {
  try {
    const event = JSON.parse(text) as LiveEvent;
    return typeof event.collection === "string" ? event : null;
  } catch {
    return null;
  }
}

function refetch(collection: string): void {
  if (collection === "users" || collection === "Branch") void queryClient.invalidateQueries({ queryKey: ["session"] });
  // A row may stand within those of another collection: an entry's with its images, a payment's with what went back of it.
  const together = new Set([collection, ...[...shown].filter((part) => part.includes(collection)).flat()]);
  for (const one of together) void queryClient.invalidateQueries({ queryKey: ["items", one] });
}

function subscribe(collections: readonly string[]): () => void {
  shown.add(collections);
  queueMicrotask(() => {
    const isNew = [...shown].flat().some((collection) => !asked.split(",").includes(collection));
    if (isNew || liveStore.get() === "off") void connect();
  });
  return () => void shown.delete(collections);
}

/** Keeps every query of these collections true while the component is shown; those named together may show rows of each other. */
export function useLive(...collections: readonly string[]): void {
  const key = collections.join(",");
  useEffect(() => subscribe(key.split(",")), [key]);
}

/** Hears each event itself, for what glows. */
export function useLiveEvents(listener: (event: LiveEvent) => void): void {
  useEffect(() => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [listener]);
}

/** How many parts of the page must be told also while nobody looks: what rings. */
let staying = 0;

/** Keeps the connection while the tab is hidden. The answer ends it. */
export function stayLive(): () => void {
  staying++;
  return () => void staying--;
}

let hiding: ReturnType<typeof setTimeout> | undefined;

/** Call once on start. */
export function watchVisibility(): void {
  document.addEventListener("visibilitychange", () => {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(() => staying === 0 && disconnect(), hiddenMs);
    else if (!source && wanted()) void connect();
  });
  addEventListener("online", () => !source && wanted() && void connect());
}

export function stopLive(): void {
  disconnect();
  lastId = "";
  failures = 0;
  wasLive = false;
  asked = "";
  liveStore.set("off");
}
