// §7: one WebSocket from its opening to its end: who is at the other end, what they asked for, what they are told.
import type { FastifyInstance } from "fastify";
import type { WebSocket } from "ws";
import { errors, isErrorCode } from "#domain/errors.ts";
import { limits } from "#domain/limits.ts";
import type { House, Origin } from "#server/context.ts";
import { authenticate, type Credentials, expiryOf } from "#server/features/live/authenticate.ts";
import { performItems, Told } from "#server/features/live/item-message.ts";
import { type Message, messageOf, named, textOf } from "#server/features/live/message.ts";
import { changeText, standing, type Subscription, subscriptionOf } from "#server/features/live/subscription.ts";
import { asRefused } from "#server/items/database-error.ts";
import { Refused } from "#server/items/refused.ts";
import { noSession, type Session } from "#server/items/who.ts";
import type { Live, LiveEvent, Subscriber } from "#server/services/live.ts";

/** Whether one must say who one is: as the first message, already in the address, or not at all. */
export type SocketMode = "handshake" | "strict" | "public";

export interface Opening {
  app: FastifyInstance;
  house: House;
  live: Live;
  mode: SocketMode;
  origin: Origin;
  socket: WebSocket;
  /** Who the address or its headers named; null for nobody yet. */
  known: { session: Session; token: string | null } | null;
}

/** Close codes of the protocol: the other end broke our rules, or cannot keep up. */
const brokeRules = 1008;
const tooSlow = 1013;

export class Connection {
  readonly #opening: Opening;
  readonly #subscriptions = new Map<unknown, Subscription>();
  readonly #subscriber: Subscriber;
  /** waiting: nobody has said who they are yet, or the token has run out since. */
  #state: "waiting" | "open" | "closed" = "waiting";
  #token: string | null = null;
  #expiresAt = Number.POSITIVE_INFINITY;
  #authTimer: NodeJS.Timeout | undefined;
  #expiryTimer: NodeJS.Timeout | undefined;
  readonly #heartbeat: NodeJS.Timeout;
  #isHeard = true;
  #unsubscribe: (() => void) | undefined;
  /** What is to be done, one after the other: an answer never overtakes the one before it. */
  #work: Promise<void> = Promise.resolve();
  #waiting = 0;
  /** Changes that came while the token had run out. */
  #held: LiveEvent[] = [];
  #unnamed = 0;

  constructor(opening: Opening) {
    this.#opening = opening;
    const { known, mode, socket } = opening;
    this.#subscriber = {
      session: known?.session ?? noSession,
      collections: new Set(),
      send: (event) => this.#afterThat(() => this.#tell(event)),
      reset: () => this.#afterThat(() => this.#tellAnew()),
      end: () => this.#end({ code: "AUTH_FAILED", message: errors.FORBIDDEN.text }),
    };
    socket.on("message", (data, isBinary) => this.#receive({ text: isBinary ? null : textOf(data) }));
    socket.on("close", () => this.#cleanUp());
    socket.on("error", () => socket.terminate());
    this.#heartbeat = setInterval(() => this.#beat(), limits.socketHeartbeatMs);
    if (known) this.#enter(known);
    else if (mode === "public") this.#state = "open";
    else this.#waitForAuth();
  }

  #waitForAuth(): void {
    this.#state = "waiting";
    clearTimeout(this.#authTimer);
    this.#authTimer = setTimeout(
      () => this.#end({ code: "AUTH_TIMEOUT", message: "Nobody said who is there in time." }),
      limits.socketAuthMs,
    );
  }

  #enter({ session, token }: { session: Session; token: string | null }): void {
    clearTimeout(this.#authTimer);
    clearTimeout(this.#expiryTimer);
    this.#state = "open";
    this.#token = token;
    this.#subscriber.session = session;
    this.#expiresAt = expiryOf(token);
    const left = this.#expiresAt - this.#opening.house.clock().getTime();
    if (Number.isFinite(left))
      this.#expiryTimer = setTimeout(() => this.#expire(), Math.min(Math.max(left, 0), 2 ** 31 - 1));
  }

  /** The other end is asked to say again who it is, and is told nothing until it has. */
  #expire(): void {
    if (this.#state !== "open" || this.#token === null) return;
    this.#token = null;
    this.#send({ type: "auth", status: "error", error: { code: "TOKEN_EXPIRED", message: errors.TOKEN_EXPIRED.text } });
    if (this.#opening.mode === "public") this.#enter({ session: noSession, token: null });
    else this.#waitForAuth();
  }

  #isOver(): boolean {
    return this.#expiresAt <= this.#opening.house.clock().getTime();
  }

  #beat(): void {
    if (!this.#isHeard) return this.#opening.socket.terminate();
    this.#isHeard = false;
    this.#send({ type: "ping" });
  }

  #afterThat(work: () => Promise<void>): void {
    if (this.#state === "closed") return;
    this.#waiting += 1;
    if (this.#waiting > limits.socketWaiting) return this.#close(tooSlow, "Too much at once");
    this.#work = this.#work
      .then(work)
      .catch((error: unknown) => this.#opening.app.log.error(error))
      .finally(() => (this.#waiting -= 1));
  }

  #receive({ text }: { text: string | null }): void {
    this.#isHeard = true;
    const message = text === null ? null : messageOf(text);
    if (!message) return this.#fail({ type: "server", uid: undefined, code: "INVALID_PAYLOAD" });
    const { type, uid } = message;
    if (type === "pong") return;
    if (this.#isOver()) this.#expire();
    if (type === "ping") return this.#send({ type: "pong", ...named(uid) });
    if (type === "auth") return this.#afterThat(() => this.#auth(message));
    if (type !== "subscribe" && type !== "unsubscribe" && type !== "items") return;
    this.#afterThat(() => this.#answer({ type, message }));
  }

  async #answer({ type, message }: { type: "subscribe" | "unsubscribe" | "items"; message: Message }): Promise<void> {
    if (this.#state === "closed") return;
    if (this.#state === "waiting")
      return this.#end({ code: "AUTH_FAILED", message: "Say first who you are, by a message of the type auth." });
    try {
      if (type === "subscribe") await this.#subscribe(message);
      else if (type === "unsubscribe") this.#drop(message);
      else await this.#items(message);
    } catch (error) {
      this.#refuse({ error, type: type === "items" ? "items" : "subscribe", uid: message["uid"] });
    }
  }

  async #auth(message: Message): Promise<void> {
    const { app, house, origin } = this.#opening;
    const found = await authenticate({ app, house, origin, credentials: message as Credentials }).catch(() => null);
    if (this.#state === "closed") return;
    if (!found) return this.#end({ code: "AUTH_FAILED", message: "This login is not valid.", uid: message["uid"] });
    this.#enter(found);
    const refresh = found.refreshToken === undefined ? {} : { refresh_token: found.refreshToken };
    this.#send({ type: "auth", status: "ok", ...refresh, ...named(message["uid"]) });
    for (const event of this.#held.splice(0)) await this.#tell(event);
  }

  async #subscribe(message: Message): Promise<void> {
    const { house, live } = this.#opening;
    const { who } = this.#subscriber.session;
    const subscription = subscriptionOf({ message, who });
    const key = subscription.uid ?? `unnamed ${(this.#unnamed += 1)}`;
    if (!this.#subscriptions.has(key) && this.#subscriptions.size >= limits.socketSubscriptions)
      throw new Told({
        message: `A connection may hold ${limits.socketSubscriptions} subscriptions.`,
        extensions: { code: "REQUESTS_EXCEEDED" },
      });
    // Listens first: what changes while the rows are read comes after them, and nothing is lost in between.
    this.#subscriptions.set(key, subscription);
    this.#listenTo();
    this.#unsubscribe ??= live.subscribe(this.#subscriber);
    try {
      await this.#sendStanding({ subscription, house });
    } catch (error) {
      this.#subscriptions.delete(key);
      this.#listenTo();
      throw error;
    }
  }

  async #sendStanding({ subscription, house }: { subscription: Subscription; house: House }): Promise<void> {
    const head = { type: "subscription", event: "init", ...named(subscription.uid) };
    if (subscription.event !== null) return this.#send(head);
    const { data, meta } = await standing({ house, subscription, who: this.#subscriber.session.who });
    const told = Object.keys(meta).length > 0 ? { ...head, meta } : head;
    this.#sendText(`${JSON.stringify(told).slice(0, -1)},"data":${data}}`);
  }

  #listenTo(): void {
    this.#subscriber.collections = new Set([...this.#subscriptions.values()].map(({ collection }) => collection.name));
  }

  #drop({ uid }: Message): void {
    if (uid === undefined) this.#subscriptions.clear();
    else this.#subscriptions.delete(uid);
    this.#listenTo();
    this.#send({ type: "subscription", event: "unsubscribe", ...named(uid) });
  }

  async #items(message: Message): Promise<void> {
    const { app, origin } = this.#opening;
    const answer = await performItems({ app, message, token: this.#token, origin });
    this.#send({ type: "items", ...answer, ...named(message["uid"]) });
  }

  async #tell(event: LiveEvent): Promise<void> {
    if (this.#isOver()) this.#expire();
    if (this.#state === "closed") return;
    if (this.#state === "waiting") {
      if (this.#held.push(event) > limits.socketWaiting) this.#close(tooSlow, "Too much at once");
      return;
    }
    const { house } = this.#opening;
    const { who } = this.#subscriber.session;
    for (const subscription of this.#subscriptions.values()) {
      // Who may no longer ask so, since their rights changed, is told nothing more of it.
      const data = await changeText({ house, subscription, who, event }).catch(() => null);
      if (data === null) continue;
      const head = JSON.stringify({ type: "subscription", event: event.action, ...named(subscription.uid) });
      this.#sendText(`${head.slice(0, -1)},"data":${data}}`);
    }
  }

  /** More was missed than can be told: everything as it stands now. */
  async #tellAnew(): Promise<void> {
    const { house } = this.#opening;
    for (const subscription of this.#subscriptions.values())
      await this.#sendStanding({ subscription, house }).catch(() => undefined);
  }

  #refuse({ error, type, uid }: { error: unknown; type: string; uid: unknown }): void {
    const known = asRefused(error);
    if (known instanceof Refused) {
      const { code, message, details } = known.entries[0]!;
      return this.#fail({ type, uid, code, message, details });
    }
    if (error instanceof Told)
      return this.#fail({ type, uid, code: error.code, message: error.message, details: error.extensions });
    this.#opening.app.log.error(error);
    this.#fail({ type, uid, code: "INTERNAL_SERVER_ERROR" });
  }

  #fail({
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
    details?: Message;
  }): void {
    const text = message ?? (isErrorCode(code) ? errors[code].text : code);
    this.#send({ type, status: "error", error: { ...details, code, message: text }, ...named(uid) });
  }

  #send(message: Message): void {
    this.#sendText(JSON.stringify(message));
  }

  #sendText(text: string): void {
    const { socket } = this.#opening;
    if (this.#state === "closed" || socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > limits.unreadBytes) return this.#close(tooSlow, "Too slow");
    socket.send(text);
  }

  /** Says why, and ends it. */
  #end({ code, message, uid }: { code: string; message: string; uid?: unknown }): void {
    this.#send({ type: "auth", status: "error", error: { code, message }, ...named(uid) });
    this.#close(brokeRules, code);
  }

  #close(code: number, reason: string): void {
    if (this.#state === "closed") return;
    this.#cleanUp();
    this.#opening.socket.close(code, reason);
    // Who does not close on their side is cut off.
    setTimeout(() => this.#opening.socket.terminate(), limits.socketCloseMs).unref();
  }

  #cleanUp(): void {
    this.#state = "closed";
    clearTimeout(this.#authTimer);
    clearTimeout(this.#expiryTimer);
    clearInterval(this.#heartbeat);
    this.#unsubscribe?.();
    this.#subscriptions.clear();
    this.#held = [];
  }
}
