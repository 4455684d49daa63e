// Live updates: change events of the server refetch the queries that show the changed rows, also after a reconnection.
import { useEffect } from "react";
import { toServerUrl } from "#web/api/shell.ts";
import { ApiError } from "#web/api/api-error.ts";
import { isErrorCode } from "#domain/errors.ts";
import { endSession, request } from "#web/api/client.ts";
import { queryClient } from "#web/api/query-client.ts";
import { readStoredToken } from "#web/api/tokens/stored-token.ts";
import { createStore } from "#web/store.ts";
import { showAfterReload } from "#web/ui/feedback.ts";

export interface LiveEvent {
  collection: string;
  id: number | string;
  action: "create" | "update" | "delete";
  data?: unknown;
}
export type LiveConnectionState = "off" | "connecting" | "live" | "reconnecting";

export const liveConnectionStore = createStore<LiveConnectionState>("off");

/** Collections shown by each mounted component; collections of one component are refetched together. */
const subscriptions = new Set<readonly string[]>();
/** Those of components that are gone too: a page that is opened again needs no new connection, after which all is fetched again. */
const shown = new Map<string, readonly string[]>();
const listeners = new Set<(event: LiveEvent) => void>();
/** Hidden tabs disconnect after this time, since browsers limit the connections per origin. */
const disconnectWhenHiddenAfterMs = 60_000;
/** A connection is lost after this number of missed heartbeats; the server says how often it sends them. */
const missedHeartbeats = 2.7;
const defaultHeartbeatMs = 15_000;
/** For the ticket, and then for the stream: a silent network refuses neither. */
const connectTimeoutMs = 4_000;
const maxReconnectDelayMs = 15_000;
/** Without a server there is nothing to spare, and the network may be back any moment. */
const maxUnreachableDelayMs = 2_500;

let source: EventSource | undefined;
let subscribedCollections = "";
let lastId = "";
let failures = 0;
let heartbeatMs = defaultHeartbeatMs;
/** Whether this page was connected before, so that a new connection is a reconnection. */
let hasBeenLive = false;
let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
let heartbeatTimer: ReturnType<typeof setTimeout> | undefined;
let attempt = 0;

const listShown = (): Set<string> => new Set([...shown.values()].flat());

function getSubscribedCollections(): string {
  return subscriptions.size === 0 ? "" : [...listShown()].toSorted().join(",");
}

function disconnect(): void {
  attempt++;
  clearTimeout(reconnectTimer);
  clearTimeout(heartbeatTimer);
  source?.close();
  source = undefined;
}

/** Each stream needs a one-time ticket, since EventSource cannot send headers. */
async function connect(): Promise<void> {
  // A page with other collections takes over a working connection, which loses no event: nothing to report unless it fails.
  const isSwitching = source !== undefined && failures === 0 && liveConnectionStore.get() === "live";
  disconnect();
  const currentAttempt = attempt;
  subscribedCollections = getSubscribedCollections();
  if (!subscribedCollections || !readStoredToken()) return liveConnectionStore.set("off");
  if (!isSwitching) liveConnectionStore.set(failures > 0 || hasBeenLive ? "reconnecting" : "connecting");
  try {
    heartbeatTimer = setTimeout(() => scheduleReconnect({ isUnreachable: true }), connectTimeoutMs);
    const { data } = await request<{ data: { ticket: string } }>("/live/ticket", { method: "POST", body: {} });
    if (currentAttempt !== attempt) return;
    open(data.ticket);
  } catch (thrown) {
    const isUnreachable = thrown instanceof ApiError && thrown.status === 0;
    if (currentAttempt !== attempt) return;
    // The account, the branch or the company was closed meanwhile.
    const isClosed = thrown instanceof ApiError && thrown.status === 403 && thrown.code !== "FORBIDDEN";
    if (isClosed && thrown.code === "SUPPORT_ENDED") returnToPlatform();
    else if (isClosed && isErrorCode(thrown.code)) endSession(thrown.code);
    else scheduleReconnect({ isUnreachable });
  }
}

export const isPlatformPage = (): boolean => /^\/platform(\/|$)/.test(location.pathname);

/** Support stays logged in: the session that is read again leaves the branch (session.ts). Pages of the platform keep what was typed. */
function returnToPlatform(): void {
  if (isPlatformPage()) {
    void queryClient.invalidateQueries({ queryKey: ["session"] });
    return scheduleReconnect();
  }
  showAfterReload("SUPPORT_ENDED");
  location.assign("/platform/companies");
}

function open(ticket: string): void {
  const parameters = new URLSearchParams({
    ticket,
    collections: subscribedCollections,
    ...(lastId ? { after: lastId } : {}),
  });
  clearTimeout(heartbeatTimer);
  heartbeatTimer = setTimeout(() => scheduleReconnect({ isUnreachable: true }), connectTimeoutMs);
  const eventSource = new EventSource(toServerUrl(`/live?${parameters.toString()}`));
  source = eventSource;
  heartbeatMs = defaultHeartbeatMs;
  // No event is missed after `ready`; data read before it may be stale. `reset` means that too many events were missed to replay.
  for (const name of ["ready", "reset"]) eventSource.addEventListener(name, handleReady);
  eventSource.addEventListener("beat", ({ data }: MessageEvent<string>) => {
    heartbeatMs = parseInterval(data);
    resetHeartbeatTimer();
  });
  eventSource.addEventListener("message", (message: MessageEvent<string>) => {
    resetHeartbeatTimer();
    if (message.lastEventId) lastId = message.lastEventId;
    handleMessage(message.data);
  });
  // The browser's own retry would fail with the used ticket, so reconnect with a new one.
  eventSource.addEventListener("error", () => eventSource === source && scheduleReconnect());
}

function handleReady(): void {
  for (const collection of listShown()) refetch(collection);
  failures = 0;
  hasBeenLive = true;
  liveConnectionStore.set("live");
  resetHeartbeatTimer();
}

/** A change of network may leave the connection open but silent. */
function resetHeartbeatTimer(): void {
  clearTimeout(heartbeatTimer);
  heartbeatTimer = setTimeout(() => scheduleReconnect({ isUnreachable: true }), heartbeatMs * missedHeartbeats);
}

/** A server of an older version sends no interval. */
function parseInterval(data: string): number {
  const { every }: { every?: number } = JSON.parse(data);
  return every ?? defaultHeartbeatMs;
}

function scheduleReconnect({ isUnreachable = false } = {}): void {
  disconnect();
  failures++;
  liveConnectionStore.set("reconnecting");
  // Exponential backoff with jitter, so that clients do not reconnect at the same time; the first retry is immediate.
  const maxDelayMs = isUnreachable ? maxUnreachableDelayMs : maxReconnectDelayMs;
  const delayMs = failures === 1 ? 200 : Math.min(maxDelayMs, 1_000 * 2 ** (failures - 2));
  reconnectTimer = setTimeout(() => void connect(), delayMs * (0.75 + Math.random() / 2));
}

function handleMessage(text: string): void {
  const event = parseEvent(text);
  if (!event) return;
  refetch(event.collection);
  for (const listener of listeners) listener(event);
}

function parseEvent(text: string): LiveEvent | null {
  try {
    const event: LiveEvent = JSON.parse(text);
    return typeof event.collection === "string" ? event : null;
  } catch {
    return null;
  }
}

function refetch(collection: string): void {
  if (["users", "Branch", "Companies"].includes(collection))
    void queryClient.invalidateQueries({ queryKey: ["session"] });
  // Rows may be nested in rows of another collection, such as images in entries or refunds in payments.
  const affected = new Set([collection, ...[...shown.values()].filter((part) => part.includes(collection)).flat()]);
  for (const name of affected) void queryClient.invalidateQueries({ queryKey: ["items", name] });
}

function subscribe(collections: readonly string[]): () => void {
  watchPageVisibility();
  subscriptions.add(collections);
  shown.set(collections.join(), collections);
  queueMicrotask(() => {
    const subscribed = new Set(subscribedCollections.split(","));
    const isNew = collections.some((collection) => !subscribed.has(collection));
    if (isNew || liveConnectionStore.get() === "off") void connect();
  });
  return () => void subscriptions.delete(collections);
}

/** Keeps queries of these collections up to date while mounted; a change in one of them refetches all of them. */
export function useLiveCollections(...collections: readonly string[]): void {
  const key = collections.join(",");
  useEffect(() => (key === "" ? undefined : subscribe(key.split(","))), [key]);
}

/** Receives each live event, for example to highlight rows. */
export function useLiveEvents(listener: (event: LiveEvent) => void): void {
  useEffect(() => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [listener]);
}

/** Number of components that need events in a hidden tab, such as alert sounds. */
let keepAliveCount = 0;

/** Keeps the connection while the tab is hidden. Returns the function that ends this. */
export function keepLiveWhenHidden(): () => void {
  keepAliveCount++;
  return () => void keepAliveCount--;
}

let hiddenTimer: ReturnType<typeof setTimeout> | undefined;

let isWatchingVisibility = false;

/** With the first subscription, so that public pages do not load this module. */
function watchPageVisibility(): void {
  if (isWatchingVisibility) return;
  isWatchingVisibility = true;
  document.addEventListener("visibilitychange", () => {
    clearTimeout(hiddenTimer);
    if (document.hidden)
      hiddenTimer = setTimeout(() => keepAliveCount === 0 && disconnect(), disconnectWhenHiddenAfterMs);
    else if (!source && getSubscribedCollections()) void connect();
  });
  addEventListener("online", () => !source && getSubscribedCollections() && void connect());
  // The stream may stay open without a network.
  addEventListener("offline", () => source && scheduleReconnect());
}

export function stopLiveUpdates(): void {
  disconnect();
  lastId = "";
  failures = 0;
  hasBeenLive = false;
  shown.clear();
  for (const collections of subscriptions) shown.set(collections.join(), collections);
  subscribedCollections = "";
  liveConnectionStore.set("off");
}
