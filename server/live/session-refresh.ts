// §7 live: reloads subscribers who were suspended or moved, or whose branch or company was closed, before they receive
// further events. All subscribers of one event are loaded in one query; meanwhile their events are held.
import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "#server/db/pool.ts";
import { getAccessError, loadSessions, selectFamily, type Session } from "#server/items/access/session.ts";
import type { LiveEvent, Subscriber } from "#server/live/event.ts";
import type { MatchedEvent } from "#server/live/match-rows.ts";

/** Largest number of events held for reloading subscribers; beyond it they are reset. */
const maxHeldEvents = 500;
const retryMs = 1_000;

interface RefreshGroup {
  subscribers: Set<Subscriber>;
  events: MatchedEvent[];
  /** Events were dropped: the subscribers must reload everything. */
  isReset: boolean;
  /** A further change arrived during the query, which is repeated. */
  isStale: boolean;
}

interface SessionRefreshOptions {
  sql: Sql;
  /** Resumes a subscriber with its current session. */
  resume: (subscriber: Subscriber) => void;
  deliver: (subscriber: Subscriber, event: MatchedEvent) => void;
  reset: (subscriber: Subscriber) => void;
  /** Disconnects a subscriber. */
  end: (subscriber: Subscriber) => void;
}

export class SessionRefresh {
  readonly #options: SessionRefreshOptions;
  /** Maps `users:id`, `Branch:id` and `Companies:id` to the subscribers whose session depends on that row. */
  readonly #byRow = new Map<string, Set<Subscriber>>();
  readonly #rows = new Map<Subscriber, string[]>();
  readonly #groups = new Map<Subscriber, RefreshGroup>();
  #isStopped = false;

  constructor(options: SessionRefreshOptions) {
    this.#options = options;
  }

  /** Indexes a subscriber by the rows its session depends on; repeated when they change. */
  add(subscriber: Subscriber): void {
    this.#unindex(subscriber);
    const { actor, support } = subscriber.session;
    const { id, branch, company } = actor;
    // Anonymous sessions depend on no row.
    const rows = id === null ? [] : [`users:${id}`, `Branch:${branch}`, `Companies:${company}`];
    if (support) rows.push(`Support_Access:${support.id}`);
    this.#rows.set(subscriber, rows);
    for (const row of rows) {
      const subscribers = this.#byRow.get(row);
      if (subscribers) subscribers.add(subscriber);
      else this.#byRow.set(row, new Set([subscriber]));
    }
  }

  remove(subscriber: Subscriber): void {
    this.#unindex(subscriber);
    this.#groups.get(subscriber)?.subscribers.delete(subscriber);
    this.#groups.delete(subscriber);
  }

  #unindex(subscriber: Subscriber): void {
    for (const row of this.#rows.get(subscriber) ?? []) {
      const subscribers = this.#byRow.get(row);
      subscribers?.delete(subscriber);
      if (subscribers?.size === 0) this.#byRow.delete(row);
    }
    this.#rows.delete(subscriber);
  }

  stop(): void {
    this.#isStopped = true;
  }

  affectedBy({ collection, id }: LiveEvent): Subscriber[] {
    return [...(this.#byRow.get(`${collection}:${id}`) ?? [])];
  }

  isPaused(subscriber: Subscriber): boolean {
    return this.#groups.has(subscriber);
  }

  /** Holds an event for subscribers whose session is being reloaded. */
  hold(event: MatchedEvent): void {
    for (const group of new Set(this.#groups.values())) {
      if (group.isReset) continue;
      group.events.push(event);
      if (group.events.length > maxHeldEvents) Object.assign(group, { isReset: true, events: [] });
    }
  }

  /** Reloads the sessions of subscribers. The caller ensures that they receive no events meanwhile. */
  pause({ subscribers, isReset }: { subscribers: readonly Subscriber[]; isReset: boolean }): void {
    const newGroup: RefreshGroup = { subscribers: new Set(), events: [], isReset, isStale: false };
    for (const subscriber of subscribers) {
      const group = this.#groups.get(subscriber);
      if (group) {
        group.isStale = true;
        group.isReset ||= isReset;
      } else {
        this.#groups.set(subscriber, newGroup);
        newGroup.subscribers.add(subscriber);
      }
    }
    if (newGroup.subscribers.size > 0) void this.#reload(newGroup);
  }

  async #reload(group: RefreshGroup): Promise<void> {
    const sessions = await this.#load(group);
    if (!sessions) return;
    const { subscribers, events, isReset } = group;
    for (const subscriber of subscribers) {
      const session = continueSession({ subscriber, fresh: sessions.get(subscriber.session.actor.id!) });
      if (!session) {
        this.#options.end(subscriber);
        continue;
      }
      this.#groups.delete(subscriber);
      subscriber.session = session;
      this.add(subscriber);
      this.#options.resume(subscriber);
      if (isReset) this.#options.reset(subscriber);
      else for (const event of events) this.#options.deliver(subscriber, event);
    }
  }

  /** Loads the sessions of a group, retrying until the query succeeds: without them no event may be sent. */
  async #load(group: RefreshGroup): Promise<Map<string, Session> | undefined> {
    while (!this.#isStopped) {
      group.isStale = false;
      try {
        const userIds = [...new Set([...group.subscribers].map(({ session }) => session.actor.id!))];
        const sessions = await loadSessions({ sql: this.#options.sql, userIds });
        if (!group.isStale) return sessions;
      } catch {
        Object.assign(group, { isReset: true, events: [] });
        await delay(retryMs, undefined, { ref: false });
      }
    }
    return undefined;
  }
}

/** Returns the subscriber's current session; undefined if it is no longer allowed to listen. */
function continueSession({
  subscriber,
  fresh,
}: {
  subscriber: Subscriber;
  fresh: Session | undefined;
}): Session | undefined {
  const { authVersion, family } = subscriber.session;
  const hasEnded = family !== null && fresh?.ended.has(family);
  if (!fresh || hasEnded || getAccessError({ session: fresh, family }) || fresh.authVersion !== authVersion)
    return undefined;
  const session = selectFamily({ session: fresh, family });
  // One that enters or leaves a branch as support starts anew.
  if (session.support?.id !== subscriber.session.support?.id || session.support?.isOpen === false) return undefined;
  return session;
}
