// §7: one WebSocket connection: authentication, subscriptions and events.
import type { FastifyInstance } from "fastify";
import type { WebSocket } from "ws";
import { errorCatalogue, isErrorCode } from "#domain/errors.ts";
import * as limits from "#domain/limits.ts";
import type { AppServices, RequestOrigin } from "#server/context.ts";
import { type Requester, runAsRequester, getTenant } from "#server/db/requester.ts";
import { authenticateSocket, getSessionExpiry } from "#server/features/live/authenticate.ts";
import { performItemMessage, RouteError } from "#server/features/live/item-message.ts";
import { UserConnection } from "#server/features/live/user-connection.ts";
import { type SocketMessage, parseMessage, withUid, decodeData } from "#server/features/live/message.ts";
import {
  readChangeText,
  readCurrentRows,
  type Subscription,
  parseSubscription,
} from "#server/features/live/subscription.ts";
import { toApiError } from "#server/items/database-error.ts";
import { ApiError } from "#server/items/api-error.ts";
import { anonymousSession, type Session } from "#server/items/access/session.ts";
import type { LiveEvent, Subscriber } from "#server/live/event.ts";
import type { LiveUpdates } from "#server/live/live.ts";

/** When clients must authenticate: `handshake` with the first message, `strict` in the request, `public` not at all. */
export type SocketMode = "handshake" | "strict" | "public";

export interface ConnectionOptions {
  app: FastifyInstance;
  services: AppServices;
  live: LiveUpdates;
  mode: SocketMode;
  origin: RequestOrigin;
  socket: WebSocket;
  /** Session from the URL or the headers; null if the client has not authenticated yet. */
  authenticated: { session: Session; token: string | null } | null;
}

/** Close codes of the protocol: server shutdown; policy violation; slow client, or too many connections. */
const closeGoingAway = 1001;
const closePolicyViolation = 1008;
const closeSlowConsumer = 1013;
const closeTryAgainLater = 1013;
/** Marks a change that could not be read. */
const failed = Symbol("failed");

export class LiveConnection {
  readonly #opening: ConnectionOptions;
  readonly #subscriptions = new Map<unknown, Subscription>();
  readonly #subscriber: Subscriber;
  /** `waiting`: not authenticated yet, or the token has expired since. */
  #state: "waiting" | "open" | "closed" = "waiting";
  #token: string | null = null;
  #expiresAt = Number.POSITIVE_INFINITY;
  #authTimer: NodeJS.Timeout | undefined;
  #expiryTimer: NodeJS.Timeout | undefined;
  readonly #heartbeat: NodeJS.Timeout;
  #isAlive = true;
  #unsubscribe: (() => void) | undefined;
  readonly #userConnection: UserConnection;
  /** Queue of the work, processed in order, so that responses are sent in the order of the requests. */
  #work: Promise<void> = Promise.resolve();
  #waiting = 0;
  #isFinishing = false;
  /** Events held while the token is expired. */
  #heldEvents: LiveEvent[] = [];
  #unnamed = 0;
  /** Database reads of this socket count against the share of the authenticated user's tenant. */
  readonly #requester: Requester = {
    tenant: () => getTenant(this.#subscriber.session.actor),
    isInTransaction: false,
  };

  constructor(opening: ConnectionOptions) {
    this.#opening = opening;
    const { services, authenticated, mode, socket } = opening;
    const onEnded = (): void => this.#end({ code: "AUTH_FAILED", message: errorCatalogue.TOKEN_EXPIRED.text });
    this.#userConnection = new UserConnection({ services, onEnded });
    this.#subscriber = {
      session: authenticated?.session ?? anonymousSession,
      collections: new Set(),
      send: (event) => this.#enqueue(() => this.#sendEvent(event)),
      reset: () => this.#enqueue(() => this.#resendCurrentRows()),
      end: () => this.#end({ code: "AUTH_FAILED", message: errorCatalogue.FORBIDDEN.text }),
    };
    socket.on("message", (data, isBinary) => this.#receive({ text: isBinary ? null : decodeData(data) }));
    socket.on("close", () => this.#cleanUp());
    socket.on("error", () => socket.terminate());
    this.#heartbeat = setInterval(() => this.#checkHeartbeat(), limits.socketHeartbeatMs);
    if (authenticated) this.#setSession(authenticated);
    else if (mode === "public") this.#state = "open";
    else this.#waitForAuth();
  }

  #waitForAuth(): void {
    this.#state = "waiting";
    clearTimeout(this.#authTimer);
    this.#authTimer = setTimeout(
      () => this.#end({ code: "AUTH_TIMEOUT", message: "The client did not authenticate in time." }),
      limits.socketAuthMs,
    );
  }

  #setSession({ session, token }: { session: Session; token: string | null }): void {
    try {
      this.#userConnection.acquire(session);
    } catch (error) {
      this.#sendError({ error, type: "auth", uid: undefined });
      return this.#close(closeTryAgainLater, "REQUESTS_EXCEEDED");
    }
    clearTimeout(this.#authTimer);
    clearTimeout(this.#expiryTimer);
    this.#state = "open";
    this.#token = token;
    this.#subscriber.session = session;
    this.#opening.live.subscriberChanged(this.#subscriber);
    this.#expiresAt = getSessionExpiry({ services: this.#opening.services, session, token });
    const remainingMs = this.#expiresAt - this.#opening.services.clock().getTime();
    if (Number.isFinite(remainingMs))
      this.#expiryTimer = setTimeout(() => this.#expire(), Math.min(Math.max(remainingMs, 0), 2 ** 31 - 1));
  }

  /** Requests authentication again and holds all events until the client has answered. */
  #expire(): void {
    if (this.#state !== "open" || this.#token === null) return;
    this.#token = null;
    this.#send({
      type: "auth",
      status: "error",
      error: { code: "TOKEN_EXPIRED", message: errorCatalogue.TOKEN_EXPIRED.text },
    });
    if (this.#opening.mode === "public") this.#setSession({ session: anonymousSession, token: null });
    else this.#waitForAuth();
  }

  #isOver(): boolean {
    return this.#expiresAt <= this.#opening.services.clock().getTime();
  }

  #checkHeartbeat(): void {
    if (!this.#isAlive) return this.#opening.socket.terminate();
    this.#isAlive = false;
    this.#send({ type: "ping" });
  }

  #enqueue(work: () => Promise<void>): void {
    if (this.#state === "closed") return;
    this.#waiting += 1;
    if (this.#waiting > limits.socketWaiting) return this.#close(closeSlowConsumer, "Too many pending messages");
    this.#work = this.#work
      .then(() => runAsRequester(this.#requester, work))
      .catch((error: unknown) => this.#opening.app.log.error(error))
      .finally(() => (this.#waiting -= 1));
  }

  /** Finishes the queued work, accepts no more messages and closes, for the shutdown of the server. */
  async finish(): Promise<void> {
    this.#isFinishing = true;
    await this.#work;
    this.#close(closeGoingAway, "The server is shutting down");
  }

  #receive({ text }: { text: string | null }): void {
    this.#isAlive = true;
    if (this.#isFinishing) return;
    const message = text === null ? null : parseMessage(text);
    if (!message) return this.#sendFailure({ type: "server", uid: undefined, code: "INVALID_PAYLOAD" });
    const { type, uid } = message;
    if (type === "pong") return;
    if (this.#isOver()) this.#expire();
    if (type === "ping") return this.#send({ type: "pong", ...withUid(uid) });
    if (type === "auth") return this.#enqueue(() => this.#auth(message));
    if (type !== "subscribe" && type !== "unsubscribe" && type !== "items") return;
    this.#enqueue(() => this.#answer({ type, message }));
  }

  async #answer({
    type,
    message,
  }: {
    type: "subscribe" | "unsubscribe" | "items";
    message: SocketMessage;
  }): Promise<void> {
    if (this.#state === "closed") return;
    if (this.#state === "waiting")
      return this.#end({ code: "AUTH_FAILED", message: "Authenticate first with a message of type auth." });
    try {
      if (type === "subscribe") await this.#subscribe(message);
      else if (type === "unsubscribe") this.#removeSubscription(message);
      else await this.#items(message);
    } catch (error) {
      this.#sendError({ error, type: type === "items" ? "items" : "subscribe", uid: message["uid"] });
    }
  }

  async #auth(message: SocketMessage): Promise<void> {
    const { app, services, origin } = this.#opening;
    const authenticated = await authenticateSocket({
      app,
      services,
      origin,
      credentials: message,
    }).catch(() => null);
    if (this.#state === "closed") return;
    if (!authenticated)
      return this.#end({ code: "AUTH_FAILED", message: "This login is not valid.", uid: message["uid"] });
    this.#setSession(authenticated);
    const refresh = authenticated.refreshToken === undefined ? {} : { refresh_token: authenticated.refreshToken };
    this.#send({ type: "auth", status: "ok", ...refresh, ...withUid(message["uid"]) });
    for (const event of this.#heldEvents.splice(0)) await this.#sendEvent(event);
  }

  async #subscribe(message: SocketMessage): Promise<void> {
    const { services, live } = this.#opening;
    const { actor } = this.#subscriber.session;
    const subscription = parseSubscription({ message, actor });
    const key = subscription.uid ?? `unnamed ${(this.#unnamed += 1)}`;
    if (!this.#subscriptions.has(key) && this.#subscriptions.size >= limits.socketSubscriptions)
      throw new RouteError({
        message: `A connection may hold ${limits.socketSubscriptions} subscriptions.`,
        extensions: { code: "REQUESTS_EXCEEDED" },
      });
    // Subscribes before reading the rows: changes in the meantime are sent after them, so that none is lost.
    this.#subscriptions.set(key, subscription);
    this.#updateCollections();
    this.#unsubscribe ??= live.subscribe(this.#subscriber);
    try {
      await this.#sendCurrentRows({ subscription, services });
    } catch (error) {
      this.#subscriptions.delete(key);
      this.#updateCollections();
      throw error;
    }
  }

  async #sendCurrentRows({
    subscription,
    services,
  }: {
    subscription: Subscription;
    services: AppServices;
  }): Promise<void> {
    const header = { type: "subscription", event: "init", ...withUid(subscription.uid) };
    if (subscription.event !== null) return this.#send(header);
    const { data, meta } = await readCurrentRows({
      services,
      subscription,
      actor: this.#subscriber.session.actor,
    });
    const message = Object.keys(meta).length > 0 ? { ...header, meta } : header;
    this.#sendText(`${JSON.stringify(message).slice(0, -1)},"data":${data}}`);
  }

  #updateCollections(): void {
    this.#subscriber.collections = new Set([...this.#subscriptions.values()].map(({ collection }) => collection.name));
    this.#opening.live.subscriberChanged(this.#subscriber);
  }

  #removeSubscription({ uid }: SocketMessage): void {
    if (uid === undefined) this.#subscriptions.clear();
    else this.#subscriptions.delete(uid);
    this.#updateCollections();
    this.#send({ type: "subscription", event: "unsubscribe", ...withUid(uid) });
  }

  async #items(message: SocketMessage): Promise<void> {
    const { app, origin } = this.#opening;
    const response = await performItemMessage({ app, message, token: this.#token, origin });
    this.#send({ type: "items", ...response, ...withUid(message["uid"]) });
  }

  async #sendEvent(event: LiveEvent): Promise<void> {
    if (this.#isOver()) this.#expire();
    if (this.#state === "closed") return;
    if (this.#state === "waiting") {
      if (this.#heldEvents.push(event) > limits.socketWaiting)
        this.#close(closeSlowConsumer, "Too many pending messages");
      return;
    }
    const { services } = this.#opening;
    const { actor } = this.#subscriber.session;
    for (const subscription of this.#subscriptions.values()) {
      const data = await readChangeText({ services, subscription, actor, event }).catch((error: unknown) => {
        // Sends nothing for a subscription that the actor may no longer read after a change of permissions.
        if (error instanceof ApiError) return null;
        return failed;
      });
      if (data === null) continue;
      if (data === failed) return this.#resendCurrentRows();
      const header = JSON.stringify({ type: "subscription", event: event.action, ...withUid(subscription.uid) });
      this.#sendText(`${header.slice(0, -1)},"data":${data}}`);
    }
  }

  /** Sends the current rows again when too many events were missed. */
  async #resendCurrentRows(): Promise<void> {
    const { services } = this.#opening;
    for (const subscription of this.#subscriptions.values())
      try {
        await this.#sendCurrentRows({ subscription, services });
      } catch (error) {
        // Closes, so that the client reconnects and reloads; continuing would leave it with outdated rows.
        if (!(error instanceof ApiError)) return this.#close(closeTryAgainLater, "Try again later");
      }
  }

  #sendError({ error, type, uid }: { error: unknown; type: string; uid: unknown }): void {
    const apiError = toApiError(error);
    if (apiError instanceof ApiError) {
      const { code, message, details } = apiError.entries[0]!;
      return this.#sendFailure({ type, uid, code, message, details });
    }
    if (error instanceof RouteError)
      return this.#sendFailure({ type, uid, code: error.code, message: error.message, details: error.extensions });
    this.#opening.app.log.error(error);
    this.#sendFailure({ type, uid, code: "INTERNAL_SERVER_ERROR" });
  }

  #sendFailure({
    type,
    uid,
    code,
    message,
    details = {},
  }: {
    type: string;
    uid: unknown;
    code: string;
    message?: string;
    details?: SocketMessage;
  }): void {
    const text = message ?? (isErrorCode(code) ? errorCatalogue[code].text : code);
    this.#send({ type, status: "error", error: { ...details, code, message: text }, ...withUid(uid) });
  }

  #send(message: SocketMessage): void {
    this.#sendText(JSON.stringify(message));
  }

  #sendText(text: string): void {
    const { socket } = this.#opening;
    if (this.#state === "closed" || socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > limits.unreadBytes) return this.#close(closeSlowConsumer, "Too slow");
    socket.send(text);
  }

  /** Sends the reason and closes the connection. */
  #end({ code, message, uid }: { code: string; message: string; uid?: unknown }): void {
    this.#send({ type: "auth", status: "error", error: { code, message }, ...withUid(uid) });
    this.#close(closePolicyViolation, code);
  }

  #close(code: number, reason: string): void {
    if (this.#state === "closed") return;
    this.#cleanUp();
    this.#opening.socket.close(code, reason);
    // Terminates the socket if the client does not complete the closing handshake.
    setTimeout(() => this.#opening.socket.terminate(), limits.socketCloseMs).unref();
  }

  #cleanUp(): void {
    this.#state = "closed";
    clearTimeout(this.#authTimer);
    clearTimeout(this.#expiryTimer);
    clearInterval(this.#heartbeat);
    this.#unsubscribe?.();
    this.#userConnection.release();
    this.#subscriptions.clear();
    this.#heldEvents = [];
  }
}
