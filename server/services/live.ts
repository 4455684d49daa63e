// After-commit events: PostgreSQL tells every server process, each passes them on to those of its subscribers who may
// read the row. Several processes on one database work alike.
import { collectionNamed } from "#domain/collections/all.ts";
import { isFlat, matches } from "#domain/filter.ts";
import type { Sql } from "#server/db/pool.ts";
import { grantOf } from "#server/items/grants.ts";
import { liveChannel } from "#server/items/record.ts";
import { isWithin } from "#server/items/reach.ts";
import { loadSession, type Session } from "#server/items/who.ts";

export interface LiveEvent {
  event: number;
  collection: string;
  action: "create" | "update" | "delete";
  id: number | string;
  company: number | null;
  branch: number | null;
}

export interface Subscriber {
  session: Session;
  /** May change while they listen. */
  collections: ReadonlySet<string>;
  send: (event: LiveEvent) => void;
  /** Called when more was missed than can be told: everything is to be read anew. */
  reset: () => void;
  /** Called once when the subscriber may no longer listen. */
  end: () => void;
}

/** Who watches one row and nothing else, having proved that it is theirs. */
export interface Watcher {
  collection: string;
  id: number;
  send: (event: LiveEvent) => void;
  end: () => void;
}

/** So many events are caught up one by one; after more the reader is told to read everything anew. */
const mostCaughtUp = 500;
/** Events commit a little out of their order: catching up looks back this many ids before the last one seen. */
const lookBack = 50;
/** The largest number an event can have. */
const latestEvent = 2_147_483_647;

export class Live {
  readonly #sql: Sql;
  readonly #now: () => Date;
  readonly #subscribers = new Set<Subscriber>();
  readonly #hearers = new Set<(event: LiveEvent) => void>();
  readonly #watchers = new Map<string, Set<Watcher>>();
  #stop: (() => Promise<void>) | undefined;
  #passing: Promise<void> = Promise.resolve();
  /** The newest event this process was told of. */
  #last = 0;

  constructor({ sql, now }: { sql: Sql; now: () => Date }) {
    this.#sql = sql;
    this.#now = now;
  }

  /** Listens from now on; the driver listens again by itself after a lost connection, and what came meanwhile is caught up. */
  async start(): Promise<void> {
    const [newest] = await this.#sql<{ id: number }[]>`select coalesce(max(id), 0)::int as id from activity`;
    this.#last = newest!.id;
    let isAgain = false;
    const { unlisten } = await this.#sql.listen(
      liveChannel,
      (payload) => {
        const event = JSON.parse(payload) as LiveEvent;
        this.#last = Math.max(this.#last, event.event);
        this.#afterThat(() => this.#pass(event));
      },
      () => {
        const last = this.#last;
        if (isAgain) this.#afterThat(() => this.#catchUpAll(last));
        isAgain = true;
      },
    );
    this.#stop = unlisten;
  }

  /** One after the other: what is told last happened last. */
  #afterThat(work: () => Promise<void>): void {
    this.#passing = this.#passing.then(work).catch(() => {});
  }

  async #catchUpAll(last: number): Promise<void> {
    for (const subscriber of this.#subscribers)
      if (!(await this.catchUp({ subscriber, last }).catch(() => false))) subscriber.reset();
  }

  async stop(): Promise<void> {
    for (const subscriber of this.#subscribers) subscriber.end();
    this.#subscribers.clear();
    for (const watchers of this.#watchers.values()) for (const watcher of watchers) watcher.end();
    this.#watchers.clear();
    await this.#stop?.().catch(() => {});
  }

  /** Adds a subscriber; the answer takes it away again. */
  subscribe(subscriber: Subscriber): () => void {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  /** Tells every change of one row, found by its key: thousands may watch thousands of rows. The answer ends it. */
  watch(watcher: Watcher): () => void {
    const key = watchKey(watcher);
    const watchers = this.#watchers.get(key) ?? new Set();
    this.#watchers.set(key, watchers.add(watcher));
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0 && this.#watchers.get(key) === watchers) this.#watchers.delete(key);
    };
  }

  /** Tells every change to our own code in this process. The answer ends it. */
  hear(hearer: (event: LiveEvent) => void): () => void {
    this.#hearers.add(hearer);
    return () => this.#hearers.delete(hearer);
  }

  /** What the subscriber missed since event `last`; false where that is too much to tell. */
  async catchUp({ subscriber, last }: { subscriber: Subscriber; last: number }): Promise<boolean> {
    const { company } = subscriber.session.who;
    const missed = await this.#sql<LiveEvent[]>`
      select id as event, collection, action, item as id, company, branch from activity
      where id > ${Math.min(Math.max(last - lookBack, 0), latestEvent)} and collection = any(${[...subscriber.collections]}) and (company is not distinct from ${company} or ${company}::int is null)
      order by id limit ${mostCaughtUp + 1}`;
    if (missed.length > mostCaughtUp) return false;
    for (const told of missed) {
      const isByUuid = collectionNamed(told.collection)?.key === "uuid";
      const event = { ...told, id: isByUuid ? told.id : Number(told.id) };
      if (await this.#mayRead({ session: subscriber.session, event })) subscriber.send(event);
    }
    return true;
  }

  async #pass(event: LiveEvent): Promise<void> {
    for (const hearer of this.#hearers) hearer(event);
    for (const watcher of this.#watchers.get(watchKey(event)) ?? []) watcher.send(event);
    await this.#refreshSessions(event);
    const verdicts = new Map<string, Promise<boolean>>();
    for (const subscriber of this.#subscribers) {
      if (!subscriber.collections.has(event.collection)) continue;
      // Whoever may read the same rows gets the same answer; the database is asked once for all of them.
      const key = this.#rightsOf({ session: subscriber.session, event });
      let verdict = verdicts.get(key);
      if (!verdict) verdicts.set(key, (verdict = this.#mayRead({ session: subscriber.session, event })));
      if (await verdict) subscriber.send(event);
    }
  }

  #rightsOf({ session, event }: { session: Session; event: LiveEvent }): string {
    const collection = collectionNamed(event.collection);
    const grant = collection && grantOf({ collection, operation: "read", who: session.who });
    return JSON.stringify(grant?.rows ?? false);
  }

  /** A person who was suspended or moved, or whose branch was closed, is read anew; who may no longer listen is sent away. */
  async #refreshSessions(event: LiveEvent): Promise<void> {
    if (!["users", "Branch", "Companies"].includes(event.collection)) return;
    for (const subscriber of this.#subscribers) {
      const { who } = subscriber.session;
      const isMeant =
        event.collection === "users"
          ? who.id === event.id
          : event.collection === "Branch"
            ? who.branch === event.id
            : who.company === event.id;
      if (!isMeant || who.id === null) continue;
      const fresh = await loadSession({ sql: this.#sql, userId: who.id });
      const { authVersion, family } = subscriber.session;
      const isOver = family !== null && fresh?.ended.has(family);
      if (!fresh || isOver || fresh.gate || fresh.authVersion !== authVersion) {
        this.#subscribers.delete(subscriber);
        subscriber.end();
      } else subscriber.session = { ...fresh, family };
    }
  }

  async #mayRead({ session, event }: { session: Session; event: LiveEvent }): Promise<boolean> {
    const collection = collectionNamed(event.collection);
    const grant = collection && grantOf({ collection, operation: "read", who: session.who });
    if (!collection || !grant) return false;
    if (grant.rows === true) return true;
    if (isFlat(grant.rows) && speaksOnlyOf(grant.rows, ["company", "branch", "id"]))
      return matches({ ...event }, grant.rows);
    if (event.action === "delete") return false;
    return isWithin({ sql: this.#sql, collection, id: event.id, rows: grant.rows, now: this.#now() });
  }
}

function speaksOnlyOf(filter: object, fields: readonly string[]): boolean {
  return Object.entries(filter).every(([key, value]) =>
    key === "_and" || key === "_or"
      ? (value as object[]).every((part) => speaksOnlyOf(part, fields))
      : fields.includes(key),
  );
}

function watchKey({ collection, id }: { collection: string; id: number | string }): string {
  return `${collection}:${id}`;
}
