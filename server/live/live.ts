// After-commit events: every server process reads them from the database and forwards them to its subscribers who may read the
// row. All processes of a database work the same way. See docs/decisions/005-live-events.md and 035-events-by-snapshots.md.
import { eventsChannel } from "#server/db/after-commit.ts";
import { getEventPool } from "#server/db/pools.ts";
import type { Sql } from "#server/db/pool.ts";
import { jsonText } from "#server/json-text.ts";
import { liveEvent, type LiveEvent, type Subscriber, type RowWatcher } from "#server/live/event.ts";
import { EventReader, type StoredEvent, toLiveEvent } from "#server/live/event-reader.ts";
import { isMatched, type MatchedEvent, loadMatchRows } from "#server/live/match-rows.ts";
import { SessionRefresh } from "#server/live/session-refresh.ts";
import { canReceive, SubscriberIndex } from "#server/live/subscriber-index.ts";

/** Largest number of missed events that are sent individually; beyond it the subscriber is reset. */
const maxCatchUpEvents = 500;
/** For events of which the transaction is not known: catching up starts this many ids before the last received one. */
const catchUpOverlap = 50;
/** Largest number of events of a tenant that wait for a query; beyond it its subscribers are reset. */
const maxWaitingEvents = 1_000;

const liveEventText = jsonText(liveEvent);

export class LiveUpdates {
  readonly #sql: Sql;
  readonly #subscribers = new Set<Subscriber>();
  readonly #index = new SubscriberIndex();
  readonly #refresh: SessionRefresh;
  readonly #listeners = new Set<(event: LiveEvent) => void>();
  readonly #watchers = new Map<string, Set<RowWatcher>>();
  /** Events that wait for their match columns, by tenant; contains only tenants with a running query. */
  readonly #waiting = new Map<number | null, LiveEvent[]>();
  readonly #reader: EventReader;
  #stop: (() => Promise<void>) | undefined;
  /** Time from receiving the last event to its last delivery. */
  #lagMs = 0;
  /** Newest event id that this process has received. */
  #last = 0;

  /** `events` reads the events, so that they do not wait for a connection of `sql`. */
  constructor({ sql, events = getEventPool(sql) }: { sql: Sql; events?: Sql }) {
    this.#sql = sql;
    this.#reader = new EventReader({
      sql: events,
      onEvents: (read) => this.#receive(read),
      onGap: () => this.#resetAll(this.#last),
    });
    this.#refresh = new SessionRefresh({
      sql,
      resume: (subscriber) => this.#index.set(subscriber),
      deliver: (subscriber, event) => this.#deliverTo(subscriber, event),
      reset: (subscriber) => runGuarded(() => subscriber.reset()),
      end: (subscriber) => {
        this.#remove(subscriber);
        runGuarded(() => subscriber.end());
      },
    });
  }

  /** Starts reading. The driver reconnects by itself, and the poll reads what was announced meanwhile. */
  async start(): Promise<void> {
    const [newest] = await this.#sql<{ id: number }[]>`select coalesce(max(id), 0)::bigint as id from activity`;
    this.#last = newest!.id;
    await this.#reader.start();
    const { unlisten } = await this.#sql.listen(
      eventsChannel,
      (payload) => {
        if (payload === "") return this.#reader.wake();
        // An event that is not recorded in `activity`. One that cannot be read may concern any row.
        const event = liveEventText.safeParse(payload).data;
        if (event) this.#receive([event]);
        else this.#resetAll(this.#last);
      },
      () => this.#reader.wake(),
    );
    this.#stop = unlisten;
  }

  #receive(events: readonly LiveEvent[]): void {
    const receivedAt = performance.now();
    for (const event of events) {
      this.#last = Math.max(this.#last, event.event);
      this.#dispatch(event);
    }
    this.#lagMs = performance.now() - receivedAt;
  }

  async stop(): Promise<void> {
    await this.#reader.stop();
    this.#refresh.stop();
    for (const subscriber of this.#subscribers) {
      this.#remove(subscriber);
      runGuarded(() => subscriber.end());
    }
    for (const watchers of this.#watchers.values()) for (const watcher of watchers) runGuarded(() => watcher.end());
    this.#watchers.clear();
    await this.#stop?.().catch(() => {});
  }

  /** Adds a subscriber; returns a function that removes it. */
  subscribe(subscriber: Subscriber): () => void {
    this.#subscribers.add(subscriber);
    this.#index.set(subscriber);
    this.#refresh.add(subscriber);
    return () => this.#remove(subscriber);
  }

  /** Must be called when the session or the collections of a subscriber change. */
  subscriberChanged(subscriber: Subscriber): void {
    if (!this.#subscribers.has(subscriber)) return;
    this.#refresh.add(subscriber);
    if (this.#refresh.isPaused(subscriber)) this.#pause({ subscribers: [subscriber] });
    else this.#index.set(subscriber);
  }

  #remove(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
    this.#index.remove(subscriber);
    this.#refresh.remove(subscriber);
  }

  /**
   * Sends every change of one row, looked up by key, since thousands of clients may watch thousands of rows. Returns a
   * function that stops watching.
   */
  watch(watcher: RowWatcher): () => void {
    const key = toWatchKey(watcher);
    const watchers = this.#watchers.get(key) ?? new Set();
    this.#watchers.set(key, watchers.add(watcher));
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0 && this.#watchers.get(key) === watchers) this.#watchers.delete(key);
    };
  }

  /** Registers a listener of this process for every event. Returns a function that removes it. */
  onEvent(listener: (event: LiveEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Metrics: number of local subscribers, events waiting for a query, and the delay of the last delivery. */
  statistics(): { listeners: number; waiting: number; lagSeconds: number } {
    let listeners = this.#subscribers.size;
    for (const watchers of this.#watchers.values()) listeners += watchers.size;
    let waiting = 0;
    for (const events of this.#waiting.values()) waiting += events.length;
    return { listeners, waiting, lagSeconds: this.#lagMs / 1000 };
  }

  /** Sends the events after `last`; returns false if there are too many. */
  async catchUp({ subscriber, last }: { subscriber: Subscriber; last: number }): Promise<boolean> {
    const { company } = subscriber.session.actor;
    const missed = await this.#loadMissed({ last, collections: [...subscriber.collections], company });
    if (!missed || this.#refresh.isPaused(subscriber)) return false;
    for (const event of missed) this.#deliverTo(subscriber, event);
    return true;
  }

  /** Loads the events after `last` with their match columns; undefined if there are too many. Null selects all companies. */
  async #loadMissed({
    last,
    collections,
    company,
  }: {
    last: number;
    collections: readonly string[];
    company: number | null;
  }): Promise<MatchedEvent[] | undefined> {
    const sql = this.#sql;
    const oldest = await this.#readOldestTransaction(last);
    const [since, order] =
      oldest === null
        ? [sql`id > ${toEventId(last - catchUpOverlap)}`, sql`id`]
        : [sql`"transaction" >= ${oldest}::xid8`, sql`"transaction"`];
    // In the order of the index that finds them: with that of the ids, PostgreSQL reads along all ids instead, also those of other companies.
    const missed = await sql<StoredEvent[]>`
      with missed as materialized (
        select id, collection, action, item, company, branch from activity
        where ${since} and collection = any(${[...collections]}::text[]) ${company === null ? sql`` : sql`and company = ${company}`}
        order by ${order} limit ${maxCatchUpEvents + 1}
      )
      select id as event, collection, action, item, company, branch, case when action = 'update' then
        (select array(select jsonb_object_keys(r.delta)) from revisions r where r.activity = missed.id limit 1) end as changed,
        (select matches."row" from live_matches matches where matches.activity = missed.id) as "row"
      from missed order by id`;
    if (missed.length > maxCatchUpEvents) return undefined;
    return loadMatchRows({ sql: this.#sql, events: missed.flatMap((event) => toLiveEvent(event) ?? []) });
  }

  /**
   * The oldest transaction that can have committed after the event `last`: ids are assigned before the commit, so that a long
   * transaction commits events whose ids are far below. Null if it is not known, or of another database cluster.
   */
  async #readOldestTransaction(last: number): Promise<string | null> {
    const [row] = await this.#sql<{ oldest: string }[]>`
      select oldest_transaction::text as oldest from activity
      where id = ${toEventId(last)} and oldest_transaction <= pg_snapshot_xmax(pg_current_snapshot())`;
    return row?.oldest ?? null;
  }

  /** Resets everything: any session and any row may have changed. */
  #resetAll(last: number): void {
    const all = [...this.#subscribers];
    this.#pause({ subscribers: all.filter(({ session }) => session.actor.id !== null), isReset: true });
    this.#reset(all.filter(({ session }) => session.actor.id === null));
    for (const watchers of this.#watchers.values())
      for (const watcher of watchers) {
        const { collection, id, send } = watcher;
        runGuarded(() => send({ event: last, collection, id, action: "update", company: null, branch: null }));
      }
  }

  #pause({ subscribers, isReset = false }: { subscribers: readonly Subscriber[]; isReset?: boolean }): void {
    if (subscribers.length === 0) return;
    for (const subscriber of subscribers) this.#index.remove(subscriber);
    this.#refresh.pause({ subscribers, isReset });
  }

  /** Dispatches immediately unless the event's tenant waits for a query, so that no tenant waits for another. */
  #dispatch(event: LiveEvent): void {
    for (const listener of this.#listeners) runGuarded(() => listener(event));
    for (const watcher of this.#watchers.get(toWatchKey(event)) ?? []) runGuarded(() => watcher.send(event));
    this.#pause({ subscribers: this.#refresh.affectedBy(event) });
    const waiting = this.#waiting.get(event.company);
    if (waiting) this.#enqueue({ waiting, event });
    else if (isMatched(event)) this.#deliver(event);
    else {
      this.#waiting.set(event.company, [event]);
      void this.#processWaiting(event.company);
    }
  }

  #enqueue({ waiting, event }: { waiting: LiveEvent[]; event: LiveEvent }): void {
    waiting.push(event);
    if (waiting.length > maxWaitingEvents) this.#resetTenant({ tenant: event.company, events: waiting.splice(0) });
  }

  async #processWaiting(tenant: number | null): Promise<void> {
    const waiting = this.#waiting.get(tenant)!;
    while (waiting.length > 0) {
      const events = waiting.splice(0);
      const queriedAt = performance.now();
      try {
        for (const event of await loadMatchRows({ sql: this.#sql, events })) this.#deliver(event);
      } catch {
        // Resets all subscribers the events could concern, so that no change is lost silently.
        this.#resetTenant({ tenant, events });
      }
      this.#lagMs = performance.now() - queriedAt;
    }
    this.#waiting.delete(tenant);
  }

  /** Resets all subscribers the events could concern: those of the tenant and those without a tenant. */
  #resetTenant({ tenant, events }: { tenant: number | null; events: readonly LiveEvent[] }): void {
    const collections = new Set(events.map(({ collection }) => collection));
    const isConcerned = ({ session: { actor }, collections: subscribed }: Subscriber): boolean =>
      (tenant === null || actor.company === null || actor.company === tenant) &&
      [...collections].some((name) => subscribed.has(name));
    this.#reset([...this.#subscribers].filter(isConcerned));
  }

  #reset(subscribers: readonly Subscriber[]): void {
    for (const subscriber of subscribers)
      // Resets subscribers whose session is being reloaded after the reload has finished.
      if (this.#refresh.isPaused(subscriber)) this.#pause({ subscribers: [subscriber], isReset: true });
      else runGuarded(() => subscriber.reset());
  }

  #deliver(event: MatchedEvent): void {
    this.#refresh.hold(event);
    for (const subscriber of this.#index.getReaders(event)) send(subscriber, event);
  }

  #deliverTo(subscriber: Subscriber, event: MatchedEvent): void {
    const { session, collections } = subscriber;
    if (collections.has(event.collection) && canReceive({ session, event })) send(subscriber, event);
  }
}

const toEventId = (id: number): number => Math.min(Math.max(id, 0), Number.MAX_SAFE_INTEGER);

/** Resets a subscriber whose connection does not accept an event, so that it reloads everything. */
function send(subscriber: Subscriber, event: LiveEvent): void {
  try {
    subscriber.send(event);
  } catch {
    runGuarded(() => subscriber.reset());
  }
}

/** Isolates listeners: one failing listener must not affect the others. */
function runGuarded(work: () => void): void {
  try {
    work();
  } catch (error) {
    console.error(error);
  }
}

function toWatchKey({ collection, id }: { collection: string; id: number | string }): string {
  return `${collection}:${id}`;
}
